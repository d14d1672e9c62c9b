//! The plots of a tuning run: where its parameters went, how they did, and who descends from whom.

use plyglot_tuner::course::{Course, Part};

use crate::{
    chart::{Plot, SERIES, Scale, WIDTH},
    charts::{FOOT, HEAD, NAMES, RIGHT, ROW, below, beside},
    text::{count, percent, signed},
};

/// The left end of axes with numbers beside them.
const LEFT: f64 = 52.0;
/// Height of a plot with curves.
const HEIGHT: f64 = 200.0;

/// All plots that the course has something for.
pub(crate) fn all(course: &Course) -> Vec<Plot> {
    let plots = [
        parameters(course),
        probes(course),
        family(course),
        ladder(course),
        losses(course),
        parts(course),
    ];
    plots.into_iter().flatten().collect()
}

/// A curve of a plot with its name.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// Curves over a common axis, with a legend above them.
pub(crate) fn curves(
    title: &str,
    says: &str,
    lines: &[Line],
    (below_says, write): (&str, &dyn Fn(f64) -> String),
    neutral: Option<f64>,
) -> Option<Plot> {
    let all = || lines.iter().flat_map(|line| &line.points);
    let last = all().map(|point| point.0).fold(0.0, f64::max);
    let ends = || all().map(|point| point.1).chain(neutral);
    let (low, high) =
        (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    if lines.iter().all(|line| line.points.len() < 2) || last <= 0.0 {
        return None;
    }
    let legend = HEAD + 18.0 * lines.len().div_ceil(2) as f64;
    let (top, bottom) = (legend + 8.0, legend + 8.0 + HEIGHT);
    let mut plot = Plot::new(title, says, bottom + FOOT + 16.0);
    let margin = (0.05 * (high - low)).max(1e-6);
    let x = Scale::new((0.0, last), (LEFT, RIGHT));
    let y = Scale::new((low - margin, high + margin), (bottom, top));
    below(&mut plot, x, (top, bottom), &|number| count(number as usize));
    beside(&mut plot, y, LEFT, write);
    plot.text(((LEFT + RIGHT) / 2.0, bottom + 34.0), "tick", below_says);
    if let Some(neutral) = neutral {
        plot.line((LEFT, y.at(neutral)), (RIGHT, y.at(neutral)), "neutral");
    }
    for (at, line) in lines.iter().enumerate() {
        let places: Vec<_> = line.points.iter().map(|own| (x.at(own.0), y.at(own.1))).collect();
        let class = format!("curve s{}", at % SERIES);
        plot.curve(&places, "polyline", &class);
        let (column, row) = ((at % 2) as f64 * WIDTH / 2.0, (at / 2) as f64);
        let baseline = HEAD + 8.0 + 18.0 * row;
        plot.line((column, baseline - 4.0), (column + 18.0, baseline - 4.0), &class);
        if let Some(end) = places.last() {
            plot.marker(*end, at, &line.name);
        }
        plot.marker((column + 9.0, baseline - 4.0), at, "");
        plot.name((column + 24.0, baseline), &line.name);
    }
    Some(plot)
}

/// Where the parameters went that went farthest, in steps from their start.
fn parameters(course: &Course) -> Option<Plot> {
    let last = &course.steps.last()?.1.values;
    let far = |at: usize| {
        let own = &course.parameters[at];
        ((last[at] - own.start) / own.step).abs()
    };
    let known = course.parameters.len().min(last.len());
    let mut order: Vec<usize> = (0..known).collect();
    order.sort_by(|a, b| far(*b).total_cmp(&far(*a)));
    order.truncate(SERIES);
    let line = |at: &usize| {
        let own = &course.parameters[*at];
        let place = |(games, step): &(usize, plyglot_tuner::method::Step)| {
            let value = step.values.get(*at).copied().unwrap_or(own.start);
            (*games as f64, (value - own.start) / own.step)
        };
        let mut points = vec![(0.0, 0.0)];
        points.extend(thinned(&course.steps).map(place));
        Line { name: own.title(), points }
    };
    let lines: Vec<Line> = order.iter().map(line).collect();
    let says = match known > SERIES {
        true => format!("steps from the start, of the {SERIES} of {known} that went farthest"),
        false => "steps from the start".to_owned(),
    };
    let write = |number: f64| format!("{number:.1}");
    curves("Parameters over time", &says, &lines, ("games", &write), Some(0.0))
}

/// A few hundred of many, the last included.
fn thinned<T>(all: &[T]) -> impl Iterator<Item = &T> {
    const MOST: usize = 300;
    let by = all.len().div_ceil(MOST).max(1);
    all.iter().rev().step_by(by).collect::<Vec<_>>().into_iter().rev()
}

/// How the best of the time did against the start.
fn probes(course: &Course) -> Option<Plot> {
    let last = course.probes.last()?.games as f64;
    let (top, bottom) = (HEAD + 6.0, HEAD + 6.0 + HEIGHT);
    let says = "score of the best of the time against the start, with 95 % intervals";
    let mut plot = Plot::new("Score over time", says, bottom + FOOT + 16.0);
    let x = Scale::new((0.0, last), (LEFT, RIGHT));
    let y = Scale::new((0.0, 1.0), (bottom, top));
    below(&mut plot, x, (top, bottom), &|number| count(number as usize));
    beside(&mut plot, y, LEFT, &|share| format!("{:.0} %", 100.0 * share));
    plot.text(((LEFT + RIGHT) / 2.0, bottom + 34.0), "tick", "games");
    plot.line((LEFT, y.at(0.5)), (RIGHT, y.at(0.5)), "neutral");
    let place = |own: &plyglot_tuner::course::Probe| (x.at(own.games as f64), y.at(own.score[0]));
    let points: Vec<_> = course.probes.iter().map(place).collect();
    plot.curve(&points, "polyline", "curve s0");
    for own in &course.probes {
        let at = x.at(own.games as f64);
        let [value, low, high] = own.score;
        plot.line((at, y.at(low)), (at, y.at(high)), "whisker s0");
        let (score, games) = (percent(value), count(own.games));
        let says = format!("{score} ({} to {}) after {games} games", percent(low), percent(high));
        plot.marker((at, y.at(value)), 0, &says);
    }
    Some(plot)
}

/// Who descends from whom: a row for every start, a sign for everybody who was kept.
fn family(course: &Course) -> Option<Plot> {
    const ROWS: usize = 24;
    let starts: Vec<usize> =
        (0..course.pool.len()).filter(|at| course.pool[*at].parent.is_none()).collect();
    if course.pool.len() < 2 {
        return None;
    }
    let hidden = starts.len().saturating_sub(ROWS);
    let shown = &starts[hidden..];
    let bottom = HEAD + ROW * shown.len() as f64;
    let says = match hidden {
        0 => format!(
            "{} kept from {} starts; a newcomer beat the one before it",
            course.pool.len(),
            starts.len()
        ),
        hidden => format!("the last {ROWS} starts; {hidden} before them are left out"),
    };
    let mut plot = Plot::new("Family tree", &says, bottom + FOOT);
    let first = shown.first().copied().unwrap_or(0);
    let x = Scale::new((first as f64, course.pool.len() as f64 - 1.0), (NAMES, RIGHT));
    let mut rows = vec![0usize; course.pool.len()];
    for (at, member) in course.pool.iter().enumerate().skip(first) {
        let row = match member.parent {
            Some(parent) => rows[parent],
            None => shown.iter().position(|start| *start == at).unwrap_or(0),
        };
        rows[at] = row;
        let y = HEAD + ROW * (row as f64 + 0.5);
        match member.parent {
            Some(parent) => {
                plot.line(
                    (x.at(parent as f64), y),
                    (x.at(at as f64), y),
                    &format!("whisker s{}", row % SERIES),
                );
            }
            None => plot.name((0.0, y + 4.0), &format!("start {}", row + hidden + 1)),
        }
    }
    for (at, member) in course.pool.iter().enumerate().skip(first) {
        let y = HEAD + ROW * (rows[at] as f64 + 0.5);
        let values: Vec<String> = (course.parameters.iter().zip(&member.values))
            .map(|(own, value)| format!("{} {value}", own.title()))
            .collect();
        plot.marker((x.at(at as f64), y), rows[at] % SERIES, &values.join(", "));
    }
    Some(plot)
}

/// Who went on after each round of a contest.
fn ladder(course: &Course) -> Option<Plot> {
    const MOST: usize = 30;
    let rounds = &course.ladder;
    let last = rounds.last()?;
    let tallest = rounds.iter().map(|round| round.len().min(MOST)).max()?;
    let bottom = HEAD + ROW * (tallest as f64 + 1.0);
    let mut plot =
        Plot::new("Ladder", "who went on; at the right the best of every side", bottom + 8.0);
    let width = (RIGHT - 8.0) / rounds.len() as f64;
    let place =
        |round: usize, row: usize| (8.0 + width * round as f64, HEAD + ROW * (row as f64 + 1.5));
    for (at, round) in rounds.iter().enumerate() {
        let is_last = at + 1 == rounds.len();
        let title = if is_last { "best".to_owned() } else { format!("round {}", at + 1) };
        plot.text((place(at, 0).0, HEAD + 14.0), "says", &title);
        for (row, name) in round.iter().take(MOST).enumerate() {
            let (x, y) = place(at, row);
            let label = if is_last { format!("side {}: {name}", row + 1) } else { name.clone() };
            let next = rounds.get(at + 1).and_then(|next| next.iter().position(|own| own == name));
            if let Some(next) = next.filter(|next| *next < MOST) {
                let (to_x, to_y) = place(at + 1, next);
                plot.line((x + 0.45 * width, y - 4.0), (to_x - 6.0, to_y - 4.0), "whisker s0");
            }
            plot.name((x, y), &label);
        }
    }
    (!last.is_empty()).then_some(plot)
}

/// How well weights explain results, pass by pass.
fn losses(course: &Course) -> Option<Plot> {
    let line = |name: &str, loss: &dyn Fn(&plyglot_tuner::course::Loss) -> f64| {
        let points = thinned(&course.losses).map(|own| (own.pass as f64, loss(own))).collect();
        Line { name: name.to_owned(), points }
    };
    let lines =
        [line("games learnt from", &|own| own.learnt), line("games held out", &|own| own.held_out)];
    let write = |number: f64| format!("{number:.3}");
    let says = "bits that a result still tells, with the weights of every pass";
    curves("Fit to results", says, &lines, ("passes", &write), None)
}

/// What every part is worth.
fn parts(course: &Course) -> Option<Plot> {
    const FARTHEST: f64 = 400.0;
    if course.parts.is_empty() {
        return None;
    }
    let bottom = HEAD + ROW * course.parts.len() as f64;
    let says = "Elo of the whole over the agent without it, with 95 % intervals";
    let mut plot = Plot::new("What each part is worth", says, bottom + FOOT);
    let known = |own: &Part| [own.elo.low, own.elo.value, own.elo.high].into_iter().flatten();
    let all = || course.parts.iter().flat_map(known).map(|elo| elo.clamp(-FARTHEST, FARTHEST));
    let (low, high) = (all().fold(-20.0, f64::min), all().fold(20.0, f64::max));
    let x = Scale::new((low - 5.0, high + 5.0), (NAMES, RIGHT));
    below(&mut plot, x, (HEAD, bottom), &signed);
    plot.line((x.at(0.0), HEAD), (x.at(0.0), bottom), "neutral");
    for (at, own) in course.parts.iter().enumerate() {
        let y = HEAD + ROW * (at as f64 + 0.5);
        plot.name((0.0, y + 4.0), &own.name);
        let verdict = own.verdict.as_deref().unwrap_or("in play");
        let Some(value) = own.elo.value else {
            plot.text((NAMES, y + 4.0), "says", "too few games to tell");
            continue;
        };
        let low = x.at(own.elo.low.unwrap_or(f64::NEG_INFINITY));
        let high = x.at(own.elo.high.unwrap_or(f64::INFINITY));
        let series = match verdict {
            "earns its place" => 2,
            "is not worth it" => 1,
            _ => 0,
        };
        plot.line((low, y), (high, y), &format!("whisker s{series}"));
        let says =
            format!("{}: {} Elo, {} games, {verdict}", own.name, signed(value), count(own.games));
        plot.marker((x.at(value), y), series, &says);
    }
    Some(plot)
}
