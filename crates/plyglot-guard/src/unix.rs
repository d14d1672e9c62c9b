//! A ward on a Unix that is not Linux: a process group.

use std::{io, process::Child};

use crate::{
    End, Host, Program,
    group::{Group, end_of},
};

/// A ward's group; what went to another group is out of reach.
pub(crate) struct Family(Group);

impl Family {
    pub(crate) fn spawn(_host: &Host, program: &Program) -> io::Result<Family> {
        Ok(Family(Group::spawn(&mut program.command()?)?))
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        self.0.child()
    }

    pub(crate) fn look(&mut self) -> Option<End> {
        self.0.has_ended().then(|| self.end())
    }

    pub(crate) fn end(&mut self) -> End {
        end_of(self.0.finish())
    }
}
