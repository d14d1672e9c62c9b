//! The factors against their definition, square by square; worked examples.

use plyglot_core::{Evaluate, Game, Player, Rng};
use plyglot_dala::{Dala, Square, State, squares};

use super::{game, player, state};
use crate::dala::{ClassicEval, explain, total_distance};

const EXAMPLE: &str = "....../.oo.../.xxxx./..o.../...o../....x. x 0 0 0 40";

#[test]
fn worked_example() {
    let (game, eval) = (Dala::default(), ClassicEval::default());
    let state = state(&game, EXAMPLE);
    let [x, o] = [Player(0), Player(1)];
    assert_eq!(eval.factors(&game, &state, x), [8, 0, 0, 0, 2]);
    assert_eq!(eval.factors(&game, &state, o), [7, 2, 1, 0, 0]);
    assert_eq!([x, o].map(|seat| total_distance(state.pieces(seat))), [28, 17]);
    assert_eq!(eval.value(&game, &state, x, x), 8_702_446);
    assert_eq!(eval.value(&game, &state, o, x), 6_134_058);
    assert_eq!(eval.score(&game, &state, x), 2_568_388);
    assert_eq!(eval.value(&game, &state, o, o), 6_377_931);
    assert_eq!(eval.value(&game, &state, x, o), 8_079_336);
    assert_eq!(eval.score(&game, &state, o), -1_701_405);
}

#[test]
fn distances_of_many_pieces_are_summed() {
    let game = Dala::default();
    let corners = state(&game, "xxx.../xxx.../....../....../...xxx/...xxx x 0 0 0 40");
    // 36 pairs across, 3 files and 4 ranks apart on average, and 15 pairs in each corner.
    assert_eq!(total_distance(corners.pieces(Player(0))), 36 * 7 + 2 * (15 + 10));
}

#[test]
fn terms_add_up() {
    let game = Dala::default();
    for spec in ["classic", "classic(v3=pairs, v5=source, dropping=any)"] {
        let eval = player(spec).unwrap().eval;
        for_random_states(&game, 30, |state| {
            for seat in [Player(0), Player(1)] {
                let sum: f64 = explain(&game, state, seat, &eval).iter().map(|term| term.1).sum();
                let value = match game.perft_rules().outcome(state) {
                    Some(payoffs) => eval.terminal(&game, state, &payoffs, seat),
                    None => eval.score(&game, state, seat),
                };
                assert_eq!(sum, value as f64);
            }
        });
    }
}

#[test]
fn terms_are_named() {
    let (game, eval) = (Dala::default(), ClassicEval::default());
    let terms = explain(&game, &state(&game, EXAMPLE), Player(0), &eval);
    assert_eq!(terms.len(), 10);
    assert_eq!(terms[0], ("own pieces captured: 8".to_owned(), 7_010_352.0));
    assert_eq!(terms[4], ("own steps out: 2".to_owned(), 1_692_094.0));
    assert_eq!(terms[5], ("enemy pieces captured: 7".to_owned(), -6_134_058.0));
    let over = state(&game, "xx..../....../....../....../....../ooo... o 0 0 0 90");
    let terms = explain(&game, &over, Player(0), &eval);
    assert_eq!(terms[0], ("end of the game".to_owned(), -1e9));
    assert_eq!(terms[1], ("pieces at the end".to_owned(), -1e6));
}

#[test]
fn pairs_count_each_pair_once() {
    let (game, eval) = (Dala::default(), player("classic(v3=pairs)").unwrap().eval);
    for (row, pairs) in [(".xx...", 1), ("x.x...", 1), ("xx..xx", 2), (".xxx..", 0)] {
        let text = format!("{row}/....../....../....../....../...... x 5 5 0 9");
        let found = eval.factors(&game, &state(&game, &text), Player(0))[2];
        assert_eq!(found, pairs, "{row}");
    }
}

#[test]
fn sources_count_all_scoring_steps() {
    let (game, eval) = (Dala::default(), player("classic(v5=source)").unwrap().eval);
    // c5 steps down into the gap of rank 4, or arrives there from b5; nothing else scores.
    let state = state(&game, "....../.xx.../.x.x../....../....../ooo... x 0 0 0 40");
    let naive = Naive { game: &game, state: &state, player: Player(0) };
    assert_eq!(eval.factors(&game, &state, Player(0))[3..], naive.scoring_steps());
}

#[test]
fn the_dropping_phase_is_the_players_own() {
    let game = Dala::default();
    let text = "....../.xx.../....../.oo.../....../...... o 0 1 0 23";
    let state = state(&game, text);
    let value = |spec: &str| player(spec).unwrap().eval.value(&game, &state, Player(0), Player(0));
    assert_eq!(value("classic(dropping=any)") - value("classic"), 2 * 251_283 + 751_278);
}

#[test]
fn steps_are_reduced_with_more_than_one_in_hand() {
    let game = Dala::default();
    let value = |reserve: u8| {
        let text = format!(".x..../..xx../....../....../....../...... x {reserve} 12 0 9");
        let eval = player("classic(second_lost=0, second_two=0, second_line=0)").unwrap().eval;
        eval.value(&game, &state(&game, &text), Player(0), Player(1))
    };
    assert_eq!([value(1), value(2)], [159_224, 159_224 / 7]);
}

