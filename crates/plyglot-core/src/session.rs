//! A game in progress: rules, position and past, typed ([`Session`]) and erased ([`AnySession`]).

use std::any::Any;

use crate::{
    Click, Draw, EvalEntry, Game, Handover, History, Notation, Options, OrderEntry, OwnSolver,
    Payoffs, Player, Referee, Rng, Ruling, Scene, Sides, SpecError, TextError, Verdict,
    for_each_ply,
    laws::{self, LawReport},
    options::OptionSpec,
    perft::{self, PerftConfig},
    playout::{Playout, PlayoutEnd},
};

/// A game that the catalogue can list: everything a command, a match or a page needs of it.
pub trait Listed: Game + Handover + Notation + Draw {
    /// The name in specifications.
    const NAME: &'static str;
    /// One line on what the game is.
    const ABOUT: &'static str;
    /// How many players it takes, for lists.
    const PLAYERS: &'static str;
    /// Its options.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// Its evaluations, the best general one first.
    const EVALUATIONS: &'static [EvalEntry<Self>] = &[];
    /// Its move orderings, the best general one first.
    const ORDERS: &'static [OrderEntry<Self>] = &[];
    /// Its own exact solver, if it has one.
    const SOLVER: Option<OwnSolver<Self>> = None;
    /// The code of a game that is no part of the project (`include_str!` of its own file): records
    /// of games under other rules are told apart by it.
    const SOURCE: &'static str = "";

    /// The rules under checked options.
    fn build(options: &Options) -> Result<Self, SpecError>;

    /// What is unusual about these rules, though they can be played.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Openings from which matches of this game usually begin, as plies from the start.
    fn book() -> Vec<Vec<String>> {
        Vec::new()
    }

    /// A game from `first` on in a file format of its own literature, such as `pdn`; `None` where
    /// the game has no format of that name.
    fn write_game(
        &self,
        _format: &str,
        _first: &Self::State,
        _moves: &[Self::Move],
        _heading: &Heading,
    ) -> Option<String> {
        None
    }
}

/// What a file of games tells about one besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Who sat in each seat.
    pub players: Vec<String>,
    /// The rank of each seat; empty while nothing is decided.
    pub ranks: Vec<u8>,
    /// Anything else, by name.
    pub tags: Vec<(String, String)>,
}

/// A part of a game that specifications can name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

/// A listed game, erased: what the catalogue holds.
#[derive(Clone, Copy)]
pub struct GameEntry {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what the game is.
    pub about: &'static str,
    /// How many players it takes.
    pub players: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its evaluations, with their weights.
    pub evaluations: fn() -> Vec<Named>,
    /// Its move orderings.
    pub orders: fn() -> Vec<Named>,
    /// The code of a game that is no part of the project.
    pub source: &'static str,
    /// Openings from which its matches usually begin, as plies from the start.
    pub book: fn() -> Vec<Vec<String>>,
    build: fn(&Options) -> Result<Box<dyn AnySession>, SpecError>,
}

impl GameEntry {
    /// The entry of a game type.
    pub const fn of<G: Listed>() -> Self {
        GameEntry {
            name: G::NAME,
            about: G::ABOUT,
            players: G::PLAYERS,
            options: G::OPTIONS,
            evaluations: || {
                let named =
                    |e: &EvalEntry<G>| Named { name: e.name, about: e.about, options: e.weights };
                G::EVALUATIONS.iter().map(named).collect()
            },
            orders: || {
                let named =
                    |o: &OrderEntry<G>| Named { name: o.name, about: o.about, options: &[] };
                G::ORDERS.iter().map(named).collect()
            },
            source: G::SOURCE,
            book: G::book,
            build: |options| Ok(Box::new(Session::new(G::build(options)?))),
        }
    }

    /// The game at its start position under checked options.
    pub fn build(&self, options: &Options) -> Result<Box<dyn AnySession>, SpecError> {
        (self.build)(options)
    }
}

/// A game in progress. It counts repetitions and can take plies back.
#[derive(Clone)]
pub struct Session<G: Game> {
    game: G,
    first: G::State,
    state: G::State,
    history: History,
    plies: Vec<Vec<G::Move>>,
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
        let (plies, repeated) = (Vec::new(), false);
        Session { game, first, state, history, plies, repeated, referee, ruling }
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

