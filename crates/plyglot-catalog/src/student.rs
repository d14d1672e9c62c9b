//! Positions of a game as samples to learn from, without its type.

use plyglot_core::{AnySession, Features, Layout, Learnt, Listed, Player, Session};
use plyglot_model::{Label, Samples, asked};

/// Collects positions of one game under one set of rules.
pub struct Student {
    layout: Layout,
    push: fn(&mut Samples, &dyn AnySession, &Label),
    asked: fn(&dyn AnySession) -> Vec<Player>,
    quiet: fn(&dyn AnySession) -> bool,
}

impl Student {
    /// The layout of the game's features.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Takes the position of a session, which must be of the same game and not over.
    pub fn push(&self, samples: &mut Samples, session: &dyn AnySession, label: &Label) {
        (self.push)(samples, session, label);
    }

    /// Whether the position of a session can be judged as it stands.
    pub fn is_quiet(&self, session: &dyn AnySession) -> bool {
        (self.quiet)(session)
    }

    /// The seats whose view of that position is taken, in the order of rows; none if it is left out.
    pub fn asked(&self, session: &dyn AnySession) -> Vec<Player> {
        (self.asked)(session)
    }
}

pub(crate) fn student<G: Listed>(session: &dyn AnySession) -> Option<Student> {
    let layout = Layout::of(G::FEATURES?, own::<G>(session).game());
    Some(Student { layout, push: push::<G>, asked: of::<G>, quiet: quiet::<G> })
}

/// Learnt weights that come with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Their name in specifications.
    pub name: &'static str,
    /// The file, as `plyglot learn` writes it.
    pub file: &'static str,
    /// Whether they are what `learned` without a file stands for under the rules asked about.
    pub used: bool,
}

pub(crate) fn learnt<G: Listed>(session: &dyn AnySession) -> Vec<Shipped> {
    let game = own::<G>(session).game();
    let used = G::LEARNT.iter().position(|learnt| (learnt.fits)(game));
    let told = |(at, own): (usize, &Learnt<G>)| Shipped {
        name: own.name,
        file: own.file,
        used: used == Some(at),
    };
    G::LEARNT.iter().enumerate().map(told).collect()
}

fn push<G: Listed>(samples: &mut Samples, session: &dyn AnySession, label: &Label) {
    let session = own::<G>(session);
    samples.push(features::<G>(), session.game(), session.state(), label);
}

fn of<G: Listed>(session: &dyn AnySession) -> Vec<Player> {
    let session = own::<G>(session);
    asked(features::<G>(), session.game(), session.state())
}

fn quiet<G: Listed>(session: &dyn AnySession) -> bool {
    let session = own::<G>(session);
    features::<G>().is_quiet(session.game(), session.state())
}

fn features<G: Listed>() -> &'static dyn Features<G> {
    let Some(features) = G::FEATURES else {
        unreachable!("only games with features have students")
    };
    features
}

fn own<G: Listed>(session: &dyn AnySession) -> &Session<G> {
    session.as_any().downcast_ref().expect("a student learns one game")
}
