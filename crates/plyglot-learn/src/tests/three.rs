//! A game of three, in which a seat can be out: every turn a player takes one or two points, or in the first
//! round none and is out of the game. After four rounds those who are left rank by their points.

use plyglot_arena::store::Store;
use plyglot_catalog::{Catalog, model::Model};
use plyglot_core::{options::no_files, *};

use super::host::{Memory, carry_out};
use crate::{
    material::{Collector, Part},
    plan,
};

#[derive(Clone)]
struct Three;

#[derive(Clone, PartialEq, Debug)]
struct Points {
    /// Below zero once a seat is out.
    of: [i8; 3],
    plies: u8,
}

impl Game for Three {
    type State = Points;
    type Move = u8;
    type Undo = Points;

    fn players(&self) -> u8 {
        3
    }
    fn start(&self) -> Points {
        Points { of: [0; 3], plies: 0 }
    }
    fn to_move(&self, state: &Points) -> Player {
        Player(state.plies % 3)
    }
    fn moves(&self, state: &Points, out: &mut Vec<u8>) {
        match state.of[usize::from(state.plies % 3)] {
            own if own < 0 => out.push(0),
            _ if state.plies < 3 => out.extend(0..=2),
            _ => out.extend(1..=2),
        }
    }
    fn make(&self, state: &mut Points, mv: u8) -> Points {
        let before = state.clone();
        let own = &mut state.of[usize::from(state.plies % 3)];
        *own = if mv == 0 { -1 } else { *own + mv as i8 };
        state.plies += 1;
        before
    }
    fn unmake(&self, state: &mut Points, _mv: u8, before: Points) {
        *state = before;
    }
    fn outcome(&self, state: &Points) -> Option<Payoffs> {
        let left = state.of.iter().filter(|own| **own >= 0).count();
        let mut payoffs = Payoffs::default();
        for seat in seats(3) {
            payoffs[seat] = state.of[seat.idx()].into();
        }
        (left < 2 || state.plies == 12).then_some(payoffs)
    }
    fn hash(&self, state: &Points) -> u64 {
        state.of.iter().fold(u64::from(state.plies), |hash, own| mix(hash ^ *own as u64))
    }
}

impl Handover for Three {
    fn give_turn(&self, state: &mut Points, to: Player) -> Player {
        let before = self.to_move(state);
        state.plies = state.plies / 3 * 3 + to.0;
        before
    }
}

impl Notation for Three {
    fn player_name(&self, player: Player) -> String {
        format!("player {}", player.0 + 1)
    }
    fn write_state(&self, state: &Points) -> String {
        format!("{} {} {} {}", state.of[0], state.of[1], state.of[2], state.plies)
    }
    fn parse_state(&self, _text: &str) -> Result<(Self, Points), TextError> {
        Err(TextError::rules("it begins at the beginning".to_owned()))
    }
    fn write_ply(&self, _state: &Points, decisions: &[u8]) -> String {
        decisions.iter().map(u8::to_string).collect()
    }
    fn verdict(&self, state: &Points, _repeated: bool) -> Option<Verdict> {
        self.outcome(state)?;
        Some(Verdict::word("over".to_owned(), None))
    }
}

impl Draw for Three {
    fn scene(&self, _state: &Points) -> Scene {
        Scene { cells: vec![Cell::square("here".to_owned(), 0, 0)], ..Scene::default() }
    }
    fn clicks(&self, _state: &Points, _mv: u8) -> Vec<Click> {
        vec![Click::Cell(0)]
    }
}

struct Look;

impl Features<Three> for Look {
    fn stages(&self) -> usize {
        2
    }
    fn stage(&self, _game: &Three, state: &Points) -> usize {
        usize::from(state.plies / 6)
    }
    fn sums(&self) -> &'static [&'static str] {
        &["points"]
    }
    fn sum(&self, _game: &Three, state: &Points, seat: Player, out: &mut [i16]) {
        out[0] = state.of[seat.idx()].into();
    }
    fn in_play(&self, _game: &Three, state: &Points, seat: Player) -> bool {
        state.of[seat.idx()] >= 0
    }
}

struct ByHand;

impl Evaluate<Three> for ByHand {
    type Score = i64;

    fn score(&self, _game: &Three, state: &Points, pov: Player) -> i64 {
        i64::from(state.plies) * i64::from(state.of[pov.idx()])
    }
}

impl Listed for Three {
    const NAME: &'static str = "three";
    const ABOUT: &'static str = "points for three";
    const PLAYERS: &'static str = "3";
    const FEATURES: Option<&'static dyn Features<Self>> = Some(&Look);
    const EVALUATIONS: &'static [EvalEntry<Self>] = &[EvalEntry {
        name: "points",
        about: "points, more so later",
        scale: Scale::new(1.0),
        weights: &[],
        build: |_| Box::new(ByHand),
    }];

    fn build(_options: &Options) -> Result<Self, SpecError> {
        Ok(Three)
    }
}

const FILE: &str = r#"
game = "three"
start = "random"
hand = "maxn(depth=1)"
player = "maxn(eval=learned,depth=1)"
generations = [{ games = 300, nodes = 30, random = [0, 4] }]
model = { held_out = 0.3 }
proof = { games = 600, elo1 = 60.0 }
"#;

#[test]
fn three_sides_learn_shares_of_those_in_play() {
    let (catalog, host) = (Catalog::standard().with::<Three>(), Memory::new(2));
    let store = Store::in_memory().unwrap();
    let (course, _, store) = carry_out(&catalog, FILE, &host, store).unwrap();
    let learnt = &course.generations[0];
    assert!(learnt.loss < learnt.base_loss, "{learnt:?}");
    assert!(learnt.hand_loss.unwrap() < learnt.base_loss, "{learnt:?}");
    let model = Model::read(&host.file("-g1.model"), "three").unwrap();
    assert!(model.weights.iter().all(|weight| *weight > 0), "points are good: {:?}", model.weights);
    let proof = course.proof.unwrap();
    assert!(proof.better, "one ply with a purpose beats none: {}", proof.says);

    let plan = plan::read(FILE, &catalog, &no_files).unwrap();
    let collector = Collector::new(&plan, 1).unwrap();
    let run = &store.runs().unwrap().into_iter().find(|run| run.kind() == "learn").unwrap().id;
    let (mut all, part) = (None, Part { games: 300, every: 1, share: 1.0 });
    collector.collect(&store, run, part, &mut all, &|_| true).unwrap();
    let all = all.unwrap();
    let mut sizes = [0; 4];
    for samples in [&all.samples, &all.held_out] {
        for rows in samples.rows() {
            let sum: f32 = samples.labels()[rows.clone()].iter().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{sum}");
            sizes[rows.len()] += 1;
        }
    }
    assert!(
        sizes[2] > 0 && sizes[3] > 0 && sizes[1] == 0,
        "those who are out have no rows: {sizes:?}"
    );
    assert_eq!(all.hand.len(), all.held_out.labels().len());
}

#[test]
fn payoffs_and_what_searches_say_are_for_two_sides() {
    let catalog = Catalog::standard().with::<Three>();
    for (key, expected) in [
        ("target = \"payoff\"", "expected \"result\", since the game has 3 sides"),
        ("lambda = 0.5", "lambda = 0.5: expected 1"),
    ] {
        let text = FILE.replace("held_out = 0.3", key);
        let told = plan::read(&text, &catalog, &no_files).err().unwrap().to_string();
        assert!(told.contains(expected), "{told}");
    }
}
