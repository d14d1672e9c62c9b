//! The plots of a run.

use plyglot_stats::elo::{Estimate, Strength};

use crate::{
    chart::{Plot, SERIES, Scale, WIDTH},
    summary::{Run, Times},
    text::{count, percent, range, seconds, signed},
    tuning,
};

/// Room for the names of rows.
pub(crate) const NAMES: f64 = 150.0;
/// Height of a row.
pub(crate) const ROW: f64 = 26.0;
/// Room for title and sentence.
pub(crate) const HEAD: f64 = 50.0;
/// Room for the numbers of an axis below.
pub(crate) const FOOT: f64 = 24.0;
/// The right end of axes.
pub(crate) const RIGHT: f64 = WIDTH - 28.0;

/// All plots that the run has numbers for.
pub(crate) fn all(run: &Run) -> Vec<Plot> {
    let found = run.course.iter().flat_map(tuning::all);
    if run.is_search() {
        return found.collect();
    }
    let plots = [course(run), lengths(run), ratings(run), times(run), seats(run)];
    found.chain(plots.into_iter().flatten()).collect()
}

/// The colour of an agent: the same in every plot of the run.
pub(crate) fn series(run: &Run, name: &str) -> usize {
    let place = run.standings.agents.iter().position(|line| line.name == name);
    place.unwrap_or(0) % SERIES
}

/// Whether ratings say more than scores do: of more than two agents, if games tell any.
pub(crate) fn rated(run: &Run) -> bool {
    run.ratings.len() > 2 && run.ratings.iter().any(|own| own.elo.nearest().is_some())
}

fn ratings(run: &Run) -> Option<Plot> {
    let rows = run.ratings.iter().map(|own| {
        let (name, words) = (own.name.clone(), own.words(signed));
        let says = format!("{name}: {words}");
        Row { series: series(run, &name), name, strength: own.elo, words, says }
    });
    let rows: Vec<Row> = rows.collect();
    let all = || {
        let ends = |row: &Row| [row.strength.value, row.strength.low, row.strength.high];
        rows.iter().flat_map(ends).flatten().chain([0.0])
    };
    let (lowest, highest) = (all().fold(0.0, f64::min), all().fold(0.0, f64::max));
    let margin = ((highest - lowest) * 0.05).max(5.0);
    let range = (lowest - margin, highest + margin);
    let says = "Elo from all games at once, seats taken out; 95 % intervals";
    rated(run).then(|| intervals("Ratings", says, &rows, range, 0.0, &signed))
}

fn seats(run: &Run) -> Option<Plot> {
    let name = |seat: &usize| run.seat_names.get(*seat).cloned().unwrap_or_default();
    let row = |(at, side): (usize, &plyglot_arena::standings::SideLine)| {
        let name = side.seats.iter().map(name).collect::<Vec<_>>().join(" + ");
        let Estimate { value, low, high } = side.score;
        let words = percent(value);
        let says = format!("{name}: {words} ({} to {})", percent(low), percent(high));
        let strength = Strength { value: Some(value), low: Some(low), high: Some(high) };
        Row { name, strength, series: at, words, says }
    };
    let sides = &run.standings.sides;
    let told = |side: &plyglot_arena::standings::SideLine| {
        !range(side.score.low, side.score.high).is_empty()
    };
    let rows: Vec<Row> = sides.iter().enumerate().map(row).collect();
    let says = "mean score of whoever sat there, with 95 % intervals";
    let share = |number: f64| format!("{:.0} %", 100.0 * number);
    sides.iter().any(told).then(|| intervals("Seats", says, &rows, (0.0, 1.0), 0.5, &share))
}

/// A row of estimates.
struct Row {
    name: String,
    /// What is drawn, as far as it is known.
    strength: Strength,
    series: usize,
    /// The same in words.
    words: String,
    says: String,
}

fn intervals(
    title: &str,
    says: &str,
    rows: &[Row],
    range: (f64, f64),
    neutral: f64,
    write: &dyn Fn(f64) -> String,
) -> Plot {
    let bottom = HEAD + ROW * rows.len() as f64;
    let mut plot = Plot::new(title, says, bottom + FOOT);
    let x = Scale::new(range, (NAMES, RIGHT));
    below(&mut plot, x, (HEAD, bottom), write);
    plot.line((x.at(neutral), HEAD), (x.at(neutral), bottom), "neutral");
    for (at, row) in rows.iter().enumerate() {
        let y = HEAD + ROW * (at as f64 + 0.5);
        plot.name((0.0, y + 4.0), &row.name);
        let Strength { value: Some(value), low, high } = row.strength else {
            plot.text((NAMES, y + 4.0), "says", &row.words);
            continue;
        };
        // An end that nobody knows is beyond the axis.
        let low = x.at(low.unwrap_or(f64::NEG_INFINITY));
        let high = x.at(high.unwrap_or(f64::INFINITY));
        plot.line((low, y), (high, y), &format!("whisker s{}", row.series % SERIES));
        plot.marker((x.at(value), y), row.series, &row.says);
    }
    plot
}