    /// What everybody gets, once the game is over by its rules, by repetition or by a referee, who has
    /// the last word.
    pub fn outcome(&self) -> Option<Payoffs> {
        let ruled = self.ruling.as_ref().map(|ruling| ruling.payoffs);
        let ended = || self.game.outcome(&self.state);
        ruled.or_else(ended).or_else(|| self.repeated.then(|| self.game.draw()))
    }

    /// Plays a legal ply.
    pub fn push(&mut self, decisions: Vec<G::Move>) {
        for mv in &decisions {
            self.game.make(&mut self.state, *mv);
        }
        self.close_ply(decisions);
    }

    /// Notes a ply whose decisions have been made.
    fn close_ply(&mut self, decisions: Vec<G::Move>) {
        self.plies.push(decisions);
        let limit = self.game.repetition();
        let reached = self.history.visit_reaches(self.game.hash(&self.state), limit);
        self.repeated = limit > 0 && reached && !self.game.mid_turn(&self.state);
        let look = |referee: &mut Box<dyn Referee<G>>| referee.look(&self.game, &self.state);
        self.ruling = self.referee.as_mut().and_then(look);
    }

    /// Takes the last ply back; false at the beginning. Replays the game, so it needs nothing kept.
    pub fn pop(&mut self) -> bool {
        let mut plies = std::mem::take(&mut self.plies);
        let popped = plies.pop().is_some();
        *self = Session::at(self.game.clone(), self.first.clone());
        plies.into_iter().for_each(|ply| self.push(ply));
        popped
    }
}

/// A game in progress behind one object-safe interface: for commands, matches, protocols and pages.
/// One dynamic call per ply; every loop below it is compiled for its game.
pub trait AnySession: Send {
    /// The number of seats.
    fn players(&self) -> u8;
    /// The team of a seat.
    fn team(&self, player: Player) -> u8;
    /// Who wins and loses together.
    fn sides(&self) -> Sides;
    /// The seat's name in the game's own words.
    fn player_name(&self, player: Player) -> String;
    /// Whose decision it is.
    fn to_move(&self) -> Player;
    /// Whether that player is in the middle of a turn.
    fn mid_turn(&self) -> bool;
    /// The canonical text of the position.
    fn position(&self) -> String;
    /// Begins anew at a position; on an error nothing changes.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;
    /// The legal plies, sorted; none once the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays a ply in any accepted spelling; on an error nothing changes.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Takes the last ply back; false at the beginning.
    fn undo(&mut self) -> bool;
    /// The plies so far, in canonical spelling.
    fn played(&self) -> Vec<String>;
    /// The result in the game's own words, once it is over.
    fn verdict(&self) -> Option<Verdict>;
    /// What everybody got, once it is over.
    fn outcome(&self) -> Option<Payoffs>;
    /// The board for drawing.
    fn scene(&self) -> Scene;
    /// The legal plies with the clicks that enter them, in the order of [`AnySession::legal`].
    fn click_paths(&self) -> Vec<(String, Vec<Click>)>;
    /// The clicks that entered the last ply, to mark it on the board.
    fn last_clicks(&self) -> Vec<Click>;
    /// Counts ply sequences per legal ply; see [`perft::divide`].
    fn divide(
        &self,
        config: &PerftConfig,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(String, u64)>;
    /// Plays a random ply, decision by decision; false once the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> bool;
    /// Plays `games` random games from here as fast as the rules allow, leaving this one alone.
    fn playouts(&self, games: u64, rng: &mut Rng) -> Vec<PlayoutEnd>;
    /// The game so far in a file format of its own literature; see [`Listed::write_game`].
    fn write_game(&self, format: &str, heading: &Heading) -> Option<String>;
    /// What is unusual about the rules, though they can be played.
    fn warnings(&self) -> Vec<String>;
    /// Checks the laws of [`crate::laws`] by random play from here.
    fn check_laws(&self, config: &laws::LawConfig) -> LawReport;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnySession>;
    /// The [`Session`] behind this, for code that knows the game's type.
    fn as_any(&self) -> &dyn Any;
}

impl<G: Listed> AnySession for Session<G> {
    fn players(&self) -> u8 {
        self.game.players()
    }

    fn team(&self, player: Player) -> u8 {
        self.game.team(player)
    }

    fn sides(&self) -> Sides {
        self.game.sides()
    }

