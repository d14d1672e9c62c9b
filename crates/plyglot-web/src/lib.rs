//! The lab in the browser: a server on this machine that plays, analyses, reviews and runs matches, its
//! documented API, and the pages that use it.
//!
//! Three kinds of things. Questions about one position ([`positions`]) carry everything in them and leave
//! nothing behind. Tables, analyses, reviews and runs last: they have names, and a [`channel`] each that
//! tells how they stand. Thinking is done by a [`think::Pool`] of as many threads as there are cores.

mod analyses;
mod app;
mod assets;
mod channel;
mod games;
mod gate;
mod instance;
mod maps;
mod openapi;
mod positions;
mod problem;
mod reviews;
mod runs;
mod server;
mod socket;
mod tables;
mod think;
mod view;
mod watched;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use app::Config;
pub use assets::sizes;
pub use instance::{Found, Running};
pub use openapi::description;
pub use server::{Server, Start, start};

/// A lock that outlives a panic: everything behind it is left whole.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
