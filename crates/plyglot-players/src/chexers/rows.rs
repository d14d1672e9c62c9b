//! Rows of recorded evaluations and decisions, held against what the players do.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_chexers::{Chexers, Move, State};
use plyglot_core::{Control, Evaluate, NoClock, Notation, Options, Player};
use serde_json::Value;

use super::{
    best_reply::{BestReply, BestReplyParams},
    board::Action,
    evaluation::Classic,
    greedy::{GREEDY_FIXED_OPTIONS, Greedy, GreedyParams},
};

/// The rows of a file: the elements of a list, or the value itself.
pub fn rows(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// A position of a row.
struct Place {
    game: Chexers,
    state: State,
}

/// Compares a row of recorded evaluations or decisions with what the players do: `position` with
/// any of `eval`, `greedy`, `greedy_fixed` and `brs`.
pub fn check_row(row: &Value) -> Result<(), String> {
    let text = row["position"].as_str().ok_or("the row has no position")?;
    let read = Chexers::default().parse_state(text);
    let (game, state) = read.map_err(|error| format!("{text}: {error}"))?;
    let place = Place { game, state };
    let mut known = false;
    let parts: [(&str, Part); 4] = [
        ("eval", Place::check_values),
        ("greedy", |place, wanted| {
            place.check_greedy(wanted, &Options::defaults(&GreedyParams::OPTIONS))
        }),
        ("greedy_fixed", |place, wanted| {
            place.check_greedy(wanted, &Options::defaults(&GREEDY_FIXED_OPTIONS))
        }),
        ("brs", Place::check_searches),
    ];
    for (key, check) in parts {
        if let Some(wanted) = row.get(key) {
            known = true;
            check(&place, wanted).map_err(|why| format!("{text}: {key}: {why}"))?;
        }
    }
    if known { Ok(()) } else { Err(format!("{text}: the row states nothing that is known")) }
}

/// Compares one part of a row.
type Part = fn(&Place, &Value) -> Result<(), String>;

impl Place {
    fn check_values(&self, wanted: &Value) -> Result<(), String> {
        let all = wanted.as_object().ok_or("not an object of colours")?;
        for (colour, value) in all {
            let seat = (0..3).map(Player).find(|seat| self.game.player_name(*seat) == *colour);
            let seat = seat.ok_or_else(|| format!("there is no colour {colour:?}"))?;
            let found = Classic::default().score(&self.game, &self.state, seat);
            same_value(value, found).map_err(|why| format!("{colour}: {why}"))?;
        }
        Ok(())
    }

    fn check_greedy(&self, wanted: &Value, options: &Options) -> Result<(), String> {
        let choice =
            unlimited(|control| Greedy::read(options).choose(&self.game, &self.state, control));
        self.same_move(wanted, choice.map(|(action, _)| action))
    }

    fn check_searches(&self, wanted: &Value) -> Result<(), String> {
        let entries = wanted.as_array().ok_or("not a list")?;
        for entry in entries {
            let depth = entry["depth"].as_u64().filter(|depth| (1..=50).contains(depth));
            let depth = depth.ok_or("an entry has no depth from 1 to 50")?;
            self.check_search(entry, depth as u32)
                .map_err(|why| format!("depth {depth}: {why}"))?;
        }
        Ok(())
    }

    fn check_search(&self, entry: &Value, depth: u32) -> Result<(), String> {
        let mut player = BestReply::read(&Options::defaults(&BestReplyParams::OPTIONS));
        player.params.depth = depth;
        let found = unlimited(|control| player.search(&self.game, &self.state, control));
        if let Some(value) = entry.get("value") {
            same_value(value, found.value)?;
        }
        if let Some(mv) = entry.get("move") {
            self.same_move(mv, found.line.first().copied())?;
        }
        match entry.get("evals") {
            Some(evals) if evals.as_u64() != Some(found.evals) => {
                Err(format!("{evals} evaluations expected, {} made", found.evals))
            }
            _ => Ok(()),
        }
    }

    fn same_move(&self, wanted: &Value, found: Option<Action>) -> Result<(), String> {
        if wanted.is_null() && found.is_none() {
            return Ok(());
        }
        let text = wanted.as_str().ok_or("the move is no text")?;
        let expected = self.game.parse_ply(&self.state, text).map_err(|error| error.to_string())?;
        let found: Vec<Move> =
            found.and_then(|action| action.to_move(&self.game, &self.state)).into_iter().collect();
        if found == expected {
            return Ok(());
        }
        Err(format!("{text} expected, {} played", self.game.write_ply(&self.state, &found)))
    }
}

/// Thinks without any limit.
pub(super) fn unlimited<T>(think: impl FnOnce(&mut Control<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    think(&mut Control::new(u64::MAX, Duration::MAX, &NoClock, &stop))
}

/// Numbers read from a row may be off by the last digit.
fn same_value(wanted: &Value, found: f64) -> Result<(), String> {
    let number = wanted.as_f64().ok_or_else(|| format!("{wanted} is not a number"))?;
    if (number - found).abs() <= 2.0 * f64::EPSILON * number.abs() {
        return Ok(());
    }
    Err(format!("value {number} expected, {found} found"))
}
