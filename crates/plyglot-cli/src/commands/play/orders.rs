//! What can be typed while playing.

use plyglot_core::{AnySession, Player, did_you_mean};
use plyglot_lab::games::usual_agent;

use super::{super::Out, saved, table::Table};
use crate::{draw::seat_name, error::Error};

/// The orders with what they do, for help and completion.
const ORDERS: [(&str, &str, &str); 9] = [
    ("moves", "moves [TEXT]", "list the legal moves, or those that begin with a text; also ?"),
    ("hint", "hint [AGENT]", "ask an agent for a move"),
    ("undo", "undo", "go back to your last choice"),
    ("board", "board", "draw the board again"),
    ("save", "save FILE", "write the game to a file that load and conform read"),
    ("load", "load FILE", "leave this game for one in a file"),
    ("resign", "resign", "give up and leave"),
    ("quit", "quit", "leave; also the end of input"),
    ("help", "help", "this list"),
];

/// What happens after an order.
pub(super) enum Next {
    /// Nothing changed: another line is asked for.
    Ask,
    /// There is something new to see.
    Draw,
    /// The evening is over.
    Leave,
}

/// Everything that can be typed, for completion.
pub(super) fn words(session: &dyn AnySession) -> Vec<String> {
    let orders = ORDERS.iter().map(|(word, ..)| (*word).to_owned());
    session.legal().into_iter().chain(orders).collect()
}

/// Does what was typed; what cannot be done is explained and changes nothing.
pub(super) fn obey(table: &mut Table<'_>, line: &str, out: Out<'_>) -> Result<Next, Error> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "" => {}
        "?" | "moves" => list(table.session(), rest, out)?,
        "help" => help(out)?,
        "hint" => hint(table, rest, out)?,
        "board" => return Ok(Next::Draw),
        "undo" if table.undo() => return Ok(Next::Draw),
        "undo" => writeln!(out, "there is no earlier choice of yours to go back to")?,
        "save" => save(table, &file_name(rest), out)?,
        "load" => return load(table, &file_name(rest), out),
        "resign" => return resign(table.session(), out),
        "quit" | "exit" => return Ok(Next::Leave),
        _ => return play(table, line, out),
    }
    Ok(Next::Ask)
}

/// Plays a move, or says why not and what may have been meant.
fn play(table: &mut Table<'_>, line: &str, out: Out<'_>) -> Result<Next, Error> {
    let Err(refused) = table.play_typed(line, out)? else { return Ok(Next::Draw) };
    writeln!(out, "{refused}{}", meant(table.session(), line))?;
    writeln!(out, "Type ? for the legal moves, help for everything else.")?;
    Ok(Next::Ask)
}

/// The orders like the first word of a line or else the moves like all of it, as the end of an error.
fn meant(session: &dyn AnySession, line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    let order = did_you_mean(word, ORDERS.iter().map(|(word, ..)| *word));
    if !order.is_empty() {
        return order;
    }
    did_you_mean(line, session.legal().iter().map(String::as_str))
}

fn help(out: Out<'_>) -> Result<(), Error> {
    writeln!(out, "A move in any spelling of the game is played; Tab completes. Otherwise:")?;
    for (_, usage, about) in ORDERS {
        writeln!(out, "  {usage:<14} {about}")?;
    }
    Ok(())
}

/// The legal moves in columns.
fn list(session: &dyn AnySession, begun: &str, out: Out<'_>) -> Result<(), Error> {
    const WIDTH: usize = 96;
    let mut legal = session.legal();
    legal.retain(|ply| ply.get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun)));
    if legal.is_empty() {
        writeln!(out, "there is no such move")?;
        return Ok(());
    }
    let cell = legal.iter().map(|ply| ply.chars().count()).max().unwrap_or(0) + 2;
    for row in legal.chunks((WIDTH / cell).max(1)) {
        let row: String = row.iter().map(|ply| format!("{ply:<cell$}")).collect();
        writeln!(out, "  {}", row.trim_end())?;
    }
    Ok(())
}

fn hint(table: &Table<'_>, agent: &str, out: Out<'_>) -> Result<(), Error> {
    if table.session().outcome().is_some() {
        writeln!(out, "the game is over")?;
        return Ok(());
    }
    let usual = usual_agent(&table.opened().entry);
    let name = if agent.is_empty() { usual } else { agent };
    match table.hint(name) {
        Ok(hint) => writeln!(out, "{name} would play {hint}")?,
        Err(Error::Input(why)) => writeln!(out, "{why}")?,
        Err(error) => return Err(error),
    }
    Ok(())
}

/// The name of a file as typed, with blanks as completion writes them.
fn file_name(text: &str) -> String {
    text.replace("\\ ", " ")
}

fn save(table: &Table<'_>, path: &str, out: Out<'_>) -> Result<(), Error> {
    match saved::save(table, path) {
        Ok(()) => writeln!(
            out,
            "saved; plyglot conform {} --playouts {path} checks it",
            table.opened().entry.name
        )?,
        Err(why) => writeln!(out, "not saved: {why}")?,
    }
    Ok(())
}

fn load(table: &mut Table<'_>, path: &str, out: Out<'_>) -> Result<Next, Error> {
    match saved::load(table, path) {
        Ok(()) => {
            table.introduce(out)?;
            Ok(Next::Draw)
        }
        Err(why) => {
            writeln!(out, "not loaded, this game goes on: {why}")?;
            Ok(Next::Ask)
        }
    }
}

fn resign(session: &dyn AnySession, out: Out<'_>) -> Result<Next, Error> {
    if session.outcome().is_some() {
        writeln!(out, "the game is over")?;
        return Ok(Next::Ask);
    }
    let loser = session.to_move();
    writeln!(out, "{} resigns{}", seat_name(session, loser), winner(session, loser))?;
    Ok(Next::Leave)
}

/// Who wins by a resignation, if only one side is left.
fn winner(session: &dyn AnySession, loser: Player) -> String {
    let sides = session.sides();
    if sides.count() != 2 {
        return String::new();
    }
    let names: Vec<_> = sides.opponents(loser).map(|seat| seat_name(session, seat)).collect();
    let verb = if names.len() == 1 { "wins" } else { "win" };
    format!(": {} {verb}", names.join(" and "))
}
