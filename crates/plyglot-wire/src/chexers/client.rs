//! Our agent on a server of the course.

use super::{
    FRAMING,
    codec::{self, COLOURS, Message},
};
use crate::{Ask, Error, Join, Joined, outside::plain};

/// How much of a server's words is kept, in letters.
const MOST_WORDS: usize = 200;

/// Plays one game.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let mut link = join.connect(FRAMING)?;
    let hello = Message::Play { name: join.name.clone(), channel: join.channel.clone() };
    let mut client = Client::new(join);
    // Whether the server can still be told anything is found when it is heard next: it may have said why not.
    let _ = link.send(hello.encode());
    loop {
        let message = match client.join.hear(&mut link) {
            Ok(message) => message,
            Err(ended) => return Ok(client.joined(&ended)),
        };
        let read = codec::decode(&message.bytes);
        let read = read.map_err(|why| Error(format!("the server sent {why}")))?;
        let think = |join: &mut Join<'_>| join.mind.choose(&Ask::default(), join.stop);
        match client.obey(read, think)? {
            Step::Say(answer) => _ = link.send(answer.encode()),
            Step::Wait => {}
            Step::Over(result) => return Ok(client.joined(&result)),
        }
    }
}

/// What is to be done about a message.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// Send an answer.
    Say(Message),
    /// Nothing.
    Wait,
    /// Leave: how it ended, in words.
    Over(String),
}

pub(super) struct Client<'j, 'a> {
    join: &'j mut Join<'a>,
    /// Whether the server has taken our greeting.
    greeted: bool,
    seat: Option<usize>,
}

impl<'j, 'a> Client<'j, 'a> {
    /// Just after the greeting.
    pub(super) fn new(join: &'j mut Join<'a>) -> Client<'j, 'a> {
        Client { join, greeted: false, seat: None }
    }

    /// What comes of a message; `think` finds our ply.
    pub(super) fn obey(
        &mut self,
        message: Message,
        think: impl FnOnce(&mut Join<'a>) -> Result<String, Error>,
    ) -> Result<Step, Error> {
        Ok(match message {
            // The first one takes our greeting, all others ask whether we are still there.
            Message::Okay if !self.greeted => {
                self.greeted = true;
                Step::Wait
            }
            Message::Okay => Step::Say(Message::Okay),
            Message::Game(_) => Step::Wait,
            Message::Init(seat) => {
                let usual = self.join.protocol.game;
                let game = if self.join.game.is_empty() { usual } else { &self.join.game };
                self.join.mind.begin(game, None)?;
                self.seat = Some(seat);
                (self.join.show)(self.join.mind.session());
                Step::Say(Message::Okay)
            }
            Message::Turn => {
                let own = self.seat.ok_or_else(|| early("asks for our action"))?;
                self.check_turn(own, "asks for our action")?;
                let ply = think(self.join)?;
                let action = codec::action_of_ply(&ply);
                let action = action.ok_or_else(|| Error(format!("{ply} cannot be sent")))?;
                Step::Say(Message::Action(action))
            }
            Message::Update(seat, action) => {
                self.seat.ok_or_else(|| early("tells of an action"))?;
                self.check_turn(seat, &format!("says that {} acted", COLOURS[seat]))?;
                self.join.mind.play(&action.to_string())?;
                (self.join.show)(self.join.mind.session());
                Step::Say(Message::Okay)
            }
            Message::Over(result) => Step::Over(plain(&result, MOST_WORDS)),
            Message::Error(reason) => {
                Step::Over(format!("the server broke the game off: {}", plain(&reason, MOST_WORDS)))
            }
            Message::Play { .. } | Message::Action(_) => {
                return Err(Error("the server sent what only clients send".to_owned()));
            }
        })
    }

    fn check_turn(&self, seat: usize, what: &str) -> Result<(), Error> {
        let turn = self.join.mind.session().to_move().idx();
        if turn == seat {
            return Ok(());
        }
        let colour = COLOURS[turn];
        Err(Error(format!("the server {what}, but by the rules it is {colour}'s turn")))
    }

    fn joined(&self, result: &str) -> Joined {
        let plies = self.join.mind.session().played().len();
        Joined { seat: self.seat.map(|seat| seat + 1), result: result.to_owned(), plies }
    }
}

fn early(what: &str) -> Error {
    Error(format!("the server {what} before it has told our colour"))
}
