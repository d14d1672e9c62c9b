//! Our agent on a server of the course.

use std::{collections::VecDeque, time::Duration};

use super::{
    FROM_SERVERS, MOST_IGNORED,
    codec::{self, ServerLine},
    typed,
};
use crate::{Ask, Error, Join, Joined, Link, Wait};

/// What the course allows for an action is a second; servers with other limits do not say so. A little of it is
/// for the server, which has four clients to tell before it reads.
const USUAL_TIME: Duration = Duration::from_millis(950);
/// How long the result may come after the end.
const RESULT_TIME: Duration = Duration::from_secs(1);

/// Plays one game.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    typed(join.mind.session()).map_err(Error)?;
    let mut link = join.connect(FROM_SERVERS)?;
    let name: String = join.name.chars().filter(|own| !own.is_control()).collect();
    send(&link, format!("START {name}\n"))?;
    let mut client = Client { join, number: None, plan: VecDeque::new() };
    let mut ignored = 0;
    loop {
        let message = match client.join.hear(&mut link) {
            Ok(message) => message,
            Err(ended) => return Ok(client.joined(ended)),
        };
        match ServerLine::read(&message.bytes) {
            Ok(ServerLine::GameOver(reason)) => {
                let result = client.result(&mut link, &reason);
                return Ok(client.joined(result));
            }
            Ok(line) => client.obey(line, &link)?,
            Err(_) if ignored < MOST_IGNORED => ignored += 1,
            Err(why) => {
                let sent = format!("the server sent {} lines that mean nothing", ignored + 1);
                return Err(Error(format!("{sent}, the last one: {why}")));
            }
        }
    }
}

fn send(link: &Link, line: String) -> Result<(), Error> {
    let sent = link.send(line.into_bytes());
    sent.map_err(|missing| Error(missing.fault(Duration::ZERO).to_string()))
}

struct Client<'j, 'a> {
    join: &'j mut Join<'a>,
    /// Our player, from 0.
    number: Option<u8>,
    /// The rest of the turn that we are in, as it was planned.
    plan: VecDeque<String>,
}

impl Client<'_, '_> {
    fn obey(&mut self, line: ServerLine, link: &Link) -> Result<(), Error> {
        match line {
            ServerLine::Start { player, .. } => {
                self.number = Some(player);
                (self.join.show)(self.join.mind.session());
            }
            ServerLine::Play(_) => self.act(link)?,
            ServerLine::Action(action) => {
                self.join.mind.play(&codec::action_text(&action))?;
                (self.join.show)(self.join.mind.session());
            }
            // Without an end before it, a result is none.
            _ => {}
        }
        Ok(())
    }

    /// Answers with an action, unless our board says that it is not our turn.
    fn act(&mut self, link: &Link) -> Result<(), Error> {
        let session = self.join.mind.session();
        if self.number != Some(session.to_move().0) || session.outcome().is_some() {
            return Ok(());
        }
        if !session.mid_turn() {
            self.plan.clear();
        }
        let legal = session.legal();
        let planned = self.plan.pop_front().filter(|ply| legal.contains(ply));
        let ply = match planned {
            Some(ply) => ply,
            None => self.think()?,
        };
        send(link, format!("{ply}\n"))
    }

    /// Our next action; the rest of the turn becomes the plan, as far as the agent has thought it out.
    fn think(&mut self) -> Result<String, Error> {
        let mind = &mut self.join.mind;
        let time = mind.most.time.is_none().then_some(USUAL_TIME);
        let mut answer = mind.think(&Ask { time, ..Ask::default() }, self.join.stop)?;
        self.plan = answer.lines.swap_remove(0).plies.into();
        let first = self.plan.pop_front();
        first.ok_or_else(|| Error("the agent knows no move".to_owned()))
    }

    /// The result in words, which comes right after the end if it comes at all.
    fn result(&self, link: &mut Link, reason: &str) -> String {
        let next = link.receive(&Wait::within(RESULT_TIME, self.join.stop)).ok();
        let line = next.and_then(|message| ServerLine::read(&message.bytes).ok());
        let mut words = match line {
            Some(ServerLine::Winner(team)) => self.winner(team),
            Some(ServerLine::Draw) => "draw".to_owned(),
            Some(ServerLine::Undecided) => "undecided".to_owned(),
            _ => "the server ended the game".to_owned(),
        };
        if !reason.is_empty() {
            words += &format!(" ({reason})");
        }
        words
    }

    fn winner(&self, team: u8) -> String {
        let own =
            self.number.map(|number| self.join.mind.session().team(plyglot_core::Player(number)));
        let whose = if own == Some(team) { "our team" } else { "the other team" };
        format!("team {team} wins, {whose}")
    }

    fn joined(&self, result: String) -> Joined {
        let seat = self.number.map(|number| usize::from(number) + 1);
        let plies = self.join.mind.session().played().len();
        Joined { seat, result, plies }
    }
}
