//! Positions of a game as samples to learn from, without its type.

use plyglot_core::{AnySession, Layout, Listed, Session};
use plyglot_model::{Label, Samples};

/// Collects positions of one game under one set of rules.
pub struct Student {
    layout: Layout,
    push: fn(&mut Samples, &dyn AnySession, &Label),
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
}

pub(crate) fn student<G: Listed>(session: &dyn AnySession) -> Option<Student> {
    let layout = Layout::of(G::FEATURES?, own::<G>(session).game());
    Some(Student { layout, push: push::<G> })
}

fn push<G: Listed>(samples: &mut Samples, session: &dyn AnySession, label: &Label) {
    let (session, Some(features)) = (own::<G>(session), G::FEATURES) else {
        unreachable!("only games with features have students")
    };
    samples.push(features, session.game(), session.state(), label);
}

fn own<G: Listed>(session: &dyn AnySession) -> &Session<G> {
    session.as_any().downcast_ref().expect("a student learns one game")
}
