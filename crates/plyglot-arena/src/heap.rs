//! A small game for tests: a heap of stones, of which every ply takes one or two, two plies a turn. Who
//! takes the last stone wins. One of its evaluations panics.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use plyglot_catalog::{Catalog, SIGNATURE};
use plyglot_core::{options::no_files, *};

use crate::{
    Adjudication, Entrant, Limits,
    opening::Source,
    schedule::{Frame, Variant},
    seating::Orders,
};

/// How many of the evaluations that panic were made.
pub(crate) static BOMBS: AtomicUsize = AtomicUsize::new(0);
/// How many of the evaluations that count were made.
pub(crate) static COUNTED: AtomicUsize = AtomicUsize::new(0);

/// What jobs of heaps share: these agents, called `agent 0`, `agent 1` and so on.
pub(crate) fn frame(agents: &[&str], limits: Limits) -> Frame {
    let opened = Catalog::standard().with::<Heap>().open("heap", &no_files).unwrap();
    let entrant = |(number, spec): (usize, &&str)| Entrant {
        name: format!("agent {number}"),
        spec: (*spec).to_owned(),
        short: String::new(),
    };
    let entrants = agents.iter().enumerate().map(entrant).collect();
    Frame {
        engine: SIGNATURE.to_owned(),
        game: opened.spec.clone(),
        variants: vec![Variant::new(&opened, entrants, Source::Random(4), 1)],
        sides: opened.session.sides(),
        limits,
        adjudication: Adjudication::default(),
        orders: Orders::Rotations,
        seed: 1,
        files: BTreeMap::new(),
    }
}

#[derive(Clone)]
pub(crate) struct Heap;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Stones {
    left: u8,
    turn: u8,
    second: bool,
}

impl Game for Heap {
    type State = Stones;
    type Move = u8;
    type Undo = Stones;

    fn players(&self) -> u8 {
        2
    }
    fn start(&self) -> Stones {
        Stones { left: 40, turn: 0, second: false }
    }
    fn to_move(&self, state: &Stones) -> Player {
        Player(state.turn)
    }
    fn mid_turn(&self, state: &Stones) -> bool {
        state.second
    }
    fn moves(&self, state: &Stones, out: &mut Vec<u8>) {
        out.extend(1..=state.left.min(2));
    }
    fn make(&self, state: &mut Stones, mv: u8) -> Stones {
        let before = state.clone();
        state.left -= mv;
        (state.second, state.turn) = match state.left {
            0 => (false, state.turn),
            _ => (!state.second, state.turn ^ u8::from(state.second)),
        };
        before
    }
    fn unmake(&self, state: &mut Stones, _mv: u8, before: Stones) {
        *state = before;
    }
    fn outcome(&self, state: &Stones) -> Option<Payoffs> {
        (state.left == 0).then(|| Payoffs::duel(Some(Player(state.turn))))
    }
    fn hash(&self, state: &Stones) -> u64 {
        mix(u64::from(state.left) << 8 | u64::from(state.turn) << 1 | u64::from(state.second))
    }
}

impl Handover for Heap {
    fn give_turn(&self, state: &mut Stones, to: Player) -> Player {
        Player(std::mem::replace(&mut state.turn, to.0))
    }
}

impl Notation for Heap {
    fn player_name(&self, player: Player) -> String {
        format!("player {}", player.0 + 1)
    }
    fn write_state(&self, state: &Stones) -> String {
        format!("{} {} {}", state.left, state.turn, u8::from(state.second))
    }
    fn parse_state(&self, text: &str) -> Result<(Self, Stones), TextError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [left, turn, second] = numbers[..] else {
            return Err(TextError::rules("expected three numbers".to_owned()));
        };
        Ok((Heap, Stones { left, turn: turn & 1, second: second > 0 }))
    }
    fn write_ply(&self, _state: &Stones, decisions: &[u8]) -> String {
        decisions.iter().map(u8::to_string).collect()
    }
    fn verdict(&self, state: &Stones, _repeated: bool) -> Option<Verdict> {
        self.outcome(state)?;
        Some(Verdict::word(self.player_name(Player(state.turn)), None))
    }
}

impl Draw for Heap {
    fn scene(&self, _state: &Stones) -> Scene {
        Scene { cells: vec![Cell::square("heap".to_owned(), 0, 0)], ..Scene::default() }
    }
    fn clicks(&self, _state: &Stones, _mv: u8) -> Vec<Click> {
        vec![Click::Cell(0)]
    }
}

impl Listed for Heap {
    const NAME: &'static str = "heap";
    const ABOUT: &'static str = "a heap of stones";
    const PLAYERS: &'static str = "2";
    const EVALUATIONS: &'static [EvalEntry<Self>] = &[
        EvalEntry {
            name: "even",
            about: "nothing",
            scale: Scale::new(1.0),
            weights: &[],
            build: |_| Box::new(Even),
        },
        EvalEntry {
            name: "counted",
            about: "nothing",
            scale: Scale::new(1.0),
            weights: &[],
            build: |_| {
                COUNTED.fetch_add(1, Ordering::Relaxed);
                Box::new(Even)
            },
        },
        EvalEntry {
            name: "bomb",
            about: "panics",
            scale: Scale::new(1.0),
            weights: &[],
            build: |_| {
                BOMBS.fetch_add(1, Ordering::Relaxed);
                Box::new(Bomb)
            },
        },
    ];

    fn build(_options: &Options) -> Result<Self, SpecError> {
        Ok(Heap)
    }
}

struct Even;

impl Evaluate<Heap> for Even {
    type Score = i64;

    fn score(&self, _game: &Heap, _state: &Stones, _pov: Player) -> i64 {
        0
    }
}

struct Bomb;

impl Evaluate<Heap> for Bomb {
    type Score = i64;

    fn score(&self, _game: &Heap, _state: &Stones, _pov: Player) -> i64 {
        panic!("the bomb went off")
    }
}
