//! What was made of files: kept, so that many agents of a match share it, and known by its checksum.

use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

use plyglot_core::shorten;

/// How much of a checksum a specification tells.
const DIGEST: usize = 12;

/// The most files to keep.
const MOST_KEPT: usize = 16;

/// What was made of a text for somebody.
struct Kept {
    owner: String,
    text: Arc<str>,
    made: Arc<dyn Any + Send + Sync>,
}

static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// What `make` makes of a text for an owner, the game or its rules; made once as long as it is kept.
pub(crate) fn remembered<T: Any + Send + Sync>(
    owner: &str,
    text: &str,
    make: impl FnOnce() -> Result<T, String>,
) -> Result<Arc<T>, String> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |own: &&Kept| own.owner == owner && *own.text == *text;
    let known = kept.iter().filter(same).find_map(|own| Arc::clone(&own.made).downcast().ok());
    if let Some(known) = known {
        return Ok(known);
    }
    let made = Arc::new(make()?);
    if kept.len() == MOST_KEPT {
        kept.remove(0);
    }
    kept.push(Kept { owner: owner.to_owned(), text: text.into(), made: made.clone() });
    Ok(made)
}

/// The part of a checksum that a specification tells.
pub(crate) fn digest(checksum: &str) -> String {
    checksum.chars().take(DIGEST).collect()
}

/// Refuses a checksum that does not begin as it should.
pub(crate) fn check_digest(checksum: &str, wanted: &str) -> Result<(), String> {
    if checksum.starts_with(wanted) {
        return Ok(());
    }
    Err(format!("expected the checksum {}, found {}", shorten(wanted), digest(checksum)))
}
