//! A game of transpositions, cycles, wins, and a counter that the hash leaves out: players push one
//! stone through a random maze. What the table, distances and repetitions have to get right.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, NoClock, Payoffs, Player, Score, mix, seats,
};

use crate::{
    Search, Task, Thought,
    best_reply::BestReply,
    deepen::AlphaBeta,
    maxn::MaxN,
    params::{Count, Params, Repetition},
    view::{InTurn, View},
};

#[derive(Clone, Debug)]
struct Maze {
    seed: u64,
    players: u8,
    rooms: u64,
    /// Moves after which the game is drawn; 0 for never.
    limit: u32,
    repetition: u32,
}

#[derive(Clone, PartialEq, Debug)]
struct Stone {
    room: u64,
    turn: u8,
    /// Whether the player to move has yet to choose the second half of the turn.
    half: bool,
    made: u32,
}

impl Maze {
    fn roll(&self, room: u64, what: u64, sides: u64) -> u64 {
        mix(self.seed ^ mix(room << 8 ^ what)) % sides
    }
}

impl Game for Maze {
    type State = Stone;
    type Move = u64;
    type Undo = Stone;

    fn players(&self) -> u8 {
        self.players
    }
    fn start(&self) -> Stone {
        Stone { room: 1, turn: 0, half: false, made: 0 }
    }
    fn to_move(&self, state: &Stone) -> Player {
        Player(state.turn)
    }
    fn mid_turn(&self, state: &Stone) -> bool {
        state.half
    }
    fn moves(&self, state: &Stone, out: &mut Vec<u64>) {
        if self.outcome(state).is_none() {
            let exits = 1 + self.roll(state.room, 1, 3);
            out.extend((0..exits).map(|exit| self.roll(state.room, 2 + exit, self.rooms)));
            let new = out.len() - exits as usize;
            out[new..].sort_unstable();
        }
    }
    fn make(&self, state: &mut Stone, mv: u64) -> Stone {
        let before = state.clone();
        state.half = !state.half && self.roll(mv, 9, 3) == 0;
        state.room = mv;
        state.made += 1;
        if !state.half {
            state.turn = (state.turn + 1) % self.players;
        }
        before
    }
    fn unmake(&self, state: &mut Stone, _mv: u64, undo: Stone) {
        *state = undo;
    }
    fn outcome(&self, state: &Stone) -> Option<Payoffs> {
        if !state.half && state.made > 0 && self.roll(state.room, 5, 6) == 0 {
            let mut payoffs = Payoffs::default();
            payoffs[Player(self.roll(state.room, 6, self.players.into()) as u8)] = 1;
            return Some(payoffs);
        }
        (self.limit > 0 && !state.half && state.made >= self.limit).then(Payoffs::default)
    }
    fn hash(&self, state: &Stone) -> u64 {
        mix(state.room << 9 ^ u64::from(state.turn) << 1 ^ u64::from(state.half))
    }
    fn horizon(&self, state: &Stone) -> u32 {
        if self.limit == 0 { u32::MAX } else { self.limit.saturating_sub(state.made) }
    }
    fn repetition(&self) -> u32 {
        self.repetition
    }
}

impl Handover for Maze {
    fn give_turn(&self, state: &mut Stone, to: Player) -> Player {
        Player(std::mem::replace(&mut state.turn, to.0))
    }
}

struct Rooms;

impl Evaluate<Maze> for Rooms {
    type Score = i64;

    fn score(&self, game: &Maze, state: &Stone, pov: Player) -> i64 {
        let worth = |seat: Player| game.roll(state.room, 20 + u64::from(seat.0), 50) as i64;
        let others = seats(game.players).filter(|seat| *seat != pov).map(worth).max();
        worth(pov) - others.unwrap_or(0)
    }
}

/// Plain paranoid search that knows distances and repetitions.
struct Plain<'a> {
    game: &'a Maze,
    params: &'a Params,
    pov: Player,
    path: Vec<Stone>,
}

impl Plain<'_> {
    fn terminal(&self, state: &Stone, payoffs: &Payoffs, ply: i64) -> i64 {
        let value = Rooms.terminal(self.game, state, payoffs, self.pov);
        if *payoffs == Payoffs::default() {
            return value - self.params.contempt as i64;
        }
        let decisive = i64::WIN / 2;
        match self.params.fastest {
            true if value > decisive => value - ply * 1_000_000,
            true if value < -decisive => value + ply * 1_000_000,
            _ => value,
        }
    }

    fn value(&mut self, state: &Stone, depth: u32, ply: i64) -> i64 {
        if let Some(payoffs) = self.game.outcome(state) {
            return self.terminal(state, &payoffs, ply);
        }
        let same = |old: &&Stone| !old.half && (old.room, old.turn) == (state.room, state.turn);
        if ply > 0 && !state.half && self.params.repetition == Repetition::Rule {
            let seen = 1 + self.path.iter().filter(same).count() as u32;
            if self.game.repetition > 0 && seen >= self.game.repetition {
                return self.terminal(state, &self.game.draw(), ply);
            }
        }
        if depth == 0 {
            return Rooms.score(self.game, state, self.pov);
        }
        self.path.push(state.clone());
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let values = moves.into_iter().map(|mv| {
            let mut child = state.clone();
            self.game.make(&mut child, mv);
            let free = child.half && self.params.count == Count::Turn;
            self.value(&child, depth - u32::from(!free), ply + 1)
        });
        let values: Vec<i64> = values.collect();
        self.path.pop();
        let ours = self.game.to_move(state) == self.pov;
        if ours { *values.iter().max().unwrap() } else { *values.iter().min().unwrap() }
    }
}

