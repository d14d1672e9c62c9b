//! Our agent and a program that listens or connects: as its follower, or asking for a game itself.

use std::time::{Duration, Instant};

use plyglot_catalog::Budget;
use plyglot_checkers::Side;
use plyglot_core::ranks;
use plyglot_protocol::{Fault, FaultKind};

use super::{
    FRAMING, board,
    codec::{End, Message, Played, Request},
    peer::{ANSWER_TIME, Heard, Peer, reason, reason_words},
};
use crate::{Ask, Error, Join, Joined, Link, Missing, Wait, ears};

/// The time for a game that we ask for.
const OWN_TIME: Duration = Duration::from_secs(300);

/// Plays games until no more are wanted.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let role = Role::read(&join.channel)?;
    let Some(mut link) = role.meet(join)? else {
        return Ok(Joined { result: "nobody came".to_owned(), ..Joined::default() });
    };
    let name = if join.name.is_empty() { "Plyglot".to_owned() } else { join.name.clone() };
    let peer = Peer::new(name);
    let mut client =
        Client { join, peer, role, stage: Stage::Idle, seat: None, plies: 0, results: Vec::new() };
    let played = client.play(&mut link);
    if let Stage::Playing(_) = client.stage {
        let _ = client.peer.send(&link, &Message::End(End { reason: 0, last: true }));
    }
    played.map_err(|fault| Error(format!("the other side {fault}")))?;
    Ok(client.joined())
}

/// Who asks for games.
#[derive(Clone, Copy)]
enum Role {
    /// The other side, as often as it likes.
    Follower,
    /// The same, but it connects to us.
    Listener,
    /// We do, once, and play this side.
    Initiator(Side),
}

impl Role {
    fn read(channel: &str) -> Result<Role, Error> {
        match channel {
            "" | "follower" => Ok(Role::Follower),
            "listen" => Ok(Role::Listener),
            "initiator" => Ok(Role::Initiator(Side::Black)),
            "initiator-white" => Ok(Role::Initiator(Side::White)),
            other => Err(Error(format!(
                "dxp: channel {other:?}: expected follower, listen, initiator or initiator-white"
            ))),
        }
    }

    fn meet(self, join: &Join<'_>) -> Result<Option<Link>, Error> {
        match (self, &join.address) {
            (Role::Listener, Some(address)) => {
                ears().notice(&format!("waiting at {address}"));
                Link::accept(address, FRAMING, &ears().trace(join.protocol.show), join.stop)
            }
            _ => join.connect(FRAMING).map(Some),
        }
    }

    /// Whether we ask for the only game.
    fn asks(self) -> bool {
        matches!(self, Role::Initiator(_))
    }
}

enum Stage {
    Idle,
    /// We asked for a game; until when an answer must come.
    Asked(Instant),
    Playing(Game),
    /// We said that the game is over; until when the other side may say so, too.
    Ended(Instant),
    /// No more games.
    Done,
}

/// What was agreed upon.
#[derive(Clone, Copy)]
struct Game {
    /// Our seat, from 0.
    seat: usize,
    /// What is left on our clock.
    left: Duration,
    /// How many moves each side plays at most; 0 without a limit.
    moves: u16,
}

struct Client<'j, 'a> {
    join: &'j mut Join<'a>,
    peer: Peer,
    role: Role,
    stage: Stage,
    seat: Option<usize>,
    plies: usize,
    /// How every game ended.
    results: Vec<String>,
}

impl Client<'_, '_> {
    fn play(&mut self, link: &mut Link) -> Result<(), Fault> {
        if let Role::Initiator(own) = self.role {
            self.ask(own, link)?;
        }
        while !matches!(self.stage, Stage::Done) {
            let until = match self.stage {
                Stage::Asked(until) | Stage::Ended(until) => Some(until),
                _ => None,
            };
            let wait = Wait { until, stop: self.join.stop, alarm: None };
            match link.receive(&wait) {
                Ok(message) => match self.obey(&message.bytes, link, message.at) {
                    // It has left, but not all that it said before has been heard.
                    Err(fault) if fault.kind == FaultKind::Closed => {}
                    done => done?,
                },
                Err(Missing::Stopped) => return Ok(()),
                Err(Missing::Late) if matches!(self.stage, Stage::Ended(_)) => {
                    self.leave_table(false)
                }
                Err(Missing::Gone(why)) => return self.left_alone(&why),
                Err(missing) => return Err(missing.fault(ANSWER_TIME)),
            }
        }
        Ok(())
    }

    /// The connection is closed: the usual end between games.
    fn left_alone(&mut self, why: &str) -> Result<(), Fault> {
        match self.stage {
            Stage::Playing(_) => self.results.push(format!("broken off: the other side {why}")),
            Stage::Asked(_) => self.results.push(format!("no game: the other side {why}")),
            _ => {}
        }
        self.stage = Stage::Done;
        Ok(())
    }

    fn ask(&mut self, own: Side, link: &Link) -> Result<(), Fault> {
        let game = self.join.game.clone();
        self.begin(&game, None)?;
        let (time, moves) = (OWN_TIME, 0);
        let board = Some(board::board(self.join.mind.session()));
        let (name, follower) = (self.peer.name.clone(), own.other());
        let request = Request { name, follower, time, moves, board };
        self.stage = Stage::Asked(Instant::now() + ANSWER_TIME);
        self.peer.send(link, &Message::Request(request))
    }

    fn begin(&mut self, game: &str, position: Option<&str>) -> Result<(), Fault> {
        self.peer.begin();
        let begun = self.join.mind.begin(game, position);
        begun.map_err(|error| Fault::new(FaultKind::Start, error.to_string()))
    }

