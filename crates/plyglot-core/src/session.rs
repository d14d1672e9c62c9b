//! A game in progress: rules, position and past.

use crate::{Game, History, Notation, Payoffs, Referee, Ruling};

/// A game in progress. It counts repetitions and takes plies back at the cost of one ply.
#[derive(Clone)]
pub struct Session<G: Game> {
    pub(crate) game: G,
    pub(crate) first: G::State,
    pub(crate) state: G::State,
    history: History,
    pub(crate) texts: Vec<String>,
    past: Vec<Past<G>>,
    judgement: Judgement<G>,
    /// Whether a text brought the first position, and perhaps other rules.
    pub(crate) from_text: bool,
}

/// A ply that was played, and what was known before it.
#[derive(Clone)]
struct Past<G: Game> {
    decisions: Vec<(G::Move, G::Undo)>,
    judgement: Judgement<G>,
}

/// What the past says about a position beyond the rules.
#[derive(Clone)]
struct Judgement<G: Game> {
    repeated: bool,
    referee: Option<Box<dyn Referee<G>>>,
    ruling: Option<Ruling>,
}

impl<G: Notation> Session<G> {
    /// A game at its start position.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Session::at(game, start)
    }

    /// A game that begins in `state`, with no past.
    pub fn at(game: G, state: G::State) -> Self {
        let mut history = History::default();
        history.push(game.hash(&state));
        let first = state.clone();
        let mut referee = game.referee();
        let ruling = referee.as_mut().and_then(|referee| referee.look(&game, &state));
        let judgement = Judgement { repeated: false, referee, ruling };
        let (texts, past) = (Vec::new(), Vec::new());
        Session { game, first, state, history, texts, past, judgement, from_text: false }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The positions so far, the present one last.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether the repetition rule has drawn the game.
    pub(crate) fn repeated(&self) -> bool {
        self.judgement.repeated
    }

    /// How a referee has ended the game.
    pub(crate) fn ruling(&self) -> Option<&Ruling> {
        self.judgement.ruling.as_ref()
    }

    /// What everybody gets, once the game is over by its rules, by repetition or by a referee, who has
    /// the last word.
    pub fn outcome(&self) -> Option<Payoffs> {
        let ruled = self.ruling().map(|ruling| ruling.payoffs);
        let ended = || self.game.outcome(&self.state);
        ruled.or_else(ended).or_else(|| self.repeated().then(|| self.game.draw()))
    }

    /// Plays a legal ply.
    pub fn push(&mut self, decisions: Vec<G::Move>) {
        self.texts.push(self.game.write_ply(&self.state, &decisions));
        let mut make = |mv| (mv, self.game.make(&mut self.state, mv));
        let decisions = decisions.into_iter().map(&mut make).collect();
        self.past.push(Past { decisions, judgement: self.judgement.clone() });
        let limit = self.game.repetition();
        let reached = self.history.visit_reaches(self.game.hash(&self.state), limit);
        self.judgement.repeated = limit > 0 && reached && !self.game.mid_turn(&self.state);
        let look = |referee: &mut Box<dyn Referee<G>>| referee.look(&self.game, &self.state);
        self.judgement.ruling = self.judgement.referee.as_mut().and_then(look);
    }

    /// Takes the last ply back; false at the beginning.
    pub fn pop(&mut self) -> bool {
        let Some(last) = self.past.pop() else { return false };
        for (mv, undo) in last.decisions.into_iter().rev() {
            self.game.unmake(&mut self.state, mv, undo);
        }
        self.judgement = last.judgement;
        self.texts.pop();
        self.history.pop();
        true
    }

    /// All decisions so far.
    pub(crate) fn decisions(&self) -> Vec<G::Move> {
        self.past.iter().flat_map(|ply| &ply.decisions).map(|(mv, _)| *mv).collect()
    }

    /// The last ply's decisions and the position before them; none at the beginning.
    pub(crate) fn last_ply(&self) -> Option<(G::State, Vec<G::Move>)> {
        let last = self.past.last()?;
        let mut state = self.state.clone();
        for (mv, undo) in last.decisions.iter().rev() {
            self.game.unmake(&mut state, *mv, undo.clone());
        }
        Some((state, last.decisions.iter().map(|(mv, _)| *mv).collect()))
    }
}