/// Grid and numbers of an axis below a plot.
pub(crate) fn below(
    plot: &mut Plot,
    x: Scale,
    (top, bottom): (f64, f64),
    write: &dyn Fn(f64) -> String,
) {
    for tick in x.ticks(5.0) {
        plot.line((x.at(tick), top), (x.at(tick), bottom), "grid");
        plot.text((x.at(tick), bottom + 16.0), "tick", &write(tick));
    }
}

/// Grid and numbers of an axis at the left.
pub(crate) fn beside(plot: &mut Plot, y: Scale, left: f64, write: &dyn Fn(f64) -> String) {
    for tick in y.ticks(5.0) {
        plot.line((left, y.at(tick)), (RIGHT, y.at(tick)), "grid");
        plot.text((left - 6.0, y.at(tick) + 4.0), "rank", &write(tick));
    }
}

fn course(run: &Run) -> Option<Plot> {
    const LEFT: f64 = 52.0;
    let curves: Vec<_> = run.curves.iter().take(SERIES).collect();
    // A single point is no course.
    curves.iter().find(|curve| curve.points.len() > 1)?;
    let last = curves.iter().filter_map(|curve| curve.points.last()).map(|point| point.0).max()?;
    let legend = HEAD + 18.0 * curves.len().div_ceil(2) as f64;
    let (top, bottom) = (legend + 8.0, legend + 208.0);
    let mut plot = Plot::new("Score over time", says_course(run), bottom + FOOT + 16.0);
    let x = Scale::new((0.0, last as f64), (LEFT, RIGHT));
    let y = Scale::new((0.0, 1.0), (bottom, top));
    let whole = |number: f64| count(number as usize);
    below(&mut plot, x, (top, bottom), &whole);
    beside(&mut plot, y, LEFT, &|share| format!("{:.0} %", 100.0 * share));
    plot.text(((LEFT + RIGHT) / 2.0, bottom + 34.0), "tick", "games of the agent");
    // With many bands nothing could be seen: then only the first has one.
    let bands = if curves.len() <= 3 { curves.len() } else { 1 };
    for curve in &curves[..bands] {
        let place = |games: usize, share: f64| (x.at(games as f64), y.at(share));
        // The first blocks leave the whole range, which would only hide the others.
        let known = || curve.points.iter().filter(|(_, own)| own.low > 0.0 || own.high < 1.0);
        let low = known().map(|(games, own)| place(*games, own.low));
        let high = known().rev().map(|(games, own)| place(*games, own.high));
        let class = format!("band s{}", series(run, &curve.name));
        plot.curve(&low.chain(high).collect::<Vec<_>>(), "polygon", &class);
    }
    for (at, curve) in curves.iter().enumerate() {
        let own_series = series(run, &curve.name);
        let class = format!("s{own_series}");
        let points = curve.points.iter().map(|(games, own)| (x.at(*games as f64), y.at(own.value)));
        let points: Vec<_> = points.collect();
        plot.curve(&points, "polyline", &format!("curve {class}"));
        // Signs of different curves stand at different places, so that none hides another.
        for sign in [at, at + curves.len()] {
            let share = (sign as f64 + 0.5) / (2 * curves.len()) as f64;
            plot.marker(along(&points, share), own_series, &curve.name);
        }
        let (column, row) = ((at % 2) as f64 * WIDTH / 2.0, (at / 2) as f64);
        let baseline = HEAD + 8.0 + 18.0 * row;
        plot.line(
            (column, baseline - 4.0),
            (column + 18.0, baseline - 4.0),
            &format!("curve {class}"),
        );
        plot.marker((column + 9.0, baseline - 4.0), own_series, "");
        plot.name((column + 24.0, baseline), &curve.name);
    }
    Some(plot)
}

/// The place so far along a curve of at least one point.
fn along(points: &[(f64, f64)], share: f64) -> (f64, f64) {
    let place = share * (points.len() - 1) as f64;
    let (before, after) = (points[place.floor() as usize], points[place.ceil() as usize]);
    let between = |from: f64, to: f64| from + (to - from) * place.fract();
    (between(before.0, after.0), between(before.1, after.1))
}

fn says_course(run: &Run) -> &'static str {
    match run.curves.len() {
        0..=3 => "mean score so far, with 95 % intervals",
        4..=SERIES => "mean score so far; the band is the 95 % interval of the first",
        _ => "mean score so far of the best eight; the band belongs to the first",
    }
}

