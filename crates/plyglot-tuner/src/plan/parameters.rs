//! From the parameters of a file to ranges and starts.

use plyglot_arena::Error;
use plyglot_core::{Spec, SpecError};

use super::{
    Reading,
    file::{File, Kind, ParameterTable},
    outs,
};
use crate::{
    declared::{self, Declared},
    space::{Individual, Parameter, get},
};

/// How many parameters a run may have.
const MOST: usize = 1000;

impl Reading<'_> {
    /// The parameters of a file, for every seat if those are separate.
    pub(super) fn parameters(
        &self,
        file: &File,
        declared: &[Declared],
        separate: Option<u8>,
    ) -> Result<Vec<Parameter>, Error> {
        let kind = *file.method.get_ref();
        if kind == Kind::Ablate {
            return Ok(Vec::new());
        }
        let mut found: Vec<Parameter> = Vec::new();
        for table in &file.parameters {
            for own in self.found(table, declared)? {
                let made = self.parameter(table, &own, kind)?;
                if found.iter().all(|known| known.name != made.name) {
                    found.push(made);
                }
            }
        }
        if found.is_empty() || found.len() > MOST {
            let message = format!(
                "expected 1 to {MOST} parameters, as [[parameters]] with name = \"eval.*\"; found {}",
                found.len()
            );
            return Err(self.source.error(file.agent.span(), message));
        }
        fill_steps(&mut found);
        let Some(seats) = separate else { return Ok(found) };
        let of_seat = |seat: u8| {
            let seat = Some(usize::from(seat));
            found.iter().map(move |own| Parameter { seat, ..own.clone() })
        };
        Ok((0..seats).flat_map(of_seat).collect())
    }

    fn found(&self, table: &ParameterTable, all: &[Declared]) -> Result<Vec<Declared>, Error> {
        let found = declared::find(all, table.name.get_ref());
        found.map_err(|why| self.source.error(table.name.span(), why))
    }

    fn parameter(
        &self,
        table: &ParameterTable,
        own: &Declared,
        kind: Kind,
    ) -> Result<Parameter, Error> {
        let refuse = |why: String| self.source.error(table.name.span(), why);
        let Some((least, most, whole)) = own.range() else {
            return Err(refuse(format!("{}: expected an option that is a number", own.name)));
        };
        let value = own.value.as_ref().and_then(|text| text.parse().ok());
        let (low, high) = (table.low.unwrap_or(least), table.high.unwrap_or(most));
        if !(least <= low && low < high && high <= most) {
            let name = &own.name;
            return Err(refuse(format!(
                "{name}: expected low below high, both from {least} to {most}; found {low} to {high}"
            )));
        }
        let start = table.start.or(value);
        // Those of a pool have their own values.
        let unneeded = (kind == Kind::Contest).then_some(0.5 * (low + high));
        let start = start.or(unneeded).ok_or_else(|| {
            refuse(format!("{}: the agent leaves it open; expected start = NUMBER", own.name))
        })?;
        let seat = self.source.number("seat", &table.seat, 1..=8)?;
        let mut made = Parameter {
            name: own.name.clone(),
            low,
            high,
            whole,
            start,
            step: table.step.unwrap_or(0.25 * start.abs()),
            seat: seat.map(|seat| seat as usize - 1),
        };
        made.start = made.fit(start);
        if kind == Kind::Bayes && table.low.is_none() && table.high.is_none() {
            // Declared ranges are as wide as can be; a model of few games needs narrow ones.
            let reach = 4.0 * made.step.max(0.005 * (high - low));
            (made.low, made.high) = ((start - reach).max(low), (start + reach).min(high));
        }
        Ok(made)
    }

    /// What is taken out of an agent in turn: the parameters of the file, or the whole evaluation.
    pub(super) fn parts(
        &self,
        file: &File,
        declared: &[Declared],
    ) -> Result<Vec<(String, String)>, Error> {
        let mut parts = Vec::new();
        for table in &file.parameters {
            parts.extend(outs(self.found(table, declared)?, table.out.as_deref()));
        }
        if file.parameters.is_empty() {
            parts = outs(declared::find(declared, "eval.*").unwrap_or_default(), None);
        }
        match parts.is_empty() {
            true => Err(self.source.error(
                file.agent.span(),
                "expected [[parameters]] that the agent has and that are not out already",
            )),
            false => Ok(parts),
        }
    }
}

/// Steps of parameters that start at zero, where a share of the start says nothing: the middle one of the
/// others.
fn fill_steps(parameters: &mut [Parameter]) {
    let mut steps: Vec<f64> =
        parameters.iter().map(|own| own.step).filter(|step| *step > 0.0).collect();
    steps.sort_by(f64::total_cmp);
    let usual = steps.get(steps.len() / 2).copied();
    for own in parameters {
        let least = if own.whole { 1.0 } else { 1e-3 * (own.high - own.low) };
        let step = if own.step > 0.0 { own.step } else { usual.unwrap_or(least) };
        own.step = step.max(least).min(0.5 * (own.high - own.low));
    }
}

/// The values that parameters have in a full specification, seat by seat if it has one for each.
pub(super) fn values(parameters: &[Parameter], spec: &Spec) -> Result<Individual, SpecError> {
    let value = |own: &Parameter| {
        let of_seat = || get(spec, &[&(own.seat? + 1).to_string()]);
        let own_spec = of_seat().and_then(|text| Spec::parse(&text).ok());
        let path: Vec<&str> = own.name.split('.').collect();
        let text = get(own_spec.as_ref().unwrap_or(spec), &path);
        let number = text.as_deref().and_then(|text| text.parse::<f64>().ok());
        number.ok_or_else(|| SpecError(format!("it has no number for {}", own.title())))
    };
    Ok(vec![parameters.iter().map(value).collect::<Result<_, _>>()?])
}
