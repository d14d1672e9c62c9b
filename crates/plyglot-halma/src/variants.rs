//! The named variants and what each of them plays by.

/// One member of the family.
#[derive(Debug)]
pub struct Variant {
    /// Its name, which every position text begins with.
    pub name: &'static str,
    /// Side of the board.
    pub size: u8,
    /// Lengths of the rows of a base, from the corner on.
    pub base: &'static [u8],
    /// Seats: two in opposite corners, or four.
    pub players: u8,
    /// Whether players in opposite corners are a team.
    pub allied: bool,
    /// Whether a turn is one indivisible move and the tests for the end come after it, rather than
    /// after every action.
    pub whole_turns: bool,
    /// What counts as having arrived.
    pub win: Win,
    /// From which completed round on who lingers in which bases loses.
    pub eviction: Option<Eviction>,
    /// After how many rounds the game is drawn; 0 for never.
    pub draw_after: u32,
    /// Whether a chain may return to squares it has visited.
    pub revisit: bool,
    /// Whether pieces must leave their camp before others may move.
    pub camp: bool,
}

/// What counts as having arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// Own pieces on all squares of the target base.
    Strict,
    /// Any pieces on all squares of the target base, at least one of them the player's own.
    Filled,
}

/// The remedy against lingering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// Completed rounds from which on it is in force.
    pub round: u32,
    /// Where not to linger.
    pub scope: Scope,
}

/// The bases that the eviction rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The player's home.
    Home,
    /// All bases but the player's target.
    Others,
}

/// The variants, the default first.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "team16",
        eviction: Some(Eviction { round: 100, scope: Scope::Others }),
        revisit: false,
        ..TEAM16A
    },
    TEAM16A,
    Variant {
        name: "team8",
        size: 8,
        base: &[3, 2, 1],
        eviction: Some(Eviction { round: 50, scope: Scope::Others }),
        draw_after: 500,
        revisit: false,
        ..TEAM16A
    },
    Variant {
        name: "solo16",
        allied: false,
        whole_turns: true,
        win: Win::Filled,
        eviction: None,
        draw_after: 1000,
        revisit: false,
        ..TEAM16A
    },
    DUEL16,
    Variant {
        name: "duel10",
        size: 10,
        base: &[5, 4, 3, 2, 1],
        eviction: Some(Eviction { round: 50, scope: Scope::Home }),
        draw_after: 500,
        ..DUEL16
    },
    Variant {
        name: "duel8",
        size: 8,
        base: &[4, 3, 2, 1],
        eviction: Some(Eviction { round: 30, scope: Scope::Home }),
        draw_after: 300,
        ..DUEL16
    },
    Variant { name: "duel6", size: 6, base: &[3, 2, 1], camp: false, ..USC16 },
    Variant { name: "duel5", size: 5, base: &[2, 1], camp: false, ..USC16 },
    Variant { name: "duel4", size: 4, base: &[2, 1], camp: false, ..USC16 },
    USC16,
];

const TEAM16A: Variant = Variant {
    name: "team16a",
    size: 16,
    base: &[4, 4, 3, 2],
    players: 4,
    allied: true,
    whole_turns: false,
    win: Win::Strict,
    eviction: Some(Eviction { round: 100, scope: Scope::Home }),
    draw_after: 5000,
    revisit: true,
    camp: false,
};

const DUEL16: Variant = Variant {
    name: "duel16",
    size: 16,
    base: &[5, 5, 4, 3, 2],
    players: 2,
    allied: false,
    whole_turns: true,
    win: Win::Strict,
    eviction: Some(Eviction { round: 100, scope: Scope::Home }),
    draw_after: 1000,
    revisit: false,
    camp: false,
};

const USC16: Variant = Variant {
    name: "usc16",
    win: Win::Filled,
    eviction: None,
    draw_after: 0,
    camp: true,
    ..DUEL16
};

/// The names of [`VARIANTS`], for the list of options.
pub const NAMES: &[&str] = &{
    let mut names = [""; VARIANTS.len()];
    let mut idx = 0;
    while idx < names.len() {
        names[idx] = VARIANTS[idx].name;
        idx += 1;
    }
    names
};

impl Variant {
    /// The variant of that name.
    pub fn find(name: &str) -> Option<&'static Variant> {
        VARIANTS.iter().find(|variant| variant.name == name)
    }

    /// The number of pieces each player has.
    pub fn pieces(&self) -> u32 {
        self.base.iter().map(|len| u32::from(*len)).sum()
    }

    /// The corner that is a player's home; the opposite one, his target, has the number `^ 3`.
    pub fn home(&self, player: u8) -> u8 {
        if self.players == 2 { player * 3 } else { player }
    }

    /// The number of teams, players who play for themselves included.
    pub fn teams(&self) -> u8 {
        if self.allied { 2 } else { self.players }
    }
}
