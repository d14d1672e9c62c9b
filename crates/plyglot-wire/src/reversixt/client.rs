//! Our agent on a server of the course.

use std::time::{Duration, Instant};

use super::{
    FROM_SERVERS,
    codec::{self, Message, Place},
};
use crate::{Ask, Error, Join, Joined, Link, Margin};

/// Plays one game.
pub(super) fn join(join: &mut Join<'_>) -> Result<Joined, Error> {
    let mut link = join.connect(FROM_SERVERS)?;
    send(&link, &Message::Group(join.group))?;
    let mut client = Client { join, number: 0, account: Account::default(), phase: 1 };
    loop {
        let message = match client.join.hear(&mut link) {
            Ok(message) => message,
            Err(ended) => return Ok(client.joined(&ended)),
        };
        let read = codec::decode(&message.bytes);
        let read = read.map_err(|why| Error(format!("the server sent {why}")))?;
        if let Some(joined) = client.obey(read, &mut link, message.at)? {
            return Ok(joined);
        }
    }
}

fn send(link: &Link, message: &Message) -> Result<(), Error> {
    link.send(message.encode()).map_err(|missing| Error(missing.fault(Duration::ZERO).to_string()))
}

struct Client<'j, 'a> {
    join: &'j mut Join<'a>,
    /// Our player number, from 1.
    number: u8,
    account: Account,
    phase: u8,
}

impl Client<'_, '_> {
    /// Does what a message asks for; the end of the game, if it is one.
    fn obey(
        &mut self,
        message: Message,
        link: &mut Link,
        at: Instant,
    ) -> Result<Option<Joined>, Error> {
        match message {
            Message::Map(bytes) => {
                let text = String::from_utf8_lossy(&bytes).replace('\r', "");
                let game = self.join.game.clone();
                self.join.mind.begin(&game, Some(&text))?;
                (self.join.show)(self.join.mind.session());
            }
            Message::Number(number) => self.number = number,
            Message::Request { millis, depth } => self.answer(millis, depth, link, at)?,
            Message::Played { place, player } => self.follow(place, player)?,
            Message::Disqualified(player) => {
                let reason = format!("player {player} is disqualified");
                // The server may count somebody out of whom we know already.
                let _ = self.join.mind.play(&format!("!{player}"));
                (self.join.show)(self.join.mind.session());
                if player == self.number {
                    return Ok(Some(self.joined(&format!("{reason}, which is us"))));
                }
            }
            Message::PhaseOver => self.phase = 2,
            Message::GameOver => return Ok(Some(self.joined(&self.result()))),
            Message::Group(_) | Message::Move(_) => {
                return Err(Error("the server sent what only clients send".to_owned()));
            }
        }
        Ok(None)
    }

    fn answer(
        &mut self,
        millis: u32,
        depth: u8,
        link: &mut Link,
        at: Instant,
    ) -> Result<(), Error> {
        let turn = self.join.mind.session().to_move().0 + 1;
        if turn != self.number {
            return Err(Error(format!(
                "the server asks for our move, but by the rules player {turn} is to move"
            )));
        }
        let told = (millis > 0).then(|| Duration::from_millis(millis.into()));
        let mind = &mut self.join.mind;
        let time = told.map(|told| self.account.request(told, &mut mind.margin));
        // Servers that limit the time may send a depth of 1 along, which then means nothing.
        let depth = (depth > 1 || depth == 1 && told.is_none()).then_some(u32::from(depth));
        let ply = mind.choose(&Ask { time, depth, ..Ask::default() }, self.join.stop)?;
        let place = Place::of_ply(&ply);
        let place = place.ok_or_else(|| Error(format!("{ply} cannot be sent")))?;
        // If the server has left, it may have said why.
        let _ = send(link, &Message::Move(place));
        self.account.spent = at.elapsed();
        Ok(())
    }

    fn follow(&mut self, place: Place, player: u8) -> Result<(), Error> {
        let mind = &mut self.join.mind;
        let turn = mind.session().to_move().0 + 1;
        if turn != player {
            return Err(Error(format!(
                "the server says that player {player} moved, but by the rules it is player {turn}'s turn"
            )));
        }
        mind.play(&place.to_string())?;
        (self.join.show)(mind.session());
        Ok(())
    }

    fn result(&self) -> String {
        let verdict = self.join.mind.session().verdict();
        verdict.map_or("the server ended the game".to_owned(), |verdict| verdict.to_string())
    }

    fn joined(&self, result: &str) -> Joined {
        let seat = (self.number > 0).then_some(usize::from(self.number));
        let plies = self.join.mind.session().played().len();
        Joined { seat, result: result.to_owned(), plies }
    }
}

/// The time account of a player, as far as requests tell of it.
#[derive(Default)]
struct Account {
    /// What the first request told: the limit of a move.
    limit: Option<Duration>,
    /// What the last request told.
    last: Duration,
    /// What our last answer took by our own clock.
    spent: Duration,
}

impl Account {
    /// The time for a move of which a request tells what the account has. What the server took off it for the last
    /// move says how long the way is.
    fn request(&mut self, told: Duration, margin: &mut Margin) -> Duration {
        let Some(limit) = self.limit else {
            (self.limit, self.last) = (Some(told), told);
            return told;
        };
        // Without an account every request tells the same.
        if told != self.last {
            let theirs = (self.last + limit).saturating_sub(told);
            margin.note_way(theirs, self.spent);
        }
        self.last = told;
        // Savings are spent a little at a time, and never all of them.
        let savings = told.saturating_sub(limit);
        told.min(limit + savings / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    #[test]
    fn the_way_is_learnt_from_the_account() {
        let (mut account, mut margin) = (Account::default(), Margin::new(10 * MILLI));
        assert_eq!(account.request(1000 * MILLI, &mut margin), 1000 * MILLI);
        account.spent = 600 * MILLI;
        // The server counted 650: 1000 + 1000 - 650.
        assert_eq!(account.request(1350 * MILLI, &mut margin), 1000 * MILLI + 350 * MILLI / 4);
        assert_eq!(margin.kept(), 110 * MILLI);
        // A server without accounts says the same each time, which tells nothing.
        let (mut account, mut margin) = (Account::default(), Margin::new(10 * MILLI));
        for _ in 0..3 {
            assert_eq!(account.request(1000 * MILLI, &mut margin), 1000 * MILLI);
            account.spent = 900 * MILLI;
        }
        assert_eq!(margin.kept(), 10 * MILLI);
    }
}
