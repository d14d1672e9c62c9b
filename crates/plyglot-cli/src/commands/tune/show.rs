//! The course of a tuning run as text.

use plyglot_core::shorten;
use plyglot_tuner::course::{Course, Part};

/// How the best of the time does, in one line.
pub(super) fn standing(course: &Course) -> String {
    let mut told = Vec::new();
    if let Some(probe) = course.probes.last() {
        let [value, low, high] = probe.score.map(|own| 100.0 * own);
        told.push(format!("against the start {value:.1} % [{low:.1}, {high:.1}]"));
    }
    if let Some((_, step)) = course.steps.last() {
        let who = match course.pool.is_empty() {
            false => "last newcomer against the best",
            true => "last trial",
        };
        told.push(format!("{who} {:.1} %", 100.0 * step.score));
    }
    if course.pool.len() > 1 {
        told.push(format!("{} kept", course.pool.len()));
    }
    if let Some(part) = course.parts.last() {
        told.push(format!("{}: {}", part.name, elo(part)));
    }
    told.join("  ")
}

/// The parameters that have moved most, each with its start and where it is.
pub(super) fn values(course: &Course, most: usize) -> Vec<String> {
    let last = course.steps.last().map(|(_, step)| &step.values);
    let values = course.values.first().or(last);
    let Some(values) = values.filter(|own| !own.is_empty()) else { return Vec::new() };
    let mut moved: Vec<_> = course.parameters.iter().zip(values).collect();
    if moved.len() > most {
        let far = |(own, value): &(&plyglot_tuner::space::Parameter, &f64)| {
            ((**value - own.start) / own.step).abs()
        };
        moved.sort_by(|a, b| far(b).total_cmp(&far(a)));
    }
    let hidden = moved.len().saturating_sub(most);
    let names = moved.iter().take(most).map(|(own, _)| own.title().chars().count());
    let width = names.max().unwrap_or(0).min(40);
    let line = |(own, value): &(&plyglot_tuner::space::Parameter, &f64)| {
        let digits = if own.whole { 0 } else { 3 };
        let (start, value, step) = (own.start, own.fit(**value), own.step);
        let title = own.title();
        format!("{title:<width$}  {start:>9.digits$}  now {value:>9.digits$}  step {step:.1}")
    };
    let mut lines: Vec<String> = moved.iter().take(most).map(line).collect();
    if hidden > 0 {
        lines.push(format!("and {hidden} more that have moved less"));
    }
    lines
}

/// The strength of a part as far as it can be told.
pub(super) fn elo(part: &Part) -> String {
    match part.elo.nearest() {
        Some(_) => format!("Elo {}", part.elo),
        None => part.elo.to_string(),
    }
}

/// The table of parts, one line each.
pub(super) fn parts(course: &Course) -> Vec<String> {
    let width = course.parts.iter().map(|own| own.name.chars().count()).max().unwrap_or(0).max(4);
    let line = |own: &Part| {
        let verdict = own.verdict.as_deref().unwrap_or("in play");
        let (name, games) = (shorten(&own.name), own.games);
        format!("{name:<width$}  {games:>6}  {:<30}  {verdict}", elo(own))
    };
    let mut lines = vec![format!("{:<width$}  {:>6}  {:<30}  verdict", "part", "games", "worth")];
    lines.extend(course.parts.iter().map(line));
    lines
}
