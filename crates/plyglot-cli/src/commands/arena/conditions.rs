//! From arguments to the conditions of a run.

use std::time::Duration;

use plyglot_arena::{
    Adjudication, Clock, Limits,
    job::{DrawRule, ResignRule},
};

use crate::{args::arena::LimitArgs, error::Error, input::seconds};

/// The limits that were given.
pub(crate) fn limits(args: &LimitArgs) -> Result<Limits, Error> {
    let time = args.time.as_ref().map(|text| milliseconds("--time", text)).transpose()?;
    Ok(Limits {
        time,
        clock: args.clock.as_ref().map(|text| clock(text)).transpose()?,
        nodes: args.nodes,
        depth: args.depth,
        margin: milliseconds("--margin", &args.margin)?,
        patience: milliseconds("--patience", &args.patience)?,
    })
}

/// Seconds as whole milliseconds.
fn milliseconds(what: &str, text: &str) -> Result<u64, Error> {
    let span = seconds(what, text)?;
    let whole = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
    if Duration::from_millis(whole) != span || (whole == 0 && what == "--time") {
        return Err(Error::Input(format!(
            "{what} {text}: expected whole milliseconds, such as 0.05"
        )));
    }
    Ok(whole)
}

fn clock(text: &str) -> Result<Clock, Error> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (milliseconds("--clock", base)?, milliseconds("--clock", increment)?);
    if base == 0 {
        return Err(Error::Input(format!(
            "--clock {text}: expected seconds above 0, as in 60+0.5"
        )));
    }
    Ok(Clock { base, increment })
}

/// When games are cut short.
pub(crate) fn adjudication(
    max_plies: u32,
    draw: Option<&str>,
    resign: Option<&str>,
) -> Result<Adjudication, Error> {
    let draw = draw.map(|text| -> Result<DrawRule, Error> {
        let [after, moves, value] = numbers("--draw", text, ["after", "moves", "value"])?;
        Ok(DrawRule { after: after as u32, moves: moves as u32, value })
    });
    let resign = resign.map(|text| -> Result<ResignRule, Error> {
        let [moves, value] = numbers("--resign", text, ["moves", "value"])?;
        Ok(ResignRule { moves: moves as u32, value })
    });
    Ok(Adjudication { max_plies, draw: draw.transpose()?, resign: resign.transpose()? })
}

/// The numbers of `name=number,…`, all of which must be given.
fn numbers<const N: usize>(what: &str, text: &str, names: [&str; N]) -> Result<[f64; N], Error> {
    let wanted = names.map(|name| format!("{name}=N")).join(",");
    let refuse = |why: String| Error::Input(format!("{what} {text}: {why}; expected {wanted}"));
    let mut found = [None; N];
    for part in text.split(',') {
        let (name, number) = part.split_once('=').unwrap_or((part, ""));
        let at = names.iter().position(|own| *own == name.trim());
        let at = at.ok_or_else(|| refuse(format!("{name:?} is not known")))?;
        let number = number.trim().parse::<f64>().ok().filter(|own| own.is_finite() && *own >= 0.0);
        found[at] = Some(number.ok_or_else(|| refuse(format!("{part:?} has no number from 0")))?);
    }
    let mut all = [0.0; N];
    for (at, number) in found.into_iter().enumerate() {
        all[at] = number.ok_or_else(|| refuse(format!("{} is missing", names[at])))?;
    }
    Ok(all)
}