#[test]
fn factors_follow_their_definition() {
    let game = Dala::default();
    let plain = ClassicEval::default();
    let other = player("classic(v5=source)").unwrap().eval;
    for_random_states(&game, 60, |state| {
        for player in [Player(0), Player(1)] {
            let naive = Naive { game: &game, state, player };
            assert_eq!(plain.factors(&game, state, player), naive.factors(), "{state:?}");
            assert_eq!(other.factors(&game, state, player)[3..], naive.scoring_steps());
        }
    });
}

#[test]
fn without_scoring_drops_or_departures_nothing_counts() {
    let eval = ClassicEval::default();
    let game = game("dala(drop_capture=off, vacate_capture=off)");
    let state = state(&game, EXAMPLE);
    assert_eq!(eval.factors(&game, &state, Player(0))[4], 0);
    assert_eq!(eval.factors(&game, &state, Player(1))[1..3], [0, 0]);
}

fn for_random_states(game: &Dala, games: u64, mut visit: impl FnMut(&State)) {
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::stream(seed, 0), game.start());
        for _ in 0..80 {
            let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            game.make(&mut state, mv);
            visit(&state);
        }
    }
}

/// The factors computed from their definition alone.
struct Naive<'a> {
    game: &'a Dala,
    state: &'a State,
    player: Player,
}

const UP: (i8, i8) = (0, 1);
const RIGHT: (i8, i8) = (1, 0);

fn shifted(square: Square, (file, rank): (i8, i8)) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + file, square.rank() as i8 + rank);
    let inside = (0..6).contains(&file) && (0..6).contains(&rank);
    inside.then(|| Square::new(file as u8, rank as u8))
}

/// The run of a set through a square along a direction and its opposite.
fn run(set: u64, square: Square, (file, rank): (i8, i8)) -> u64 {
    if set & square.bit() == 0 {
        return 0;
    }
    let mut found = square.bit();
    for step in [(file, rank), (-file, -rank)] {
        let mut at = square;
        while let Some(next) = shifted(at, step).filter(|next| set & next.bit() != 0) {
            found |= next.bit();
            at = next;
        }
    }
    found
}

fn is_three(set: u64, square: Square, along: (i8, i8)) -> bool {
    run(set, square, along).count_ones() == 3
}

impl Naive<'_> {
    fn own(&self) -> u64 {
        self.state.pieces(self.player)
    }

    fn empty(&self) -> u64 {
        let occupied = self.state.pieces(Player(0)) | self.state.pieces(Player(1));
        self.game.board().squares & !occupied
    }

    /// All steps with the pieces after them.
    fn steps(&self) -> Vec<(Square, Square, u64)> {
        let mut steps = Vec::new();
        for from in squares(self.own()) {
            for way in [UP, (0, -1), (-1, 0), RIGHT] {
                if let Some(to) = shifted(from, way).filter(|to| self.empty() & to.bit() != 0) {
                    steps.push((from, to, self.own() & !from.bit() | to.bit()));
                }
            }
        }
        steps
    }

    fn arrives(&self, to: Square, after: u64) -> bool {
        is_three(after, to, UP) || is_three(after, to, RIGHT)
    }

    fn departs(&self, from: Square, to: Square, after: u64) -> bool {
        [UP, (0, -1), (-1, 0), RIGHT].into_iter().any(|way| {
            let beside = shifted(from, way).filter(|beside| after & beside.bit() != 0);
            beside.is_some_and(|beside| {
                let found = run(after, beside, way);
                found.count_ones() == 3 && found & to.bit() == 0
            })
        })
    }

    fn factors(&self) -> [i64; 5] {
        let enemy = Player(1 - self.player.0);
        let captured = 12 - i64::from(self.state.total(enemy));
        let (mut drops, mut rows, mut columns) = (0, [0; 6], [0; 6]);
        for square in squares(self.empty()) {
            let after = self.own() | square.bit();
            drops += i64::from(self.arrives(square, after));
            rows[square.rank() as usize] |= i64::from(is_three(after, square, RIGHT));
            columns[square.file() as usize] |= i64::from(is_three(after, square, UP));
        }
        let (mut into, mut out) = (0u64, 0u64);
        for (from, to, after) in self.steps() {
            into |= if self.arrives(to, after) { to.bit() } else { 0 };
            out |= if self.departs(from, to, after) { from.bit() } else { 0 };
        }
        let lines = rows.iter().chain(&columns).sum();
        [captured, drops, lines, into.count_ones().into(), out.count_ones().into()]
    }

    /// The targets and the sources of the steps that score in any way, counted.
    fn scoring_steps(&self) -> [i64; 2] {
        let (mut targets, mut sources) = (0u64, 0u64);
        for (from, to, after) in self.steps() {
            if self.arrives(to, after) || self.departs(from, to, after) {
                (targets, sources) = (targets | to.bit(), sources | from.bit());
            }
        }
        [targets.count_ones().into(), sources.count_ones().into()]
    }
}
