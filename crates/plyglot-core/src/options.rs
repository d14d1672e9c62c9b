//! Options declared once: parser, help, errors, web form and tuner all read the same list.

use std::fmt;

use crate::{
    spec::{Spec, quoted},
    text::{did_you_mean, shorten},
};

/// One option of a game or a search.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in a specification.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value when it is not given, as text; empty when something else decides (a named variant).
    pub default: &'static str,
    /// One line on what it does.
    pub help: &'static str,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// `true` or `false` (`on`, `off`, `yes`, `no`, `1`, `0`).
    Flag,
    /// A whole number in a range; `off` is zero where zero is in the range.
    Int {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Memory to take, in megabytes, in a range; `off` is zero where zero is in the range.
    Megabytes {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// Threads to use, in a range.
    Threads {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A real number in a range.
    Real {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// A specification of its own, such as `default(mobility=3)`.
    Spec,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The contents of a file: one of these built-in names, or a path.
    File(&'static [&'static str]),
}

/// An option of any kind. These four keep lists of options short.
pub const fn option(
    name: &'static str,
    kind: OptionKind,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind, default, help }
}

/// An option that is on or off.
pub const fn flag(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    option(name, OptionKind::Flag, default, help)
}

/// An option that is a whole number in a range.
pub const fn int(
    name: &'static str,
    (min, max): (i64, i64),
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Int { min, max }, default, help)
}

/// An option that is one of some words.
pub const fn choice(
    name: &'static str,
    among: &'static [&'static str],
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Choice(among), default, help)
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// Of a flag.
    Flag(bool),
    /// Of a number.
    Int(i64),
    /// Of a real number.
    Real(f64),
    /// Of a specification.
    Spec(String),
    /// Of a choice.
    Word(&'static str),
    /// A built-in name or path, and the contents of the file if it was a path.
    File(String, Option<String>),
}

/// A refused specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

/// Reads the file behind a path; the edge that parses a specification supplies it.
pub type Loader<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The loader of specifications that name no files.
pub fn no_files(path: &str) -> Result<String, String> {
    Err(format!("{path} is not read here"))
}

/// Checked options: every one of a list, with its value if it has one.
#[derive(Clone, Debug)]
pub struct Options {
    values: Vec<(OptionSpec, Option<OptionValue>, bool)>,
}

impl Options {
    /// The defaults of a list.
    pub fn defaults(specs: &[OptionSpec]) -> Options {
        Options { values: specs.iter().map(|spec| (*spec, default_value(spec), false)).collect() }
    }

    /// Checks given texts against a list. `what` names the thing specified, for errors.
    pub fn check(
        what: &str,
        specs: &[OptionSpec],
        given: &[(String, String)],
        load: Loader<'_>,
    ) -> Result<Options, SpecError> {
        let mut options = Options::defaults(specs);
        for (name, text) in given {
            let Some(entry) = options.values.iter_mut().find(|(spec, ..)| spec.name == name) else {
                return Err(no_option(what, specs, name));
            };
            if entry.2 {
                return Err(SpecError(format!("{what}: option {name} is given twice")));
            }
            let value = parse_value(&entry.0, text, load).map_err(|expected| {
                let text = shorten(text);
                SpecError(format!("{what}: option {name}={text}: expected {expected}"))
            })?;
            (entry.1, entry.2) = (Some(value), true);
        }
        Ok(options)
    }

    fn find(&self, name: &str) -> &(OptionSpec, Option<OptionValue>, bool) {
        let found = self.values.iter().find(|(spec, ..)| spec.name == name);
        found.unwrap_or_else(|| panic!("option {name} is not declared"))
    }

