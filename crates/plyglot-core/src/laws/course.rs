//! Laws of a game in progress: what a session tells and takes back.

use super::Checker;
use crate::{AnySession, Listed, Payoffs, Rng, Session, Verdict};

/// What is compared of a moment of a game.
type Moment<S> = (S, Option<Payoffs>, Option<Verdict>, usize);

impl<G: Listed> Checker<'_, G> {
    /// A random game, taken back ply by ply and played again from its texts.
    pub(super) fn course(&mut self, start: &G::State, rng: &mut Rng) {
        let mut session = Session::at(self.game.clone(), start.clone());
        let mut moments = vec![moment(&session)];
        while moments.len() <= self.config.max_plies as usize && session.play_random(rng) {
            moments.push(moment(&session));
        }
        let texts = session.played().to_vec();
        for wanted in moments.iter().rev() {
            self.same(moment(&session), wanted.clone(), &wanted.0, "a ply taken back");
            session.undo();
        }
        for (text, wanted) in texts.iter().zip(&moments[1..]) {
            let played = session.play(text);
            self.law(played.is_ok(), &wanted.0, || format!("{text} again: {played:?}"));
            self.same(moment(&session), wanted.clone(), &wanted.0, "a ply played again");
        }
    }
}

fn moment<G: Listed>(session: &Session<G>) -> Moment<G::State> {
    let outcome = AnySession::outcome(session);
    (session.state().clone(), outcome, session.verdict(), session.played().len())
}