    fn obey(&mut self, bytes: &[u8], link: &Link, at: Instant) -> Result<(), Fault> {
        let welcome = matches!(self.stage, Stage::Idle);
        let Some(heard) = self.peer.read(link, bytes, welcome)? else { return Ok(()) };
        match (heard, &self.stage) {
            (Heard::Request(request), _) => self.consider(&request, link, at),
            (Heard::Accept { code, .. }, Stage::Asked(_)) => self.answered(code, link, at),
            (Heard::Move(played), Stage::Playing(game)) => self.follow(&played, *game, link, at),
            (Heard::End(end), Stage::Playing(_)) => {
                let last = end.last || self.role.asks();
                self.note(Some(end.reason));
                self.leave_table(last);
                self.peer.send(link, &Message::End(End { reason: 0, last }))
            }
            (Heard::End(end), Stage::Ended(_)) => {
                self.leave_table(end.last);
                Ok(())
            }
            // A move may have been under way when we ended the game; anything else is stale.
            _ => self.peer.ignore().map(|_| ()),
        }
    }

    /// Takes a game or refuses it.
    fn consider(&mut self, request: &Request, link: &Link, at: Instant) -> Result<(), Fault> {
        let game = self.join.game.clone();
        let position = request.board.as_ref().and_then(board::position);
        let begun = position.is_some_and(|text| self.begin(&game, Some(&text)).is_ok());
        if !begun || self.join.mind.session().outcome().is_some() {
            return self.peer.answer(link, 2);
        }
        self.peer.answer(link, 0)?;
        let seat = request.follower as usize;
        self.sit_down(Game { seat, left: request.time, moves: request.moves });
        self.take_turn(link, at)
    }

    /// The other side has answered our request.
    fn answered(&mut self, code: u8, link: &Link, at: Instant) -> Result<(), Fault> {
        match (self.role, code) {
            (Role::Initiator(own), 0) => {
                self.sit_down(Game { seat: own as usize, left: OWN_TIME, moves: 0 });
                self.take_turn(link, at)
            }
            _ => {
                self.results.push(format!("no game: it was refused with code {code}"));
                self.stage = Stage::Done;
                Ok(())
            }
        }
    }

    fn sit_down(&mut self, game: Game) {
        self.seat = Some(game.seat + 1);
        self.stage = Stage::Playing(game);
        (self.join.show)(self.join.mind.session());
    }

    fn follow(
        &mut self,
        played: &Played,
        game: Game,
        link: &Link,
        at: Instant,
    ) -> Result<(), Fault> {
        let session = self.join.mind.session();
        // It does not know that the last move of ours ended the game.
        if session.outcome().is_some() {
            return self.end(link);
        }
        if session.to_move().idx() == game.seat {
            let why = "moved out of turn";
            return Err(Fault::new(FaultKind::Garbage, why));
        }
        let ply = board::ply(session, played)?;
        self.advance(&ply)?;
        self.take_turn(link, at)
    }

    fn advance(&mut self, ply: &str) -> Result<(), Fault> {
        let played = self.join.mind.play(ply);
        played.map_err(|error| Fault::new(FaultKind::Illegal, error.to_string()))?;
        self.plies += 1;
        (self.join.show)(self.join.mind.session());
        Ok(())
    }

    /// Moves if it is our turn, or ends the game if there is nothing to move.
    fn take_turn(&mut self, link: &Link, at: Instant) -> Result<(), Fault> {
        let Stage::Playing(mut game) = self.stage else { return Ok(()) };
        let session = self.join.mind.session();
        if session.to_move().idx() != game.seat {
            return Ok(());
        }
        let agreed = 2 * usize::from(game.moves);
        if session.outcome().is_some() || agreed > 0 && session.played().len() >= agreed {
            return self.end(link);
        }
        let time = Budget::of_clock(game.left, Duration::ZERO).time;
        let chosen = self.join.mind.choose(&Ask { time, ..Ask::default() }, self.join.stop);
        let ply = chosen.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        self.advance(&ply)?;
        let spent = at.elapsed();
        game.left = game.left.saturating_sub(spent);
        self.stage = Stage::Playing(game);
        let seconds = spent.as_secs_f64().round().min(9999.0) as u16;
        let played = board::last_move(self.join.mind.session(), seconds);
        played.map_or(Ok(()), |played| self.peer.send(link, &Message::Move(played)))
    }

    /// Says that the game is over.
    fn end(&mut self, link: &Link) -> Result<(), Fault> {
        let own = match self.stage {
            Stage::Playing(game) => game.seat,
            _ => return Ok(()),
        };
        let ranked = self.join.mind.session().outcome().map(|payoffs| ranks(&payoffs, 2));
        let reason = ranked.map_or(0, |ranks| reason(ranks[own], ranks[1 - own]));
        let last = self.role.asks();
        self.note(None);
        self.stage = Stage::Ended(Instant::now() + ANSWER_TIME);
        self.peer.send(link, &Message::End(End { reason, last }))
    }

    /// Notes how a game ended, by the rules or else as the other side says.
    fn note(&mut self, said: Option<u8>) {
        let verdict = self.join.mind.session().verdict().map(|verdict| verdict.to_string());
        let words = || match said {
            Some(reason) => format!("the other side ended it, saying: {}", reason_words(reason)),
            None => "over after the number of moves that was agreed".to_owned(),
        };
        self.results.push(verdict.unwrap_or_else(words));
    }

    fn leave_table(&mut self, last: bool) {
        let done = last || self.role.asks();
        self.stage = if done { Stage::Done } else { Stage::Idle };
    }

    fn joined(&self) -> Joined {
        let result = match &self.results[..] {
            [] => "no game".to_owned(),
            [only] => only.clone(),
            [.., last] => format!("{} games, the last one: {last}", self.results.len()),
        };
        Joined { seat: self.seat, result, plies: self.plies }
    }
}
