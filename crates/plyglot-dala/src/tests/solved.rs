//! Endings on the small board solved from scratch, against counts known from exhaustive analysis.

use std::collections::HashMap;

use plyglot_core::{Game, Player};

use crate::{Dala, State, board::nth};

/// What the player to move can force, and in how many plies to the next capture or the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Win(u8),
    Loss(u8),
    Unknown,
}

type Memo = HashMap<u64, Value>;

/// A turn from a position: the next position, and whether the turn captured.
type Turn = (State, bool);

/// Calls `visit` with every turn.
fn for_each_turn(game: &Dala, state: &State, mut visit: impl FnMut(Turn)) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let actions = moves.len();
    for idx in 0..actions {
        let mut next = *state;
        game.make(&mut next, moves[idx]);
        if !game.mid_turn(&next) {
            visit((next, false));
            continue;
        }
        game.moves(&next, &mut moves);
        for victim in moves.drain(actions..) {
            let mut last = next;
            game.make(&mut last, victim);
            visit((last, true));
        }
    }
}

/// Values of all positions with empty hands, by the board as a number in base three.
struct Table {
    values: Vec<Value>,
    base_three: Vec<u32>,
}

impl Table {
    fn new() -> Self {
        let in_base_three =
            |set: u32| (0..16).filter(|n| set >> n & 1 == 1).map(|n| 3u32.pow(n)).sum();
        Table {
            values: vec![Value::Unknown; 3usize.pow(16)],
            base_three: (0..1 << 16).map(in_base_three).collect(),
        }
    }

    /// Only the pieces of the player to move and of the other matter.
    fn idx(&self, state: &State) -> usize {
        let (mover, other) = state.seats();
        let [own, enemy] = [mover, other].map(|seat| {
            let set = state.pieces[seat];
            let packed = set & 0xF | set >> 4 & 0xF0 | set >> 8 & 0xF00 | set >> 12 & 0xF000;
            self.base_three[packed as usize] as usize
        });
        own + 2 * enemy
    }

    fn get(&self, state: &State) -> Value {
        self.values[self.idx(state)]
    }

    fn set(&mut self, state: &State, value: Value) {
        let idx = self.idx(state);
        self.values[idx] = value;
    }
}

/// The value of a position without moves, or of one already in the table.
fn known(game: &Dala, table: &Table, state: &State) -> Value {
    match game.outcome(state) {
        Some(payoffs) if payoffs[game.to_move(state)] < 0 => Value::Loss(0),
        Some(_) => Value::Win(0),
        None => table.get(state),
    }
}

/// The value in terms of the successors known so far.
fn judge(game: &Dala, table: &Table, state: &State) -> Value {
    let mut longest = 0;
    let mut lost = true;
    let mut shortest = None;
    for_each_turn(game, state, |(next, captured)| {
        let distance = |after: u8| if captured { 1 } else { after + 1 };
        match known(game, table, &next) {
            Value::Loss(after) => {
                let found = distance(after);
                shortest = Some(shortest.map_or(found, |best: u8| best.min(found)));
            }
            Value::Win(after) => longest = longest.max(distance(after)),
            Value::Unknown => lost = false,
        }
    });
    match shortest {
        Some(plies) => Value::Win(plies),
        None if lost => Value::Loss(longest),
        None => Value::Unknown,
    }
}

fn subsets(among: u64, size: u32) -> Vec<u64> {
    let count = among.count_ones();
    let masks = (0u64..1 << count).filter(|mask| mask.count_ones() == size);
    let spread = |mask: u64| {
        (0..count).filter(|n| mask >> n & 1 == 1).fold(0, |set, n| set | nth(among, n).bit())
    };
    masks.map(spread).collect()
}

/// All positions of `own` against `enemy` pieces.
fn class(game: &Dala, own: u32, enemy: u32) -> Vec<State> {
    let mut states = Vec::new();
    for mine in subsets(game.board().squares, own) {
        let theirs = subsets(game.board().squares & !mine, enemy).into_iter();
        states.extend(theirs.map(|set| State::new([mine, set], Player(0), [0; 2], 0, 0)));
    }
    states
}

/// Solves all positions of `own` against `enemy` pieces, and the reverse, into the table.
fn solve(game: &Dala, table: &mut Table, own: u32, enemy: u32) {
    let mut open = class(game, own, enemy);
    if own != enemy {
        open.extend(class(game, enemy, own));
    }
    loop {
        // A round uses only what earlier rounds found, so that distances come out exact.
        let values: Vec<_> = open.iter().map(|state| judge(game, table, state)).collect();
        for (state, value) in open.iter().zip(values) {
            table.set(state, value);
        }
        let before = open.len();
        open.retain(|state| table.get(state) == Value::Unknown);
        if open.len() == before {
            return;
        }
    }
}

/// Wins, losses, draws, longest win and longest loss of the player to move.
fn summary(game: &Dala, table: &Table, own: u32, enemy: u32) -> (u64, u64, u64, u8, u8) {
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    let (mut longest_win, mut longest_loss) = (0, 0);
    for state in class(game, own, enemy) {
        match table.get(&state) {
            Value::Win(plies) => (wins, longest_win) = (wins + 1, longest_win.max(plies)),
            Value::Loss(plies) => (losses, longest_loss) = (losses + 1, longest_loss.max(plies)),
            Value::Unknown => draws += 1,
        }
    }
    (wins, losses, draws, longest_win, longest_loss)
}

/// The value of a position with pieces in hand: drops never repeat, so plain recursion ends.
fn value_of_drops(game: &Dala, table: &Table, memo: &mut Memo, state: &State) -> Value {
    if game.outcome(state).is_some() || state.reserve == [0; 2] {
        return known(game, table, state);
    }
    if let Some(value) = memo.get(&game.hash(state)) {
        return *value;
    }
    let mut value = Value::Loss(0);
    for_each_turn(game, state, |(next, _)| {
        if matches!(value, Value::Win(_)) {
            return;
        }
        match value_of_drops(game, table, memo, &next) {
            Value::Loss(_) => value = Value::Win(0),
            Value::Unknown => value = Value::Unknown,
            Value::Win(_) => {}
        }
    });
    memo.insert(game.hash(state), value);
    value
}

/// Whether the first player wins the whole game with some number of pieces each.
fn first_player_wins(pieces: u8, table: &Table) -> bool {
    let game = super::game(&format!("dala(board=4, pieces={pieces})")).perft_rules();
    let value = value_of_drops(&game, table, &mut Memo::new(), &game.start());
    matches!(value, Value::Win(_))
}

#[test]
fn endings_up_to_four_against_four_are_as_known() {
    let game = super::game("dala(board=4)").perft_rules();
    let mut table = Table::new();
    solve(&game, &mut table, 3, 3);
    assert_eq!(summary(&game, &table, 3, 3), (80_196, 36_292, 43_672, 17, 16));
    assert!(first_player_wins(3, &table));
    solve(&game, &mut table, 4, 3);
    assert_eq!(summary(&game, &table, 4, 3), (378_088, 20_968, 1_344, 21, 10));
    assert_eq!(summary(&game, &table, 3, 4), (91_272, 307_184, 1_944, 9, 22));
    solve(&game, &mut table, 4, 4);
    assert_eq!(summary(&game, &table, 4, 4), (572_507, 258_863, 69_530, 29, 30));
    assert!(first_player_wins(4, &table));
}