    fn player_name(&self, player: Player) -> String {
        self.game.player_name(player)
    }

    fn to_move(&self) -> Player {
        self.game.to_move(&self.state)
    }

    fn mid_turn(&self) -> bool {
        self.game.mid_turn(&self.state)
    }

    fn position(&self) -> String {
        self.game.write_state(&self.state)
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        let (game, state) = self.game.parse_state(text)?;
        *self = Session::at(game, state);
        Ok(())
    }

    fn legal(&self) -> Vec<String> {
        self.click_paths().into_iter().map(|(text, _)| text).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        if self.outcome().is_some() {
            return Err(TextError::illegal(text, "the game is over"));
        }
        let decisions = self.game.parse_ply(&self.state, text)?;
        self.push(decisions);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.pop()
    }

    fn played(&self) -> Vec<String> {
        let mut state = self.first.clone();
        let write = |ply: &Vec<G::Move>| {
            let text = self.game.write_ply(&state, ply);
            for mv in ply {
                self.game.make(&mut state, *mv);
            }
            text
        };
        self.plies.iter().map(write).collect()
    }

    fn verdict(&self) -> Option<Verdict> {
        let ruled = self.ruling.as_ref().map(|ruling| ruling.verdict.clone());
        ruled.or_else(|| self.game.verdict(&self.state, self.repeated))
    }

    fn outcome(&self) -> Option<Payoffs> {
        Session::outcome(self)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.state)
    }

    fn click_paths(&self) -> Vec<(String, Vec<Click>)> {
        let mut paths = Vec::new();
        if Session::outcome(self).is_none() {
            for_each_ply(&self.game, &self.state, &mut |ply| {
                let text = self.game.write_ply(&self.state, ply);
                paths.push((text, clicks_of(&self.game, &self.state, ply)));
            });
        }
        paths.sort_by(|a, b| self.game.compare_plies(&a.0, &b.0));
        paths
    }

    fn last_clicks(&self) -> Vec<Click> {
        let Some((last, before)) = self.plies.split_last() else { return Vec::new() };
        let mut state = self.first.clone();
        for mv in before.iter().flatten() {
            self.game.make(&mut state, *mv);
        }
        clicks_of(&self.game, &state, last)
    }

    fn divide(
        &self,
        config: &PerftConfig,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(String, u64)> {
        let counts = perft::divide(&self.game, &self.state, config, progress);
        let named = counts.into_iter().map(|(ply, nodes)| {
            let empty = ply.is_empty();
            let text = if empty { String::new() } else { self.game.write_ply(&self.state, &ply) };
            (text, nodes)
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| self.game.compare_plies(&a.0, &b.0));
        named
    }

    fn play_random(&mut self, rng: &mut Rng) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        let (mut decisions, mut scratch) = (Vec::new(), Vec::new());
        while let Some(mv) = self.game.random_move(&self.state, &mut scratch, rng) {
            self.game.make(&mut self.state, mv);
            decisions.push(mv);
            if !(G::PLY_IS_TURN && self.game.mid_turn(&self.state)) {
                break;
            }
        }
        self.close_ply(decisions);
        true
    }

    fn playouts(&self, games: u64, rng: &mut Rng) -> Vec<PlayoutEnd> {
        let mut playout = Playout::new();
        let mut ends = Vec::with_capacity(games.min(1 << 20) as usize);
        let mut state = self.state.clone();
        for _ in 0..games {
            state.clone_from(&self.state);
            ends.push(playout.run(&self.game, &mut state, rng, u32::MAX));
        }
        ends
    }

    fn write_game(&self, format: &str, heading: &Heading) -> Option<String> {
        self.game.write_game(format, &self.first, &self.plies.concat(), heading)
    }

    fn warnings(&self) -> Vec<String> {
        self.game.warnings()
    }

    fn check_laws(&self, config: &laws::LawConfig) -> LawReport {
        laws::check(&self.game, &self.state, config)
    }

    fn boxed(&self) -> Box<dyn AnySession> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The clicks of all decisions of a ply, one after the other.
pub(crate) fn clicks_of<G: Draw>(game: &G, state: &G::State, ply: &[G::Move]) -> Vec<Click> {
    let mut state = state.clone();
    let mut clicks = Vec::new();
    for mv in ply {
        clicks.extend(game.clicks(&state, *mv));
        game.make(&mut state, *mv);
    }
    clicks
}
