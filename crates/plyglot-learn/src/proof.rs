//! The proof: a sequential test of the player with its weights against the start, on openings that nobody
//! has learnt from.

use plyglot_arena::{
    Entrant, Error,
    opening::Source,
    schedule::{Frame, Test, Variant, Versus},
    seating::{Orders, match_blocks},
    standings::Duel,
};
use plyglot_core::mix;
use plyglot_stats::sprt::{Sprt, Verdict};

use crate::{course::Proved, plan::Plan};

/// The match of a player against the start, both in all variants of the game; those that have as many sides as
/// the first take turns, since blocks of others would be another kind of observation.
pub fn trial(plan: &Plan, player: Vec<Entrant>, start: Vec<Entrant>) -> Result<Versus, Error> {
    let (seed, sides) = (mix(plan.seed ^ 0x0070_726f_6f66), plan.variants[0].session.sides());
    let alike = plan.variants.iter().zip(player.into_iter().zip(start));
    let alike = alike.filter(|(opened, _)| opened.session.sides().count() == sides.count());
    let variant = |(opened, (player, start))| {
        Variant::new(opened, vec![player, start], Source::usual(opened), seed)
    };
    let blocks = vec![match_blocks(2, sides.count()).concat()];
    let frame = Frame {
        engine: plan.engine.clone(),
        game: plan.rules.join(" "),
        variants: alike.map(variant).collect(),
        sides,
        limits: plan.proof.limits.clone(),
        adjudication: plan.adjudication.clone(),
        orders: Orders::Rotations,
        seed,
        files: plan.files.clone(),
    };
    Versus::new(frame, blocks, plan.proof.games, Some(plan.proof.sprt))
}

/// What came out of it.
pub fn proved(trial: &Versus, sprt: &Sprt) -> Proved {
    let (duel, limits) = (trial.duel(), &trial.frame().limits);
    let (summary, test) = (duel.summary(), Test::of(sprt, duel));
    let score = [summary.score.value, summary.score.low, summary.score.high];
    let [value, low, high] = score.map(|own| 100.0 * own);
    let better = test.status.verdict == Verdict::AcceptH1;
    let Duel { wins, draws, losses, .. } = *duel;
    let limits = match (limits.nodes, limits.cpu_time) {
        (Some(nodes), _) => format!("{nodes} nodes a move"),
        (None, Some(time)) => format!("{} s of processor time a move", time as f64 / 1000.0),
        (None, None) => "no limits".to_owned(),
    };
    let told = format!(
        "{value:.1} % [{low:.1}, {high:.1}] in {} games against the start at {limits}, Elo {}",
        duel.games(),
        summary.elo
    );
    let says = match better {
        true => format!("better: {told}"),
        false => format!("not shown to be better: {told}"),
    };
    let (games, results) = (duel.games(), [wins, draws, losses]);
    Proved { better, says, games, results, score, limits }
}