fn think(search: &mut dyn Search<Maze>, game: &Maze, lines: usize) -> Thought<u64> {
    let stop = AtomicBool::new(false);
    let mut history = History::default();
    let state = game.start();
    history.push(game.hash(&state));
    let mut control = Control::new(2_000_000, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state: &state, history: &history, only: &[], lines, seed: 1 };
    search.think(&task, &mut control, &mut |_| {})
}

fn alphabeta<V: View<Maze> + 'static>(params: &Params) -> AlphaBeta<Maze, V, Rooms> {
    AlphaBeta::new(Box::new(Rooms), None, params.clone()).unwrap()
}

fn plain(game: &Maze, params: &Params) -> f64 {
    let mut plain = Plain { game, params, pov: Player(0), path: Vec::new() };
    plain.value(&game.start(), params.depth, 0) as f64
}

fn mazes(limit: u32, repetition: u32) -> impl Iterator<Item = Maze> {
    let sizes = [(2, 6), (2, 20), (3, 12), (3, 40), (4, 15)];
    sizes.into_iter().flat_map(move |(players, rooms)| {
        (0..6).map(move |seed| Maze { seed: seed + 31, players, rooms, limit, repetition })
    })
}

/// Everything that must not change the value where entries of the table are of the same depth.
fn harmless(depth: u32, fastest: bool, count: Count) -> [Params; 3] {
    let plain = Params { depth, fastest, count, ..Params::plain(1) };
    let table = Params { tt: 1, tt_exact: true, deepen: true, ..plain.clone() };
    let all = Params { pvs: true, killers: true, history: true, counter: true, ..table.clone() };
    [plain, table, all]
}

#[test]
fn tables_know_distances_and_counters() {
    for limit in [0, 5, 9] {
        for game in mazes(limit, 0) {
            for (depth, fastest) in [(3, true), (6, false), (7, true), (8, true)] {
                for count in [Count::Turn, Count::Decision] {
                    for params in harmless(depth, fastest, count) {
                        let mut search = alphabeta::<InTurn>(&params);
                        let found = think(&mut search, &game, 1).lines[0].value;
                        assert_eq!(found, plain(&game, &params), "{game:?} {params:?}");
                        // A table that is already full says the same.
                        assert_eq!(think(&mut search, &game, 1).lines[0].value, found);
                    }
                }
            }
        }
    }
}

#[test]
fn repetitions_are_draws_by_the_rule() {
    for repetition in [2, 3] {
        for game in mazes(0, repetition) {
            for depth in 1..=8 {
                for pvs in [false, true] {
                    let params = Params {
                        depth,
                        pvs,
                        fastest: true,
                        killers: pvs,
                        repetition: Repetition::Rule,
                        ..Params::plain(1)
                    };
                    let found = think(&mut alphabeta::<InTurn>(&params), &game, 1);
                    assert_eq!(found.lines[0].value, plain(&game, &params), "{game:?} {params:?}");
                }
            }
        }
    }
}

#[test]
fn a_draw_is_worth_what_contempt_makes_it() {
    let mut values = [0.0, 25.0].map(|contempt| {
        let games = mazes(9, 2).map(|game| {
            let repetition = Repetition::Rule;
            let params =
                Params { depth: 7, contempt, fastest: true, repetition, ..Params::plain(1) };
            let found = think(&mut alphabeta::<InTurn>(&params), &game, 1);
            assert_eq!(found.lines[0].value, plain(&game, &params), "{game:?} {params:?}");
            assert!(contempt == 0.0 || !found.proven);
            found.lines[0].value
        });
        games.collect::<Vec<_>>().into_iter()
    });
    let [plain, contemptuous] = &mut values;
    assert!(plain.zip(contemptuous).any(|(plain, contemptuous)| plain != contemptuous));
}

