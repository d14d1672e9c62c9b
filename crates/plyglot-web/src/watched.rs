//! Work that lasts as long as somebody watches it or asks for it: analyses and reviews.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crate::{
    channel::{Channel, Subscription},
    lock,
    problem::{Answered, Code, Problem},
};

/// The most of a kind at a time; those that nobody watches make room.
const MOST: usize = 16;

/// Work that somebody watches.
pub(crate) trait Watched {
    /// What it is called.
    const NAME: &'static str;
    /// How long it is kept when nobody asks for it.
    const FORGOTTEN: Duration;

    /// Where it tells how it stands.
    fn channel(&self) -> &Channel;
    /// When somebody last watched it or asked for it.
    fn seen(&self) -> &Mutex<Instant>;
    /// Hears for how long nobody has watched it.
    fn leave(&self, _left: Duration) {}
    /// Ends it for good.
    fn end(&self);
}

/// All work of a kind, by name.
pub(crate) struct Collection<T>(Mutex<HashMap<String, Arc<T>>>);

impl<T> Default for Collection<T> {
    fn default() -> Self {
        Collection(Mutex::default())
    }
}

impl<T: Watched> Collection<T> {
    /// The channel of one of them.
    pub(crate) fn channel(&self, id: &str) -> Answered<Subscription> {
        Ok(self.find(id)?.channel().subscribe())
    }

    /// The one of that name, which somebody has asked for by this.
    pub(crate) fn find(&self, id: &str) -> Answered<Arc<T>> {
        let found = lock(&self.0).get(id).cloned().ok_or_else(|| Problem::missing(T::NAME))?;
        *lock(found.seen()) = Instant::now();
        Ok(found)
    }

    /// Adds one; the one that was left for longest makes room.
    pub(crate) fn add(&self, id: &str, new: &Arc<T>) -> Answered<()> {
        let mut all = lock(&self.0);
        if all.len() >= MOST {
            let left = all.iter().filter(|(_, own)| own.channel().listeners() == 0);
            let oldest = left.min_by_key(|(_, own)| *lock(own.seen())).map(|(id, _)| id.clone());
            let Some(oldest) = oldest.and_then(|id| all.remove(&id)) else {
                let why = format!("{MOST} of this kind are being watched");
                return Err(Problem::new(Code::Limit, T::NAME, why));
            };
            oldest.end();
        }
        all.insert(id.to_owned(), Arc::clone(new));
        Ok(())
    }

    /// Ends one and forgets it.
    pub(crate) fn remove(&self, id: &str) -> Answered<()> {
        let found = lock(&self.0).remove(id).ok_or_else(|| Problem::missing(T::NAME))?;
        found.end();
        Ok(())
    }

    /// Ends and forgets what nobody asks for.
    pub(crate) fn tidy(&self) {
        lock(&self.0).retain(|_, own| {
            let mut seen = lock(own.seen());
            if own.channel().listeners() > 0 {
                *seen = Instant::now();
            }
            let left = seen.elapsed();
            drop(seen);
            own.leave(left);
            if left >= T::FORGOTTEN {
                own.end();
            }
            left < T::FORGOTTEN
        });
    }
}
