//! Our agent under a server that shows nothing but boards: what has happened is found out by comparing them.

use std::time::Duration;

use plyglot_core::Player;

use super::{
    LINES, board,
    codec::{Action, Outcome, ServerLine, read_row},
    typed,
};
use crate::{Ask, Error, Join, Joined, Link, console::Console, ears};

/// How many lines that mean nothing are passed over.
const MOST_IGNORED: usize = 100;

/// Plays one game, on a server or, without one or with `-` in its place, over standard input and output.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let mut server = match join.address.as_deref() {
        Some(address) if address != "-" => Server::Link(Box::new(join.connect(LINES)?)),
        _ => Server::Console(Console::open(join, |_| false)),
    };
    let mut client = Client { join, seat: None, time: None, bad: None };
    let mut ignored = 0;
    loop {
        let line = match server.next(client.join) {
            Ok(line) => line,
            Err(why) => return Ok(client.joined(why)),
        };
        match ServerLine::read(&line) {
            Ok(ServerLine::End(outcome, reason)) => {
                let result = client.result(outcome, &reason);
                return Ok(client.joined(result));
            }
            Ok(line) => client.obey(line, &mut server)?,
            Err(_) if ignored < MOST_IGNORED => ignored += 1,
            Err(why) => {
                let sent = format!("the server sent {} lines that mean nothing", ignored + 1);
                return Err(Error(format!("{sent}, the last one: {why}")));
            }
        }
    }
}

struct Client<'j, 'a> {
    join: &'j mut Join<'a>,
    /// Our seat, from 0.
    seat: Option<Player>,
    /// The time for an action.
    time: Option<Duration>,
    /// Why our last action was refused.
    bad: Option<String>,
}

impl<'a> Client<'_, 'a> {
    fn obey(&mut self, line: ServerLine, server: &mut Server<'a>) -> Result<(), Error> {
        match line {
            ServerLine::Hello { seat, time } => {
                (self.seat, self.time) = (Some(Player(seat - 1)), Some(time));
                let name = self.join.name.chars().filter(|own| !own.is_control());
                server.say(&format!("NAME {}", name.collect::<String>()))
            }
            ServerLine::Turn => self.act(server),
            ServerLine::Bad(reason) => {
                self.bad = Some(reason);
                Ok(())
            }
            ServerLine::Ok | ServerLine::End(..) => Ok(()),
        }
    }

    fn act(&mut self, server: &mut Server<'a>) -> Result<(), Error> {
        let seat = self.seat.ok_or_else(|| Error("the server asks before it greets".to_owned()))?;
        let (_, size) = board(self.join.mind.session());
        let mut rows = String::new();
        for _ in 0..size {
            let line = server.next(self.join).map_err(Error)?;
            let row = read_row(&line, size);
            rows += row.map_err(|why| Error(format!("the server sent {why}")))?;
            rows.push('\n');
        }
        self.follow(&rows, seat)?;
        (self.join.show)(self.join.mind.session());
        let ask = Ask { time: self.time, ..Ask::default() };
        let ply = self.join.mind.choose(&ask, self.join.stop)?;
        let action = Action::of_ply(&ply, size);
        let action = action.ok_or_else(|| Error(format!("{ply} cannot be sent")))?;
        server.say(&action.to_string())?;
        self.join.mind.play(&ply)?;
        (self.join.show)(self.join.mind.session());
        Ok(())
    }

    /// Finds the turn of the enemy that leads to the board.
    fn follow(&mut self, rows: &str, seat: Player) -> Result<(), Error> {
        let mind = &mut self.join.mind;
        if mind.session().to_move() == seat && mind.session().pass_reason().is_some() {
            // Nobody was asked for that.
            mind.play("pass")?;
        }
        if mind.session().to_move() == seat {
            if board(mind.session()).0 == rows && mind.session().outcome().is_none() {
                return Ok(());
            }
        } else {
            for ply in mind.session().legal() {
                mind.play(&ply)?;
                if board(mind.session()).0 == rows && mind.session().outcome().is_none() {
                    return Ok(());
                }
                mind.undo();
            }
        }
        self.recover(rows, seat)
    }

    /// Goes on from a board that no turn explains. What we have in hand we know, except at the beginning;
    /// whatever else the enemy owns is in his.
    fn recover(&mut self, rows: &str, seat: Player) -> Result<(), Error> {
        let session = typed(self.join.mind.session());
        let (state, enemy, all) = (session.state(), Player(1 - seat.0), session.game().pieces());
        let on_board = |player: Player| {
            rows.chars().filter(|sign| *sign == char::from(b'1' + player.0)).count() as u8
        };
        let first = self.join.mind.session().played().is_empty();
        let mut reserve = [0; 2];
        reserve[seat.idx()] =
            if first { all.saturating_sub(on_board(seat)) } else { state.reserve(seat) };
        reserve[enemy.idx()] = state.total(enemy).saturating_sub(on_board(enemy));
        let [x, o] = reserve;
        let drops = 2 * u32::from(all) - u32::from(x) - u32::from(o);
        let ranks = rows.trim_end().replace('\n', "/");
        let ranks = ranks.replace('0', ".").replace('1', "x").replace('2', "o");
        let side = ["x", "o"][seat.idx()];
        let position = format!("{ranks} {side} {x} {o} 0 {drops}");
        ears().notice(&format!(
            "the board does not follow from the last one: going on from {position}"
        ));
        let game = self.join.game.clone();
        let game = if game.is_empty() { self.join.protocol.game } else { &game };
        self.join.mind.begin(game, Some(&position))
    }

    fn result(&self, outcome: Outcome, reason: &str) -> String {
        let word = match outcome {
            Outcome::Win => "won",
            Outcome::Loss => "lost",
            Outcome::Draw => "draw",
        };
        let bad = self.bad.as_ref().map_or(String::new(), |why| format!(": {why}"));
        format!("{word} ({reason}){bad}")
    }

    fn joined(&self, result: String) -> Joined {
        let seat = self.seat.map(|seat| seat.idx() + 1);
        let plies = self.join.mind.session().played().len();
        Joined { seat, result, plies }
    }
}

/// The other side.
enum Server<'a> {
    Link(Box<Link>),
    Console(Console<'a>),
}

impl Server<'_> {
    /// The next line, or why there is none.
    fn next(&mut self, join: &Join<'_>) -> Result<String, String> {
        match self {
            Server::Link(link) => {
                join.hear(link).map(|message| String::from_utf8_lossy(&message.bytes).into_owned())
            }
            Server::Console(console) => match console.next() {
                Some(line) => Ok(line.text),
                None if console.is_stopped() => Err("left".to_owned()),
                None => Err("the game broke off: the server has left".to_owned()),
            },
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Error> {
        match self {
            Server::Link(link) => {
                let sent = link.send(format!("{line}\n").into_bytes());
                sent.map_err(|missing| Error(missing.fault(Duration::ZERO).detail))
            }
            Server::Console(console) => console.say(line),
        }
    }
}
