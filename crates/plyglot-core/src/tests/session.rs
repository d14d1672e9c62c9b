//! What a session costs.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use crate::{Game, Notation, Payoffs, Player, Session, TextError, Verdict};

/// A walk that never ends, whose steps are counted.
#[derive(Clone, Default)]
struct Walk {
    steps: Arc<AtomicU32>,
}

impl Game for Walk {
    type State = u32;
    type Move = u8;
    type Undo = ();

    fn players(&self) -> u8 {
        2
    }
    fn start(&self) -> u32 {
        0
    }
    fn to_move(&self, state: &u32) -> Player {
        Player((state % 2) as u8)
    }
    fn moves(&self, _state: &u32, out: &mut Vec<u8>) {
        out.push(1);
    }
    fn make(&self, state: &mut u32, mv: u8) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        *state += u32::from(mv);
    }
    fn unmake(&self, state: &mut u32, mv: u8, _undo: ()) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        *state -= u32::from(mv);
    }
    fn outcome(&self, _state: &u32) -> Option<Payoffs> {
        None
    }
    fn hash(&self, state: &u32) -> u64 {
        crate::mix((*state).into())
    }
}

impl Notation for Walk {
    fn player_name(&self, player: Player) -> String {
        player.0.to_string()
    }
    fn write_state(&self, state: &u32) -> String {
        state.to_string()
    }
    fn parse_state(&self, text: &str) -> Result<(Self, u32), TextError> {
        let read = text.parse().map_err(|_| TextError::rules("a number"));
        read.map(|state| (self.clone(), state))
    }
    fn write_ply(&self, _state: &u32, decisions: &[u8]) -> String {
        decisions.iter().map(u8::to_string).collect()
    }
    fn verdict(&self, _state: &u32, _repeated: bool) -> Option<Verdict> {
        None
    }
}

#[test]
fn a_ply_taken_back_costs_one_step() {
    let game = Walk::default();
    let mut session = Session::new(game.clone());
    (0..500).for_each(|_| session.push(vec![1]));
    assert_eq!(game.steps.load(Ordering::Relaxed), 500);
    let mut copy = session.clone();
    for left in (0..500).rev() {
        assert!(copy.pop() && *copy.state() == left);
    }
    assert_eq!(game.steps.load(Ordering::Relaxed), 1000);
    assert!(!copy.pop() && *session.state() == 500);
}
