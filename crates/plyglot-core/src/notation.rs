//! Text forms of positions, plies and results.

use std::{cmp::Ordering, fmt};

use crate::{Game, Player, Referee, Setup, TextError};

/// Text at the edges: what people, files and protocols read and write. Never used inside a search.
///
/// A *ply* is one entry of a move list: one decision, or all decisions of a turn where
/// [`Game::PLY_IS_TURN`] holds.
pub trait Notation: Game {
    /// The seat's name in the game's own words: `red`, `x`, `1`.
    fn player_name(&self, player: Player) -> String;

    /// The canonical text of a position between plies.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads a position, canonical or in any native form of the game. The rules come back with it,
    /// because some texts name the variant or carry the map.
    fn parse_state(&self, text: &str) -> Result<(Self, Self::State), TextError>;

    /// The parts of a position between turns, for editors of boards; `None` where there is no editing.
    fn setup(&self, _state: &Self::State) -> Option<Setup> {
        None
    }

    /// The text of the position that a setup describes, which may be one that cannot exist:
    /// [`Notation::parse_state`] has the last word.
    fn write_setup(&self, _setup: &Setup) -> Option<String> {
        None
    }

    /// The canonical text of a ply played from `state`. A lone later decision of a turn, as a search
    /// line that starts in mid-turn has, is written too.
    fn write_ply(&self, state: &Self::State, decisions: &[Self::Move]) -> String;

    /// Reads a legal ply in any spelling the game accepts; by default only the canonical one.
    fn parse_ply(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Move>, TextError> {
        let wanted = text.trim();
        let mut found = None;
        for_each_ply(self, state, &mut |decisions| {
            if found.is_none() && self.write_ply(state, decisions) == wanted {
                found = Some(decisions.to_vec());
            }
        });
        found.ok_or_else(|| TextError::illegal(wanted, "it is not among the legal moves"))
    }

    /// The order in which lists of plies are shown; by default that of plain strings.
    fn compare_plies(&self, a: &str, b: &str) -> Ordering {
        a.cmp(b)
    }

    /// The result in the game's own words, once `outcome` is there or, with `repeated`, the
    /// repetition rule, where there is one, has drawn the game. `None` while it runs.
    fn verdict(&self, state: &Self::State, repeated: bool) -> Option<Verdict>;

    /// A decision in words that follow the name of the player, such as `bombs 3,4`, where naming its
    /// cells does not do: `d3 to d4`, `on d3`.
    fn phrase(&self, _state: &Self::State, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Why the player to move, who can only pass, has no other move.
    fn pass_reason(&self, _state: &Self::State) -> &'static str {
        "it has no move"
    }

    /// The seats that the turn passed by between two positions, one ply apart and between turns; by
    /// default turns are expected to go by the number of the seat.
    fn skipped(&self, before: &Self::State, after: &Self::State) -> Vec<Player> {
        let (from, to) = (self.to_move(before), self.to_move(after));
        let following = |seat: &Player| Some(Player((seat.0 + 1) % self.players()));
        let next = std::iter::successors(following(&from), following);
        next.take_while(|seat| *seat != to && *seat != from).collect()
    }

    /// A referee that has seen nothing yet, where the rules ask for one.
    fn referee(&self) -> Option<Box<dyn Referee<Self>>> {
        None
    }
}

/// How a game ended, in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won, or by how much.
    pub result: ResultWords,
    /// Why the game ended, where the game has words for it.
    pub reason: Option<&'static str>,
}

/// A result as the game's files write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultWords {
    /// One word, such as `draw`.
    Word(String),
    /// Named rows with a number per player, such as stones and ranks.
    Table(Vec<(&'static str, Vec<i64>)>),
}

impl Verdict {
    /// A one-word result.
    pub fn word(result: impl Into<String>, reason: Option<&'static str>) -> Self {
        Verdict { result: ResultWords::Word(result.into()), reason }
    }
}

/// A result in one line.
impl fmt::Display for ResultWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultWords::Word(word) => f.write_str(word),
            ResultWords::Table(rows) => {
                let row = |(name, numbers): &(&str, Vec<i64>)| {
                    let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
                    format!("{name} {}", numbers.join(","))
                };
                f.write_str(&rows.iter().map(row).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The result and, where there is one, its reason in brackets.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason {
            Some(reason) => write!(f, "{} ({reason})", self.result),
            None => write!(f, "{}", self.result),
        }
    }
}

/// Calls `visit` with the decisions of every legal ply, in generation order.
pub fn for_each_ply<G: Game>(game: &G, state: &G::State, visit: &mut dyn FnMut(&[G::Move])) {
    let mut child = state.clone();
    descend(game, &mut child, &mut Vec::new(), visit);
}

fn descend<G: Game>(
    game: &G,
    state: &mut G::State,
    decisions: &mut Vec<G::Move>,
    visit: &mut dyn FnMut(&[G::Move]),
) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        decisions.push(mv);
        if G::PLY_IS_TURN {
            let undo = game.make(state, mv);
            if game.mid_turn(state) {
                descend(game, state, decisions, visit);
            } else {
                visit(decisions);
            }
            game.unmake(state, mv, undo);
        } else {
            visit(decisions);
        }
        decisions.pop();
    }
}

/// Compares texts with the numbers in them taken as numbers: `9-13` before `10-14`.
pub fn compare_numerically(a: &str, b: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<u64> {
        let parts = text.split(|c: char| !c.is_ascii_digit());
        parts.filter(|part| !part.is_empty()).map(|part| part.parse().unwrap_or(u64::MAX)).collect()
    };
    numbers(a).cmp(&numbers(b)).then_with(|| a.cmp(b))
}
