//! Lines that are typed: edited and completed in a terminal, plain from a file or pipe.

use std::io::{self, BufRead as _, IsTerminal};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper,
    completion::{Completer, FilenameCompleter, Pair},
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::MemHistory,
    validate::Validator,
};

use super::super::Out;
use crate::error::Error;

/// The orders that go on with the name of a file.
const FILE_ORDERS: [&str; 2] = ["save ", "load "];

/// Where lines come from.
pub(super) enum Lines {
    /// Somebody at a terminal.
    Typed(Box<Editor<Words, MemHistory>>),
    /// A file or a pipe.
    Plain,
}

impl Lines {
    /// The lines of this process.
    pub(super) fn open() -> Self {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Lines::Plain;
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        // A terminal that cannot be edited in can still be read from.
        Editor::with_history(config, MemHistory::new())
            .map_or(Lines::Plain, |editor| Lines::Typed(Box::new(editor)))
    }

    /// The next line, with `words` for completion; none at the end of input or after an interrupt.
    pub(super) fn ask(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: Out<'_>,
    ) -> Result<Option<String>, Error> {
        match self {
            Lines::Typed(editor) => {
                out.flush()?;
                editor.set_helper(Some(Words { words, files: FilenameCompleter::new() }));
                typed_line(editor, prompt)
            }
            Lines::Plain => plain_line(prompt, out),
        }
    }
}

fn typed_line(
    editor: &mut Editor<Words, MemHistory>,
    prompt: &str,
) -> Result<Option<String>, Error> {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that history does not want is as good as any other.
            let _ = editor.add_history_entry(&line);
            Ok(Some(line))
        }
        Err(ReadlineError::Io(error)) => Err(Error::Output(error)),
        Err(_) => Ok(None),
    }
}

/// A line of standard input, repeated after the prompt so that the output reads like a dialogue.
fn plain_line(prompt: &str, out: Out<'_>) -> Result<Option<String>, Error> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut bytes = Vec::new();
    let count = io::stdin().lock().read_until(b'\n', &mut bytes);
    let count = count.map_err(|error| Error::Input(format!("cannot read a line: {error}")))?;
    if count == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    if !io::stdin().is_terminal() {
        writeln!(out, "{line}")?;
    }
    Ok(Some(line))
}

/// What Tab completes: moves and orders, and the files that orders name.
pub(super) struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if FILE_ORDERS.iter().any(|order| line.starts_with(order)) {
            return self.files.complete_path(line, pos);
        }
        let begun = line[..pos].trim_start();
        let fits = |word: &&String| {
            word.get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun))
        };
        let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
        Ok((pos - begun.len(), self.words.iter().filter(fits).map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
