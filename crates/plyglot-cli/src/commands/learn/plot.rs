//! The course of learning as a picture.

use plyglot_learn::course::{Course, Learnt, Round};
use plyglot_report::{Curves, Line, figure};

/// Loss curves, losses by stage, and what was foretold beside what came.
pub(super) fn picture(course: &Course) -> String {
    let mut parts: Vec<Curves> = course.generations.iter().map(losses).collect();
    parts.push(stages(course));
    parts.extend(course.generations.last().map(reliability));
    figure(&course.title, &parts)
}

fn losses(own: &Learnt) -> Curves {
    let line = |name: &str, points| Line { name: name.to_owned(), points };
    // What the network adds comes after the weights.
    let before = own.curve.last().map_or(0, |last| last.epoch);
    let later = own.network.iter().map(|own| Round { epoch: own.epoch + before, ..*own });
    let rounds: Vec<Round> = own.curve.iter().copied().chain(later).collect();
    let held_out = rounds.iter().map(|round| (f64::from(round.epoch), round.held_out));
    let learnt = rounds.iter().filter_map(|own| Some((f64::from(own.epoch), own.learnt?)));
    let mut lines =
        vec![line("held out", held_out.collect()), line("learnt from", learnt.collect())];
    if let (Some(hand), Some(last)) = (own.hand_loss, rounds.last()) {
        let ends = vec![(0.0, hand), (f64::from(last.epoch), hand)];
        lines.push(line("by hand, held out", ends));
    }
    let (title, below) = (format!("Loss of generation {}", own.generation), "rounds".to_owned());
    let says = format!("{} positions of {} games", own.positions, own.games);
    Curves { title, says, below, lines }
}

fn stages(course: &Course) -> Curves {
    let line = |own: &Learnt| {
        let tested = own.stages.iter().filter(|stage| stage.held_out > 0);
        let points = tested.map(|stage| (stage.stage as f64, stage.loss)).collect();
        Line { name: format!("generation {}", own.generation), points }
    };
    Curves {
        title: "Loss by stage".to_owned(),
        says: "on positions held out".to_owned(),
        below: "stages of the game".to_owned(),
        lines: course.generations.iter().map(line).collect(),
    }
}

fn reliability(own: &Learnt) -> Curves {
    let bins = &own.calibration.bins;
    let scored = bins.iter().map(|bin| (100.0 * bin.expected, 100.0 * bin.scored)).collect();
    let (came, foretold) = ("came".to_owned(), "as foretold".to_owned());
    Curves {
        title: "Foretold and scored".to_owned(),
        says: format!("percent, generation {}, on positions held out", own.generation),
        below: "percent foretold".to_owned(),
        lines: vec![
            Line { name: came, points: scored },
            Line { name: foretold, points: vec![(0.0, 0.0), (100.0, 100.0)] },
        ],
    }
}
