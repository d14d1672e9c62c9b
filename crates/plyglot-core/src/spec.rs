//! Specifications: `name` or `name(option=value, …)`, as text and taken apart.
//!
//! A value may stand in quotes, and in them a quote is written twice.

use std::fmt;

use crate::{options::SpecError, text::shorten};

/// Bytes of the longest specification.
pub const MAX_SPEC_BYTES: usize = 1 << 16;
/// Brackets inside brackets that a specification may have.
pub const MAX_SPEC_NESTING: usize = 16;

/// A name with option texts, not yet checked against anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What is specified.
    pub name: String,
    /// The options as written, in order.
    pub given: Vec<(String, String)>,
}

impl Spec {
    /// Splits `name(option=value, …)`. Texts beyond [`MAX_SPEC_BYTES`] and [`MAX_SPEC_NESTING`] are
    /// refused.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let signs = scan(text, 1).map_err(|fault| fault.of(text))?;
        let Some(open) = signs.open else {
            return Ok(Spec { name: text.to_owned(), given: Vec::new() });
        };
        let (mut given, mut start) = (Vec::new(), open + 1);
        for end in signs.commas.into_iter().chain([text.len() - 1]) {
            let part = text[start..end].trim();
            start = end + 1;
            if !part.is_empty() {
                given.push(option(part)?);
            }
        }
        Ok(Spec { name: text[..open].trim().to_owned(), given })
    }
}

fn option(part: &str) -> Result<(String, String), SpecError> {
    let found = part.split_once('=').filter(|(key, _)| !key.contains(['"', '(', ')']));
    let (key, value) =
        found.ok_or_else(|| SpecError(format!("in {:?}: expected option=value", shorten(part))))?;
    Ok((key.trim().to_owned(), unquoted(value.trim())))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let given = self.given.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        let given: Vec<_> = given.collect();
        if given.is_empty() { Ok(()) } else { write!(f, "({})", given.join(",")) }
    }
}

/// A value in quotes if it would be read as something else without them.
pub(crate) fn quoted(value: &str) -> String {
    let is_plain = !value.contains([' ', '"']) && value.trim() == value;
    if is_plain && scan(value, 0).is_ok_and(|signs| signs.commas.is_empty()) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('"', "\"\""))
}

fn unquoted(value: &str) -> String {
    match value.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => value.to_owned(),
    }
}

/// What is wrong with quotes and brackets, and at which byte.
enum Fault {
    TooLong,
    TooDeep(usize),
    Unclosed(char, usize),
    Unopened(usize),
    Follows(usize),
}

impl Fault {
    fn of(self, text: &str) -> SpecError {
        let place = |byte: usize| text[..byte].chars().count() + 1;
        let why = match self {
            Fault::TooLong => {
                format!("has {} bytes, more than {MAX_SPEC_BYTES}", text.len())
            }
            Fault::TooDeep(at) => format!(
                "has brackets more than {MAX_SPEC_NESTING} deep in each other, at character {}",
                place(at)
            ),
            Fault::Unclosed('"', at) => {
                format!("lacks the closing quote of the one at character {}", place(at))
            }
            Fault::Unclosed(_, at) => {
                format!("lacks the closing bracket of the one at character {}", place(at))
            }
            Fault::Unopened(at) => {
                format!("has a closing bracket too many, at character {}", place(at))
            }
            Fault::Follows(at) => {
                format!("goes on after its closing bracket, at character {}", place(at))
            }
        };
        SpecError(format!("specification {:?} {why}", shorten(text)))
    }
}

/// Where the signs stand that split a text.
struct Signs {
    /// The first bracket outside quotes.
    open: Option<usize>,
    /// The commas outside quotes at the depth asked for.
    commas: Vec<usize>,
}

/// Finds what splits a text at a depth of brackets. At a depth of one the text has to end with the
/// first bracket that closes everything.
fn scan(text: &str, depth: usize) -> Result<Signs, Fault> {
    if text.len() > MAX_SPEC_BYTES {
        return Err(Fault::TooLong);
    }
    let mut signs = Signs { open: None, commas: Vec::new() };
    let (mut open, mut quote) = (Vec::new(), None);
    for (at, sign) in text.char_indices() {
        if depth == 1 && open.is_empty() && signs.open.is_some() {
            return Err(Fault::Follows(at));
        }
        match sign {
            '"' if quote.is_some() => quote = None,
            '"' => quote = Some(at),
            _ if quote.is_some() => {}
            '(' if open.len() == MAX_SPEC_NESTING => return Err(Fault::TooDeep(at)),
            '(' => {
                signs.open = signs.open.or(Some(at));
                open.push(at);
            }
            ')' => drop(open.pop().ok_or(Fault::Unopened(at))?),
            ',' if open.len() == depth => signs.commas.push(at),
            _ => {}
        }
    }
    match (quote, open.pop()) {
        (Some(at), _) => Err(Fault::Unclosed('"', at)),
        (None, Some(at)) => Err(Fault::Unclosed('(', at)),
        (None, None) => Ok(signs),
    }
}