#[test]
fn the_nearest_win_is_played() {
    let mut won = 0;
    for game in mazes(0, 0).filter(|game| game.players == 2) {
        let params = Params {
            depth: 8,
            deepen: true,
            tt: 1,
            fastest: true,
            early_exit: true,
            ..Params::plain(1)
        };
        let thought = think(&mut alphabeta::<InTurn>(&params), &game, 1);
        let value = thought.lines[0].value as i64;
        if value < i64::WIN / 2 {
            continue;
        }
        won += 1;
        let distance = (i64::WIN - value + 1_000_000 / 2) / 1_000_000;
        assert_eq!(thought.lines[0].moves.len() as i64, distance, "{thought:?}");
        let shorter =
            Params { depth: distance as u32 - 1, count: Count::Decision, ..Params::plain(1) };
        if shorter.depth > 0 {
            let plain = plain(&game, &shorter);
            assert!((plain as i64) < i64::WIN / 2, "{game:?} has a nearer win");
        }
    }
    assert!(won > 2);
}

#[test]
fn a_tree_searched_to_the_end_is_proven() {
    let params = Params { depth: 60, deepen: true, tt: 1, fastest: true, ..Params::plain(1) };
    for game in mazes(7, 0).filter(|game| game.players == 2) {
        let thought = think(&mut alphabeta::<InTurn>(&params), &game, 1);
        assert!(thought.proven && thought.depth < 9, "{thought:?}");
        let whole = Params { depth: 60, tt: 0, deepen: false, ..params.clone() };
        assert_eq!(thought.lines[0].value, plain(&game, &whole));
        let reply = think(&mut alphabeta::<BestReply<u64>>(&params), &game, 1);
        assert_eq!(reply.lines[0].value, thought.lines[0].value);
        let maxn = think(&mut MaxN::new(Box::new(Rooms), None, params.clone()), &game, 1);
        assert_eq!(maxn.lines[0].value, thought.lines[0].value);
    }
}

#[test]
fn a_table_serves_every_root() {
    let (stop, history) = (AtomicBool::new(false), History::default());
    for game in mazes(0, 0) {
        for params in harmless(5, true, Count::Turn) {
            let mut search = alphabeta::<InTurn>(&params);
            let mut state = game.start();
            for _ in 0..6 {
                let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
                let task = Task {
                    game: &game,
                    state: &state,
                    history: &history,
                    only: &[],
                    lines: 1,
                    seed: 1,
                };
                let thought = search.think(&task, &mut control, &mut |_| {});
                let pov = game.to_move(&state);
                let mut plain = Plain { game: &game, params: &params, pov, path: Vec::new() };
                let expected = plain.value(&state, params.depth, 0) as f64;
                assert_eq!(thought.lines[0].value, expected, "{game:?} {state:?} {params:?}");
                game.make(&mut state, thought.lines[0].moves[0]);
                if game.outcome(&state).is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn an_exact_table_knows_what_the_path_repeats() {
    for (limit, repetition) in [(0, 2), (0, 3), (9, 2)] {
        for game in mazes(limit, repetition) {
            for rule in [Repetition::Off, Repetition::Rule, Repetition::Once] {
                for contempt in [0.0, 25.0] {
                    let plain = Params {
                        depth: 8,
                        fastest: true,
                        repetition: rule,
                        contempt,
                        ..Params::plain(1)
                    };
                    let expected = think(&mut alphabeta::<InTurn>(&plain), &game, 1).lines[0].value;
                    for params in harmless(8, true, Count::Turn) {
                        let params = Params { repetition: rule, contempt, ..params };
                        let mut search = alphabeta::<InTurn>(&params);
                        for _ in 0..2 {
                            let found = think(&mut search, &game, 1).lines[0].value;
                            assert_eq!(found, expected, "{game:?} {params:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn passes_and_reductions_find_no_wins_that_are_none() {
    let (mut won, mut lost) = (0, 0);
    // In the last two a win by passing, told as one, would come to be believed.
    let some = (0..60).flat_map(|seed| [(seed, 7), (seed, 16)]);
    for (seed, rooms) in some.chain([(71, 30), (2047, 30)]) {
        let game = Maze { seed, players: 2, rooms, limit: 0, repetition: 0 };
        let base = Params { depth: 9, deepen: true, fastest: true, pvs: true, ..Params::plain(1) };
        for (null, lmr, tt) in [(1, 0, 0), (1, 0, 1), (2, 1, 1), (0, 1, 1)] {
            let params = Params { null, lmr, tt, ..base.clone() };
            let value = think(&mut alphabeta::<InTurn>(&params), &game, 1).lines[0].value as i64;
            let decisions = (i64::WIN - value.abs() + 500_000) / 1_000_000;
            if decisions > 16 {
                continue;
            }
            let whole = Params {
                depth: decisions as u32,
                count: Count::Decision,
                fastest: true,
                ..Params::plain(1)
            };
            let found = think(&mut alphabeta::<InTurn>(&whole), &game, 1).lines[0].value as i64;
            let told = found.signum() * i64::from(found.abs() > i64::WIN / 2);
            assert_eq!(told, value.signum(), "{game:?} {params:?}");
            won += u32::from(value > 0);
            lost += u32::from(value < 0);
        }
    }
    assert!(won > 20 && lost > 20, "{won} {lost}");
}
