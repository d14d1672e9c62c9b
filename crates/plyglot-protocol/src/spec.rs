//! The specification of an external bot: `exec(cmd="python3 bot.py",memory=1024,start=10)`.

use std::{fmt, time::Duration};

use plyglot_core::{Spec, SpecError, shorten};
use plyglot_guard::{MARK, Program};

/// How an external bot is run.
#[derive(Clone, Debug, PartialEq)]
pub struct BotSpec {
    /// The command as written.
    pub command: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The most memory, in MiB, that it and its children may occupy together.
    pub memory: u64,
    /// The folder that it works in, if not ours; a relative one is relative to ours.
    pub cwd: Option<String>,
    /// What is added to its environment.
    pub env: Vec<(String, String)>,
    /// The protocol that it speaks.
    pub protocol: String,
    /// How long it may take to get ready.
    pub start: Duration,
    /// What tables call it, if not by its command.
    pub name: Option<String>,
    /// Options of its own, which are set before the first game.
    pub options: Vec<(String, String)>,
}

/// The name that marks a specification as that of an external bot.
pub const EXEC: &str = "exec";

/// The protocol of a bot that names none: the one of this crate.
pub const UGI: &str = "ugi";

const DEFAULT_MEMORY: u64 = 4096;
const MOST_MEMORY: u64 = 1 << 24;
const DEFAULT_START: Duration = Duration::from_secs(10);
const LONGEST_START: f64 = 3600.0;

impl BotSpec {
    /// Whether a specification is that of an external bot.
    pub fn is_bot(spec: &Spec) -> bool {
        spec.name == EXEC
    }

    /// Reads `exec(cmd="…",cwd=DIR,env="A=1 B=2",protocol=…,memory=MiB,start=SECONDS,name=…,OPTION=VALUE…)`.
    /// Command and environment are split into words as a shell would do it; inside the double quotes of the
    /// value, single quotes keep words together.
    pub fn parse(spec: &Spec) -> Result<BotSpec, SpecError> {
        if !BotSpec::is_bot(spec) {
            let found = shorten(&spec.name);
            return Err(SpecError(format!("{found:?} is no external bot: expected {EXEC}")));
        }
        let mut bot = BotSpec {
            command: String::new(),
            words: Vec::new(),
            memory: DEFAULT_MEMORY,
            cwd: None,
            env: Vec::new(),
            protocol: UGI.to_owned(),
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
            "cwd" if value.is_empty() || value.contains(char::is_control) => {
                return refused("a folder");
            }
            "cwd" => self.cwd = Some(value.to_owned()),
            "env" => match variables(value) {
                Some(env) => self.env = env,
                None => return refused(&format!("NAME=VALUE, on one line, and never {MARK}")),
            },
            "protocol" => match value {
                "" => return refused("the name of a protocol"),
                name => self.protocol = name.to_owned(),
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

    /// What is run for it.
    pub fn program(&self) -> Program {
        let cwd = self.cwd.as_ref().map(Into::into);
        Program { words: self.words.clone(), cwd, env: self.env.clone(), memory: self.memory }
    }
}

/// The variables of `A=1 'B=2 3'`. The one by which processes of bots are found is not theirs to set.
fn variables(text: &str) -> Option<Vec<(String, String)>> {
    let words = shlex::split(text).filter(|_| !text.contains(char::is_control))?;
    let variables = words.iter().map(|word| word.split_once('='));
    let own = variables.map(|pair| pair.filter(|(name, _)| !name.is_empty() && *name != MARK));
    own.map(|pair| pair.map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

/// The full normal form, which parses to the same.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variables = self.env.iter().map(|(name, value)| format!("{name}={value}"));
        let variables: Vec<_> = variables.collect();
        let env = shlex::try_join(variables.iter().map(String::as_str)).map_err(|_| fmt::Error)?;
        let protocol = Some(self.protocol.clone()).filter(|name| name != UGI);
        let own = [
            ("cmd", Some(self.command.clone())),
            ("cwd", self.cwd.clone()),
            ("env", Some(env).filter(|env| !env.is_empty())),
            ("protocol", protocol),
            ("memory", Some(self.memory.to_string())),
            ("start", Some(self.start.as_secs_f64().to_string())),
            ("name", self.name.clone()),
        ];
        let given = own.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let given = given.chain(self.options.iter().cloned()).collect();
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
    fn a_folder_an_environment_and_a_protocol() {
        let text = "exec(cmd=./bot,cwd=\"my bots\",env=\"A=1 'B=2, 3' C= D='=x'\",protocol=hub)";
        let bot = parse(text).unwrap();
        assert_eq!((bot.cwd.as_deref(), bot.protocol.as_str()), (Some("my bots"), "hub"));
        let env = [("A", "1"), ("B", "2, 3"), ("C", ""), ("D", "=x")];
        assert_eq!(bot.env, env.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let program = bot.program();
        assert_eq!((program.words, program.env), (bot.words.clone(), bot.env.clone()));
        assert_eq!((program.cwd, program.memory), (Some("my bots".into()), 4096));
        assert_eq!(parse(&bot.to_string()).unwrap(), bot, "{bot}");
        let quotes = parse("exec(cmd=./bot,env=\"A=\\'\")").unwrap();
        assert_eq!(quotes.env, [("A".to_owned(), "'".to_owned())]);
        assert_eq!(parse(&quotes.to_string()).unwrap(), quotes, "{quotes}");
        assert_eq!(parse("exec(cmd=./bot)").unwrap().protocol, UGI);
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
        for bad in ["env=x", "env==3", "env=\"A=1 'B=2\"", "env=PLYGLOT_BOT=1"] {
            let words = refused(&format!("exec(cmd=x,{bad})"));
            assert!(words.contains("expected NAME=VALUE, on one line"), "{words}");
        }
        assert!(refused("exec(cmd=x,cwd=)").contains("cwd=: expected a folder"));
        assert!(refused("exec(cmd=x,protocol=)").contains("expected the name of a protocol"));
        assert!(refused("random").contains("is no external bot"));
    }
}