fn lengths(run: &Run) -> Option<Plot> {
    const LEFT: f64 = 52.0;
    const MOST_BINS: u32 = 36;
    let (shortest, longest) = (*run.plies.keys().next()?, *run.plies.keys().last()?);
    if shortest == longest {
        return None;
    }
    let width = (longest - shortest + 1).div_ceil(MOST_BINS).max(1);
    let mut bins = vec![0usize; ((longest - shortest) / width + 1) as usize];
    for (plies, games) in &run.plies {
        bins[((plies - shortest) / width) as usize] += games;
    }
    let (top, bottom) = (HEAD + 6.0, HEAD + 196.0);
    let says = format!(
        "plies a game: median {}, mean {:.1}, {} to {}",
        run.standings.lengths.median, run.standings.lengths.mean, shortest, longest
    );
    let mut plot = Plot::new("Game lengths", &says, bottom + FOOT);
    let end = shortest + width * bins.len() as u32;
    let x = Scale::new((f64::from(shortest), f64::from(end)), (LEFT, RIGHT));
    let most = bins.iter().copied().max().unwrap_or(1);
    let y = Scale::new((0.0, most as f64), (bottom, top));
    let whole =
        |number: f64| if number.fract() == 0.0 { count(number as usize) } else { String::new() };
    beside(&mut plot, y, LEFT, &whole);
    // A bar of one length has its number below its middle.
    let middle = if width == 1 { 0.5 } else { 0.0 };
    for tick in x.ticks(6.0).into_iter().filter(|tick| tick.fract() == 0.0) {
        if tick + middle <= f64::from(end) {
            plot.text((x.at(tick + middle), bottom + 16.0), "tick", &count(tick as usize));
        }
    }
    for (at, games) in bins.iter().enumerate().filter(|(_, games)| **games > 0) {
        let from = shortest + width * at as u32;
        let (left, right) = (x.at(f64::from(from)), x.at(f64::from(from + width)));
        let plies =
            if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) };
        let says = format!("{plies} plies: {} games", count(*games));
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        plot.bar((left, y.at(*games as f64)), (right - gap, bottom), "bar s0", &says);
    }
    Some(plot)
}

fn times(run: &Run) -> Option<Plot> {
    let rows: Vec<&Times> = run.times.iter().filter(|own| own.moves > 0).collect();
    let least = rows.iter().map(|own| own.quantiles[0]).fold(f64::INFINITY, f64::min);
    let most = rows.iter().map(|own| own.quantiles[5]).fold(0.0, f64::max);
    if rows.is_empty() {
        return None;
    }
    let power = |time: f64| time.max(1e-7).log10();
    let bottom = HEAD + ROW * rows.len() as f64;
    let says = "box: middle half of the moves; line: 5 to 95 %; circle: the slowest";
    let mut plot = Plot::new("Time per move", says, bottom + FOOT);
    let x = Scale::new((power(least).floor(), power(most).ceil()), (NAMES, RIGHT));
    let (first, last) = (power(least).floor() as i32, power(most).ceil() as i32);
    for tick in first..=last.max(first + 1) {
        let place = x.at(f64::from(tick));
        plot.line((place, HEAD), (place, bottom), "grid");
        plot.text((place, bottom + 16.0), "tick", &power_of_ten(tick));
    }
    for (at, own) in rows.iter().enumerate() {
        let (y, class) = (HEAD + ROW * (at as f64 + 0.5), format!("s{}", series(run, &own.name)));
        let [low, quarter, middle, three, high, slowest] =
            own.quantiles.map(|time| x.at(power(time)));
        let says = format!(
            "{}: median {}, 95 % within {}, slowest {}, {} moves",
            own.name,
            seconds(own.quantiles[2]),
            seconds(own.quantiles[4]),
            seconds(own.quantiles[5]),
            count(own.moves as usize)
        );
        plot.name((0.0, y + 4.0), &own.name);
        plot.line((low, y), (high, y), &format!("whisker {class}"));
        let three = three.max(quarter + 2.0);
        plot.bar((quarter, y - 7.0), (three, y + 7.0), &format!("box {class}"), &says);
        plot.line((middle, y - 9.0), (middle, y + 9.0), "median");
        plot.dot((slowest, y), &format!("ring {class}"), &says);
    }
    Some(plot)
}

/// A power of ten seconds.
fn power_of_ten(power: i32) -> String {
    match power {
        ..=-7 => "0".to_owned(),
        -6..=-4 => format!("{} µs", 10i32.pow((power + 6) as u32)),
        -3..=-1 => format!("{} ms", 10i32.pow((power + 3) as u32)),
        0..=9 => format!("{} s", 10i32.pow(power as u32)),
        _ => format!("10^{power} s"),
    }
}
