//! Laws of a game in progress: what a session tells and takes back.

use super::Checker;
use crate::{AnySession, Listed, Payoffs, Rng, Scene, Session, Stamp, Verdict, seats};

/// What is compared of a moment of a game.
type Moment<S> = (S, Option<Payoffs>, Option<Verdict>, usize);

impl<G: Listed> Checker<'_, G> {
    /// A random game, taken back ply by ply and played again from its texts.
    pub(super) fn course(&mut self, start: &G::State, rng: &mut Rng) {
        let mut session = Session::at(self.game.clone(), start.clone());
        let mut moments = vec![moment(&session)];
        while moments.len() <= self.config.max_plies as usize && session.play_random(rng) {
            moments.push(moment(&session));
            self.changes(&session);
            self.words(&session);
            self.setup(&session);
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

    /// Every moment has words, and whoever waits has plies that are written like any other.
    fn words(&mut self, session: &Session<G>) {
        let says = session.says();
        let whole = says.ends_with('.') && !says.contains("  ") && !says.contains(" .");
        self.law(whole, session.state(), || format!("{says:?} is said"));
        for seat in seats(session.players()) {
            let turn = session.orientation(seat);
            self.law(turn < 360, session.state(), || format!("turned by {turn} degrees"));
            let mut texts: Vec<_> =
                session.premoves(seat).into_iter().map(|(text, _)| text).collect();
            let all = texts.len();
            texts.dedup();
            self.same(texts.len(), all, session.state(), "premoves of different texts");
        }
    }

    /// A position put together again from its parts, on a board that was empty, is the same.
    fn setup(&mut self, session: &Session<G>) {
        let (Some(parts), state) = (session.setup(), session.state()) else { return };
        let scene = session.scene();
        let shown = scene.pieces.iter().all(|piece| {
            let stamp = Stamp { owner: piece.owner, kind: piece.kind, label: piece.label };
            parts.cells.get(piece.cell) == Some(&piece.label) && parts.palette.contains(&stamp)
        });
        self.law(shown && parts.cells.len() == scene.cells.len(), state, || {
            format!("the board is not {parts:?}")
        });
        let mut edited = parts.clone();
        for label in edited.cells.iter_mut().filter(|label| **label != ' ') {
            *label = parts.palette[0].label;
        }
        for (label, wanted) in edited.cells.iter_mut().zip(&parts.cells) {
            *label = *wanted;
        }
        let mut again = session.clone();
        let set = again.set_setup(&edited);
        self.law(set.is_ok(), state, || format!("the own setup is refused: {set:?}"));
        self.same(again.position(), session.position(), state, "position from a setup");
    }

    /// The changes of the last ply lead from the scene before it to the one after it.
    fn changes(&mut self, session: &Session<G>) {
        let mut before = session.clone();
        before.undo();
        let (mut scene, changes) = (before.scene(), session.changes());
        scene.apply(&changes);
        let told = sorted(scene) == sorted(session.scene());
        self.law(told, before.state(), || {
            let ply = session.played().last();
            format!("the changes of {ply:?} are not {changes:?}")
        });
    }
}

/// A scene with everything in a fixed order.
fn sorted(mut scene: Scene) -> Scene {
    scene.pieces.sort_by_key(|piece| piece.cell);
    scene.links.sort_by_key(|link| (link.from, link.to));
    scene.counters.sort_by_key(|counter| (counter.owner, counter.name));
    scene
}

fn moment<G: Listed>(session: &Session<G>) -> Moment<G::State> {
    let outcome = AnySession::outcome(session);
    (session.state().clone(), outcome, session.verdict(), session.played().len())
}
