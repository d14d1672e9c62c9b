//! The options, and the rules they amount to.

use plyglot_core::{OptionKind, OptionSpec, Options, SpecError, options::option};

use crate::variants::{Eviction, NAMES, Scope, Variant, Win};

/// What a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One step, one hop, or the end of a chain.
    Action,
    /// From where to where a piece goes in one turn.
    Turn,
}

/// When a piece in its target base is held there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalLock {
    /// In every single step and hop.
    Hop,
    /// At the end of the turn only.
    Turn,
}

/// How the camp rule reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Camp {
    /// Leaving the camp comes before moving on inside it.
    Strict,
    /// Leaving the camp and moving on inside it are equally good.
    Loose,
}

/// The options of the game, in the order of lists.
pub const OPTIONS: &[OptionSpec] = &[
    option("variant", OptionKind::Choice(NAMES), "team16", "the member of the family"),
    option(
        "level",
        OptionKind::Choice(&["action", "turn"]),
        "",
        "whether a move is one step or hop, or a whole turn (team variants offer both)",
    ),
    option(
        "win",
        OptionKind::Choice(&["strict", "filled"]),
        "",
        "target base full of own pieces, or full with at least one of them",
    ),
    option(
        "eviction",
        OptionKind::Choice(&["none", "home", "others"]),
        "",
        "who lingers in his home, or in any base but his target, loses",
    ),
    option(
        "eviction_round",
        OptionKind::Int { min: 1, max: MAX_LIMIT },
        "",
        "completed rounds from which on eviction is in force",
    ),
    option(
        "draw_after",
        OptionKind::Int { min: 0, max: MAX_LIMIT },
        "",
        "completed rounds after which the game is drawn; 0 for never",
    ),
    option(
        "revisit",
        OptionKind::Flag,
        "",
        "whether a hop chain may return to its squares (team variants)",
    ),
    option(
        "goal_lock",
        OptionKind::Choice(&["hop", "turn"]),
        "",
        "a piece in its target base stays there in every hop, or only at the end of a turn",
    ),
    option(
        "order",
        OptionKind::Choice(&["course", "clockwise"]),
        "",
        "order of four players: 0,1,2,3 (the default) or around the board 0,1,3,2",
    ),
    option(
        "camp",
        OptionKind::Choice(&["strict", "loose"]),
        "",
        "usc16: whether leaving the camp comes before moving on inside it",
    ),
];

const MAX_LIMIT: i64 = 1_000_000;

/// What the user asked for beyond the variant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wishes {
    pub(crate) level: Option<Level>,
    win: Option<Win>,
    eviction: Option<Option<Scope>>,
    eviction_round: Option<u32>,
    draw_after: Option<u32>,
    revisit: Option<bool>,
    goal_lock: Option<GoalLock>,
    clockwise: Option<bool>,
    camp: Option<Camp>,
}

/// Everything the rules depend on, decided.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The member of the family.
    pub variant: &'static Variant,
    /// What a decision is.
    pub level: Level,
    /// What counts as having arrived.
    pub win: Win,
    /// The remedy against lingering, if there is one.
    pub eviction: Option<Eviction>,
    /// Rounds after which the game is drawn; 0 for never.
    pub draw_after: u32,
    /// Whether a chain may return to squares it has visited.
    pub revisit: bool,
    /// When a piece in its target base is held there.
    pub goal_lock: GoalLock,
    /// Whether four players move around the board, 0,1,3,2, rather than in the order of their numbers.
    pub clockwise: bool,
    /// The camp rule, where the variant has it.
    pub camp: Option<Camp>,
}

