//! From arguments to the conditions of a run.

use plyglot_arena::{
    Adjudication, Clock, Limits, Per,
    job::{DrawRule, ResignRule},
    limits::read_milliseconds,
};

use crate::{
    args::arena::{LimitArgs, PerArg},
    error::Error,
};

/// The limits that were given.
pub(crate) fn limits(args: &LimitArgs) -> Result<Limits, Error> {
    let of_move =
        |what, text: &Option<String>| text.as_ref().map(|text| seconds(what, text, 1)).transpose();
    Ok(Limits {
        time: of_move("--time", &args.time)?,
        clock: args.clock.as_ref().map(|text| clock(text)).transpose()?,
        cpu_time: of_move("--cpu-time", &args.cpu_time)?,
        nodes: args.nodes,
        depth: args.depth,
        per: match args.per {
            PerArg::Ply => Per::Ply,
            PerArg::Turn => Per::Turn,
        },
        margin: seconds("--margin", &args.margin, 0)?,
        patience: seconds("--patience", &args.patience, 0)?,
    })
}

/// A game clock.
pub(crate) fn clock(text: &str) -> Result<Clock, Error> {
    text.parse().map_err(|why| Error::Input(format!("--clock {why}")))
}

/// Milliseconds from seconds; `what` names the argument.
pub(crate) fn seconds(what: &str, text: &str, least: u64) -> Result<u64, Error> {
    read_milliseconds(text, least).map_err(|why| Error::Input(format!("{what} {why}")))
}

/// When games are cut short.
pub(crate) fn adjudication(
    max_plies: u32,
    draw: Option<&str>,
    resign: Option<&str>,
) -> Result<Adjudication, Error> {
    let draw = draw.map(|text| -> Result<DrawRule, Error> {
        let [after, moves, score] = numbers("--draw", text, ["after", "moves", "score"])?;
        Ok(DrawRule { after: after as u32, moves: moves as u32, score: share("--draw", score)? })
    });
    let resign = resign.map(|text| -> Result<ResignRule, Error> {
        let [moves, score] = numbers("--resign", text, ["moves", "score"])?;
        Ok(ResignRule { moves: moves as u32, score: share("--resign", score)? })
    });
    Ok(Adjudication { max_plies, draw: draw.transpose()?, resign: resign.transpose()? })
}

/// A distance between expected scores.
fn share(what: &str, score: f64) -> Result<f64, Error> {
    match score <= 0.5 {
        true => Ok(score),
        false => {
            Err(Error::Input(format!("{what} score={score}: expected a number from 0 to 0.5")))
        }
    }
}

/// The numbers of `name=number,…`, all of which must be given.
fn numbers<const N: usize>(what: &str, text: &str, names: [&str; N]) -> Result<[f64; N], Error> {
    let wanted = names.map(|name| format!("{name}=N")).join(",");
    let refuse = |why: String| Error::Input(format!("{what} {text}: {why}; expected {wanted}"));
    let mut found = [None; N];
    for part in text.split(',') {
        let (name, number) = part.split_once('=').unwrap_or((part, ""));
        let at = names.iter().position(|own| *own == name.trim());
        let at = at.ok_or_else(|| {
            refuse(match name.trim() {
                "value" => {
                    "points differ from agent to agent, so score= takes their place: an expected \
                        score from 0 to 0.5"
                        .to_owned()
                }
                name => format!("{name:?} is not known"),
            })
        })?;
        let number = number.trim().parse::<f64>().ok().filter(|own| own.is_finite() && *own >= 0.0);
        found[at] = Some(number.ok_or_else(|| refuse(format!("{part:?} has no number from 0")))?);
    }
    let mut all = [0.0; N];
    for (at, number) in found.into_iter().enumerate() {
        all[at] = number.ok_or_else(|| refuse(format!("{} is missing", names[at])))?;
    }
    Ok(all)
}
