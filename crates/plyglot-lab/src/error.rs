//! Errors as values: a code for programs, a place, what was expected, and a sentence for people.

use std::fmt;

use plyglot_catalog::AskError;
use plyglot_core::{SpecError, TextError};
use serde::{Deserialize, Serialize};

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Error {
    /// The kind of error.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
    /// Where it went wrong.
    pub at: Place,
    /// What would have been right, where that can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was there instead, shortened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub got: Option<String>,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A text cannot be read.
    Syntax,
    /// It can be read, but no such position can exist.
    Rules,
    /// The move can be read, but not played.
    Illegal,
    /// A specification is refused.
    Spec,
    /// What was asked is about a state of things that has passed.
    Stale,
    /// It is not this seat's to do.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// More than the host allows.
    Limit,
}

/// Where something went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Place {
    /// The part of the question: `game`, `position`, `move`.
    pub field: String,
    /// The line of its text, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl Error {
    /// An error of a kind in a part of the question.
    pub fn new(code: Code, field: &str, message: impl Into<String>) -> Error {
        let at = Place { field: field.to_owned(), ..Place::default() };
        Error { code, message: message.into(), at, expected: None, got: None }
    }

    /// A refused specification.
    pub fn spec(field: &str, error: &SpecError) -> Error {
        Error::new(Code::Spec, field, error.to_string())
    }

    /// A refused text of a position or a move.
    pub fn text(field: &str, error: &TextError) -> Error {
        let message = error.to_string();
        match error {
            TextError::Syntax { line, column, found, expected } => Error {
                at: Place {
                    field: field.to_owned(),
                    line: u32::try_from(*line).ok(),
                    column: u32::try_from(*column).ok(),
                },
                expected: Some(expected.clone()),
                got: Some(found.clone()),
                ..Error::new(Code::Syntax, field, message)
            },
            TextError::Rules(_) => Error::new(Code::Rules, field, message),
            TextError::Illegal { mv, .. } => {
                Error { got: Some(mv.clone()), ..Error::new(Code::Illegal, field, message) }
            }
        }
    }

    /// A question that an agent does not answer.
    pub fn ask(error: &AskError) -> Error {
        match error {
            AskError::Ply(error) => Error::text("only", error),
            AskError::Over => Error::new(Code::Stale, "position", error.to_string()),
            AskError::OtherGame | AskError::Unrestricted => {
                Error::new(Code::Spec, "agent", error.to_string())
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
