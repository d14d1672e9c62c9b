//! What the host lets one agent have.

use std::time::Duration;

use plyglot_core::{OptionKind, OptionValue, Options, SpecError};

/// The most that an agent may ask for; what is not set is not limited. The host knows its machine and
/// its guests, the catalogue asks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// Megabytes of memory.
    pub memory_mb: Option<u64>,
    /// Threads.
    pub threads: Option<u64>,
    /// Time for one answer, on the clock of the request: more is not taken, whatever was allowed.
    pub time: Option<Duration>,
}

impl Caps {
    /// Refuses options that ask for more than there is.
    pub fn check(&self, what: &str, options: &Options) -> Result<(), SpecError> {
        for (spec, value) in options.iter() {
            let OptionValue::Int(amount) = *value else { continue };
            let amount = amount.unsigned_abs();
            match (spec.kind, self.threads) {
                (OptionKind::Megabytes { .. }, _) => {
                    self.check_memory(&format!("{what}: option {}", spec.name), amount)?;
                }
                (OptionKind::Threads { .. }, Some(most)) if amount > most => {
                    return Err(SpecError(format!(
                        "{what}: option {}={amount}: {amount} threads are more than the {most} that \
                         this machine can give",
                        spec.name
                    )));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The same for an amount of memory that no agent asks for; `name` tells what does.
    pub fn check_memory(&self, name: &str, megabytes: u64) -> Result<(), SpecError> {
        match self.memory_mb {
            Some(most) if megabytes > most => Err(SpecError(format!(
                "{name}={megabytes}: {megabytes} MB are more than the {most} MB that this machine can \
                 give"
            ))),
            _ => Ok(()),
        }
    }
}
