//! A game in progress whose type is not known: what commands, matches and pages work with.

use std::any::Any;

use crate::{
    Change, Click, Content, FileGames, Heading, Listed, Payoffs, Player, Reach, Rng, Scene,
    Session, Setup, Sides, Spec, TextError, Verdict,
    changes::changes_of,
    for_each_ply,
    laws::{self, LawReport},
    perft::{self, PerftConfig},
    playout::{Playout, PlayoutEnd},
    reach,
    scene::clicks_of,
    words,
};

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
    /// The specification of the rules, where that of the game as it was opened is `opened`: a position
    /// that was set may have brought others. `?` stands for a value that no specification can name.
    fn spec(&self, opened: &str) -> String;
    /// The canonical text of the position.
    fn position(&self) -> String;
    /// The identity of the position: the same for all that the symmetries of the rules map to each other, whatever
    /// the counters say. It holds for this version of the program, and is for no file.
    fn key(&self) -> u64;
    /// The legal plies with where they lead, in the order of [`AnySession::legal`].
    fn reaches(&self) -> Vec<Reach>;
    /// Begins anew at a position; on an error nothing changes.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;
    /// The position in parts, to be edited; `None` in the middle of a turn and where the game has none.
    fn setup(&self) -> Option<Setup>;
    /// Begins anew at an edited position; on an error nothing changes.
    fn set_setup(&mut self, setup: &Setup) -> Result<(), TextError>;
    /// The legal plies, sorted; none once the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays a ply in any accepted spelling; on an error nothing changes.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Takes the last ply back; false at the beginning.
    fn undo(&mut self) -> bool;
    /// The plies so far, in canonical spelling.
    fn played(&self) -> &[String];
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
    /// What the last ply did to the board, decision by decision: made one after the other to the scene
    /// before the ply ([`Scene::apply`]), they give the present one.
    fn changes(&self) -> Vec<Change>;
    /// The seats that the turn passed by after the last ply.
    fn skipped(&self) -> Vec<Player>;
    /// Why the only legal ply is a pass; `None` where there is another, or the game is over.
    fn pass_reason(&self) -> Option<String>;
    /// What announces the last ply and what follows it: `Red (-3,0) to (-1,0), converts 1 blue. Green
    /// to move.`
    fn says(&self) -> String;
    /// A cell with what stands on it: `d3, white king`. Moves accept the cell's name alone.
    fn describe(&self, cell: usize) -> String;
    /// By how many degrees the drawing is turned clockwise to show the board as a seat sees it.
    fn orientation(&self, seat: Player) -> u16;
    /// The plies on the board that a seat could play if it were its turn now, with the clicks that enter
    /// them; none if it is, in the middle of a turn and at the end. When its turn comes they may be
    /// illegal.
    fn premoves(&self, seat: Player) -> Vec<(String, Vec<Click>)>;
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
    /// The ply that puts a seat out of the game, whoever is to move, so that the others can play on; `None`
    /// where the rules know no such thing.
    fn withdrawal(&self, seat: Player) -> Option<String>;
    /// The game so far in a file format of its own literature; see [`Listed::write_game`].
    fn write_game(&self, format: &str, heading: &Heading) -> Option<String>;
    /// The games of a file in a format of the game's own literature; see [`Listed::read_games`].
    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>>;
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

    fn spec(&self, opened: &str) -> String {
        let carried = if self.from_text { self.game.carried() } else { Vec::new() };
        let Some(mut spec) = Spec::parse(opened).ok().filter(|_| !carried.is_empty()) else {
            return opened.to_owned();
        };
        for (name, value) in carried {
            match spec.given.iter_mut().find(|(given, _)| given == name) {
                Some(given) => given.1 = value,
                None => spec.given.push((name.to_owned(), value)),
            }
        }
        spec.to_string()
    }

    fn position(&self) -> String {
        self.game.write_state(&self.state)
    }

    fn key(&self) -> u64 {
        reach::key(&self.game, &self.state)
    }

    fn reaches(&self) -> Vec<Reach> {
        let over = Session::outcome(self).is_some();
        if over { Vec::new() } else { reach::reaches(&self.game, &self.state) }
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        let (game, state) = self.game.parse_state(text)?;
        *self = Session::at(game, state);
        self.from_text = true;
        Ok(())
    }

    fn setup(&self) -> Option<Setup> {
        if self.mid_turn() { None } else { self.game.setup(&self.state) }
    }

    fn set_setup(&mut self, setup: &Setup) -> Result<(), TextError> {
        let none = || TextError::rules("this position cannot be edited");
        self.setup().ok_or_else(none)?.check(setup, self.game.players())?;
        let text = self.game.write_setup(setup).ok_or_else(none)?;
        self.set_position(&text)
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

    fn played(&self) -> &[String] {
        &self.texts
    }

    fn verdict(&self) -> Option<Verdict> {
        let ruled = self.ruling().map(|ruling| ruling.verdict.clone());
        ruled.or_else(|| self.game.verdict(&self.state, self.repeated()))
    }

    fn outcome(&self) -> Option<Payoffs> {
        Session::outcome(self)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.state)
    }

    fn click_paths(&self) -> Vec<(String, Vec<Click>)> {
        let over = Session::outcome(self).is_some();
        if over { Vec::new() } else { paths(&self.game, &self.state) }
    }

    fn last_clicks(&self) -> Vec<Click> {
        let last = self.last_ply();
        last.map_or(Vec::new(), |(before, ply)| clicks_of(&self.game, &before, &ply))
    }

    fn changes(&self) -> Vec<Change> {
        let last = self.last_ply();
        last.map_or(Vec::new(), |(before, ply)| changes_of(&self.game, before, &ply))
    }

    fn skipped(&self) -> Vec<Player> {
        let between_turns = Session::outcome(self).is_none() && !self.mid_turn();
        let last = self.last_ply().filter(|_| between_turns);
        last.map_or(Vec::new(), |(before, _)| self.game.skipped(&before, &self.state))
    }

    fn pass_reason(&self) -> Option<String> {
        let mut moves = Vec::new();
        if Session::outcome(self).is_none() && !self.mid_turn() {
            self.game.moves(&self.state, &mut moves);
        }
        let [only] = moves[..] else { return None };
        let pass = self.game.clicks(&self.state, only).iter().all(|click| click.cell().is_none());
        pass.then(|| self.game.pass_reason(&self.state).to_owned())
    }

    fn says(&self) -> String {
        words::says(self)
    }

    fn describe(&self, cell: usize) -> String {
        words::describe(&self.game, &self.scene(), cell)
    }

    fn orientation(&self, seat: Player) -> u16 {
        self.game.orientation(seat)
    }

    fn premoves(&self, seat: Player) -> Vec<(String, Vec<Click>)> {
        let waits = seat.0 < self.game.players() && seat != self.to_move();
        if !waits || self.mid_turn() || Session::outcome(self).is_some() {
            return Vec::new();
        }
        let mut given = self.state.clone();
        self.game.give_turn(&mut given, seat);
        let mut paths = paths(&self.game, &given);
        paths.retain(|(_, clicks)| clicks.iter().any(|click| click.cell().is_some()));
        paths
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
        let mut ahead = self.state.clone();
        while let Some(mv) = self.game.random_move(&ahead, &mut scratch, rng) {
            decisions.push(mv);
            self.game.make(&mut ahead, mv);
            if !(G::PLY_IS_TURN && self.game.mid_turn(&ahead)) {
                break;
            }
        }
        self.push(decisions);
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

    fn withdrawal(&self, seat: Player) -> Option<String> {
        self.game.withdrawal(&self.state, seat)
    }

    fn write_game(&self, format: &str, heading: &Heading) -> Option<String> {
        self.game.write_game(format, &self.first, &self.decisions(), heading)
    }

    fn read_games<'a>(&'a self, format: &str, file: &'a Content) -> Option<FileGames<'a>> {
        self.game.read_games(format, file)
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

/// The legal plies of an unfinished game with the clicks that enter them, sorted.
fn paths<G: Listed>(game: &G, state: &G::State) -> Vec<(String, Vec<Click>)> {
    let mut paths = Vec::new();
    for_each_ply(game, state, &mut |ply| {
        paths.push((game.write_ply(state, ply), clicks_of(game, state, ply)));
    });
    paths.sort_by(|a, b| game.compare_plies(&a.0, &b.0));
    paths
}