impl Wishes {
    /// What checked options ask for.
    pub(crate) fn of(options: &Options) -> Self {
        let word = |name| options.word(name);
        let number = |name| options.int(name).map(|number| number as u32);
        let pick = |name, first| word(name).map(|word| word == first);
        Wishes {
            level: pick("level", "turn").map(|yes| if yes { Level::Turn } else { Level::Action }),
            win: pick("win", "strict").map(|yes| if yes { Win::Strict } else { Win::Filled }),
            eviction: word("eviction").map(|word| match word {
                "home" => Some(Scope::Home),
                "others" => Some(Scope::Others),
                _ => None,
            }),
            eviction_round: number("eviction_round"),
            draw_after: number("draw_after"),
            revisit: options.flag("revisit"),
            goal_lock: pick("goal_lock", "hop")
                .map(|yes| if yes { GoalLock::Hop } else { GoalLock::Turn }),
            clockwise: pick("order", "clockwise"),
            camp: pick("camp", "strict").map(|yes| if yes { Camp::Strict } else { Camp::Loose }),
        }
    }

    /// The rules of a variant under these wishes.
    pub(crate) fn rules(&self, variant: &'static Variant) -> Result<Rules, SpecError> {
        if let Some((option, why)) = self.misfit(variant) {
            return Err(SpecError(format!("halma: option {option} with {}: {why}", variant.name)));
        }
        let lock = if variant.whole_turns { GoalLock::Turn } else { GoalLock::Hop };
        Ok(Rules {
            variant,
            level: self.level_of(variant),
            win: self.win.unwrap_or(variant.win),
            eviction: self.eviction_of(variant),
            draw_after: self.draw_after.unwrap_or(variant.draw_after),
            revisit: self.revisit.unwrap_or(variant.revisit),
            goal_lock: self.goal_lock.unwrap_or(lock),
            clockwise: self.clockwise.unwrap_or(false),
            camp: variant.camp.then(|| self.camp.unwrap_or(Camp::Strict)),
        })
    }

    /// These wishes less those that a variant cannot grant.
    pub(crate) fn fitting(mut self, variant: &Variant) -> Self {
        while let Some((option, _)) = self.misfit(variant) {
            match option {
                "level" => self.level = None,
                "revisit" => self.revisit = None,
                "order" => self.clockwise = None,
                "camp" => self.camp = None,
                "goal_lock" => self.goal_lock = None,
                _ => (self.eviction, self.eviction_round) = (None, None),
            }
        }
        self
    }

    fn level_of(&self, variant: &Variant) -> Level {
        let usual = if variant.whole_turns { Level::Turn } else { Level::Action };
        self.level.unwrap_or(usual)
    }

    fn eviction_of(&self, variant: &Variant) -> Option<Eviction> {
        let scope = self.eviction.unwrap_or(variant.eviction.map(|usual| usual.scope))?;
        let round = self.eviction_round.or(variant.eviction.map(|usual| usual.round))?;
        Some(Eviction { round, scope })
    }

    /// An option that does not fit the variant or the others, and why.
    fn misfit(&self, variant: &Variant) -> Option<(&'static str, &'static str)> {
        let level = self.level_of(variant);
        let evicting = self.eviction_of(variant).is_some();
        let misfits = [
            (
                variant.whole_turns && level == Level::Action,
                ("level", "it is played in whole turns, so the level can only be turn"),
            ),
            (
                variant.whole_turns && self.revisit.is_some(),
                ("revisit", "it is played in whole turns, whose paths are free"),
            ),
            (
                variant.players == 2 && self.clockwise.is_some(),
                ("order", "two players have only one order"),
            ),
            (!variant.camp && self.camp.is_some(), ("camp", "only usc16 has camp rules")),
            (
                level == Level::Action && self.goal_lock == Some(GoalLock::Turn),
                ("goal_lock", "locking at the end of a turn needs level=turn"),
            ),
            (
                evicting && variant.teams() > 2,
                ("eviction", "among four individuals it would make nobody the winner"),
            ),
            (
                matches!(self.eviction, Some(Some(_))) && !evicting,
                ("eviction", "the variant has no round for it: give eviction_round too"),
            ),
            (
                self.eviction_round.is_some() && !evicting,
                ("eviction_round", "there is no eviction: give eviction=home or others too"),
            ),
        ];
        misfits.into_iter().find(|(wrong, _)| *wrong).map(|(_, misfit)| misfit)
    }
}