    /// The value, if it was given or has a default. The name must be declared.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.find(name).1.as_ref()
    }

    /// The value of an option that the list may leave out: there it is its default.
    pub fn or_default(&self, spec: &OptionSpec) -> Option<OptionValue> {
        let declared = self.values.iter().find(|(own, ..)| own.name == spec.name);
        declared.map_or_else(|| default_value(spec), |(_, value, _)| value.clone())
    }

    /// A flag's value.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).map(|value| matches!(value, OptionValue::Flag(true)))
    }

    /// A number's value.
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(OptionValue::Int(number)) => Some(*number),
            _ => None,
        }
    }

    /// A real number's value.
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            Some(OptionValue::Real(number)) => Some(*number),
            _ => None,
        }
    }

    /// A nested specification's text.
    pub fn spec(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(OptionValue::Spec(text)) => Some(text),
            _ => None,
        }
    }

    /// The same of an option that need not be declared.
    pub fn find_spec(&self, name: &str) -> Option<&str> {
        self.values.iter().any(|(spec, ..)| spec.name == name).then(|| self.spec(name)).flatten()
    }

    /// A choice's value.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name) {
            Some(OptionValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// All options that have a value.
    pub fn iter(&self) -> impl Iterator<Item = (&OptionSpec, &OptionValue)> {
        self.values.iter().filter_map(|(spec, value, _)| Some((spec, value.as_ref()?)))
    }

    /// The values that are set and not the same in `usual`, which has the same list.
    pub fn changed(&self, usual: &Options) -> Vec<(String, String)> {
        let pairs = self.values.iter().zip(&usual.values);
        let differing = pairs.filter(|((_, own, _), (_, usual, _))| own != usual);
        let told = differing.filter_map(|((spec, own, _), _)| {
            Some((spec.name.to_owned(), own.as_ref()?.to_string()))
        });
        told.collect()
    }

    /// The normal form `(a=1,b=on)` of all values that are set; empty when there are none.
    pub fn normal_form(&self) -> String {
        let set: Vec<_> =
            self.iter().map(|(spec, value)| format!("{}={value}", spec.name)).collect();
        if set.is_empty() { String::new() } else { format!("({})", set.join(",")) }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(value) => write!(f, "{value}"),
            OptionValue::Int(value) => write!(f, "{value}"),
            OptionValue::Real(value) => write!(f, "{value}"),
            OptionValue::Spec(value) => f.write_str(&quoted(value)),
            OptionValue::Word(value) => f.write_str(value),
            OptionValue::File(name, _) => f.write_str(&quoted(name)),
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Flag => f.write_str("true or false"),
            OptionKind::Int { min: 0, max } => write!(f, "a number from 0 (off) to {max}"),
            OptionKind::Int { min, max } => write!(f, "a number from {min} to {max}"),
            OptionKind::Megabytes { min: 0, max } => write!(f, "megabytes from 0 (off) to {max}"),
            OptionKind::Megabytes { min, max } => write!(f, "megabytes from {min} to {max}"),
            OptionKind::Threads { min, max } => write!(f, "threads from {min} to {max}"),
            OptionKind::Real { min, max } => write!(f, "a real number from {min} to {max}"),
            OptionKind::Spec => f.write_str("a text such as NAME or NAME(option=value)"),
            OptionKind::Choice(among) => write!(f, "one of {}", among.join(", ")),
            OptionKind::File([]) => f.write_str("a file"),
            OptionKind::File(builtin) => write!(f, "a file, or one of {}", builtin.join(", ")),
        }
    }
}

fn whole(text: &str, min: i64, max: i64) -> Option<OptionValue> {
    let number = if text == "off" { Some(0) } else { text.parse().ok() };
    number.filter(|number| (min..=max).contains(number)).map(OptionValue::Int)
}

fn no_option(what: &str, specs: &[OptionSpec], name: &str) -> SpecError {
    let known: Vec<_> = specs.iter().map(|spec| spec.name).collect();
    let hint = did_you_mean(name, known.iter().copied());
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let name = shorten(name);
    SpecError(format!("{what} has no option {name:?}; it has: {known}{hint}"))
}

/// The value of an option that is not given.
fn default_value(spec: &OptionSpec) -> Option<OptionValue> {
    (!spec.default.is_empty()).then(|| {
        parse_value(spec, spec.default, &|_| Err("a default reads no file".to_owned()))
            .expect("a default is a valid value")
    })
}

/// Reads one value; the error says what would be right.
fn parse_value(spec: &OptionSpec, text: &str, load: Loader<'_>) -> Result<OptionValue, String> {
    let expected = || spec.kind.to_string();
    match spec.kind {
        OptionKind::Flag => match text {
            "true" | "on" | "yes" | "1" => Ok(OptionValue::Flag(true)),
            "false" | "off" | "no" | "0" => Ok(OptionValue::Flag(false)),
            _ => Err(expected()),
        },
        OptionKind::Int { min, max }
        | OptionKind::Megabytes { min, max }
        | OptionKind::Threads { min, max } => whole(text, min, max).ok_or_else(expected),
        OptionKind::Real { min, max } => {
            let number = text.parse().ok().filter(|number| (min..=max).contains(number));
            number.map(OptionValue::Real).ok_or_else(expected)
        }
        OptionKind::Spec => match Spec::parse(text) {
            Ok(spec) if !spec.name.is_empty() => Ok(OptionValue::Spec(text.to_owned())),
            _ => Err(expected()),
        },
        OptionKind::Choice(among) => among
            .iter()
            .find(|word| **word == text)
            .map(|word| OptionValue::Word(word))
            .ok_or_else(|| expected() + &did_you_mean(text, among.iter().copied())),
        OptionKind::File(builtin) if builtin.contains(&text) => {
            Ok(OptionValue::File(text.to_owned(), None))
        }
        OptionKind::File(builtin) => match load(text) {
            Ok(contents) => Ok(OptionValue::File(text.to_owned(), Some(contents))),
            Err(why) => {
                let hint = did_you_mean(text, builtin.iter().copied());
                Err(format!("{} ({why}){hint}", expected()))
            }
        },
    }
}
