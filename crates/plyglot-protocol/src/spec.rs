//! The specification of an external bot: `exec(cmd="python3 bot.py",memory=1024,start=10)`.

use std::{fmt, time::Duration};

use plyglot_core::{Spec, SpecError, shorten};

/// How an external bot is run.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// The command as written.
    pub command: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The most memory, in MiB, that it and its children may occupy together.
    pub memory: u64,
    /// How long it may take to get ready.
    pub start: Duration,
    /// What tables call it, if not by its command.
    pub name: Option<String>,
    /// Options of its own, which are set before the first game.
    pub options: Vec<(String, String)>,
}

/// The name that marks a specification as that of an external bot.
pub const EXEC: &str = "exec";

const DEFAULT_MEMORY: u64 = 4096;
const MOST_MEMORY: u64 = 1 << 24;
const DEFAULT_START: Duration = Duration::from_secs(10);
const LONGEST_START: f64 = 3600.0;

impl BotSpec {
    /// Whether a specification is that of an external bot.
    pub fn is_bot(spec: &Spec) -> bool {
        spec.name == EXEC
    }

    /// Reads `exec(cmd="…",memory=MiB,start=SECONDS,name=…,OPTION=VALUE…)`. The command is split into
    /// words as a shell would do it; inside the double quotes of the value, single quotes keep words
    /// together.
    pub fn parse(spec: &Spec) -> Result<BotSpec, SpecError> {
        if !BotSpec::is_bot(spec) {
            let found = shorten(&spec.name);
            return Err(SpecError(format!("{found:?} is no external bot: expected {EXEC}")));
        }
        let mut bot = BotSpec {
            command: String::new(),
            words: Vec::new(),
            memory: DEFAULT_MEMORY,
            start: DEFAULT_START,
            name: None,
            options: Vec::new(),
        };
        for (at, (key, value)) in spec.given.iter().enumerate() {
            if spec.given[..at].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError(format!("{EXEC}: option {key} is given twice")));
            }
            bot.set(key, value)?;
        }
        if bot.words.is_empty() {
            return Err(SpecError(format!(
                "{EXEC}: expected a command, as in {EXEC}(cmd=\"./bot\")"
            )));
        }
        Ok(bot)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let refused = |expected: &str| {
            let value = shorten(value);
            Err(SpecError(format!("{EXEC}: option {key}={value}: expected {expected}")))
        };
        match key {
            "cmd" => match shlex::split(value) {
                Some(words) if !value.contains(['"', '\n', '\0']) => {
                    (self.command, self.words) = (value.to_owned(), words);
                }
                _ => return refused("a command on one line, with single quotes that are closed"),
            },
            "memory" => match value.parse() {
                Ok(memory) if (1..=MOST_MEMORY).contains(&memory) => self.memory = memory,
                _ => return refused(&format!("MiB from 1 to {MOST_MEMORY}")),
            },
            "start" => match value.parse() {
                Ok(seconds) if (0.001..=LONGEST_START).contains(&seconds) => {
                    self.start = Duration::from_secs_f64(seconds);
                }
                _ => return refused(&format!("seconds from 0.001 to {LONGEST_START}")),
            },
            "name" if value.is_empty() => return refused("a name"),
            "name" => self.name = Some(value.to_owned()),
            "game" => return refused("no such option, because the match sets the game"),
            _ if format!("{key}{value}").contains(char::is_control) => {
                return refused("a value on one line");
            }
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// The full normal form, which parses to the same.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut given = vec![
            ("cmd".to_owned(), self.command.clone()),
            ("memory".to_owned(), self.memory.to_string()),
            ("start".to_owned(), self.start.as_secs_f64().to_string()),
        ];
        given.extend(self.name.iter().map(|name| ("name".to_owned(), name.clone())));
        given.extend(self.options.iter().cloned());
        Spec { name: EXEC.to_owned(), given }.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<BotSpec, String> {
        BotSpec::parse(&Spec::parse(text).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_split_like_in_a_shell() {
        let bot = parse("exec(cmd=\"bash -c 'x, (y) z'\",memory=64,start=0.5,depth=3)").unwrap();
        assert_eq!(bot.words, ["bash", "-c", "x, (y) z"]);
        assert_eq!((bot.memory, bot.start), (64, Duration::from_millis(500)));
        assert_eq!(bot.options, [("depth".to_owned(), "3".to_owned())]);
        let normal = "exec(cmd=\"bash -c 'x, (y) z'\",memory=64,start=0.5,depth=3)";
        assert_eq!(bot.to_string(), normal);
        assert_eq!(parse(&bot.to_string()).unwrap(), bot);
        let plain = parse("exec(cmd=./bot,name=mine)").unwrap().to_string();
        assert_eq!(plain, "exec(cmd=./bot,memory=4096,start=10,name=mine)");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let refused = |text: &str| parse(text).unwrap_err();
        assert!(refused("exec").contains("expected a command"));
        assert!(refused("exec(cmd=\"bash -c 'x\")").contains("quotes that are closed"));
        assert!(refused("exec(cmd=x,memory=0)").contains("memory=0: expected MiB from 1"));
        assert!(refused("exec(cmd=x,start=never)").contains("start=never: expected seconds"));
        assert!(refused("exec(cmd=x,cmd=y)").contains("given twice"));
        assert!(refused("exec(cmd=x,game=dala)").contains("the match sets the game"));
        assert!(refused("random").contains("is no external bot"));
    }
}
