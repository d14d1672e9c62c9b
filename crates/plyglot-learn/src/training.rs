//! From positions to the weights of a generation, and how well they foretell what was held out.

use std::sync::atomic::AtomicBool;

use plyglot_arena::Error;
use plyglot_catalog::model::{
    Calibration, Model, Pedigree, Samples, Settings, Target, Trained, calibrate, loss,
    loss_by_stage, points, teach, train,
};
use plyglot_core::mix;

use crate::{
    course::{Learnt, Round, curve, stages_told},
    label::blend,
    material::Material,
    plan::{From, Plan},
};

/// A generation that is about to learn.
pub(crate) struct Lesson<'a> {
    pub(crate) plan: &'a Plan,
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Who played its games.
    pub(crate) player: &'a str,
    /// The weights before it.
    pub(crate) before: Option<&'a Model>,
    /// Raised when training shall end.
    pub(crate) stop: &'a AtomicBool,
}

impl Lesson<'_> {
    /// The weights that its positions teach, for features of that digest and number of stages.
    pub(crate) fn learn(
        &self,
        mut material: Material,
        (digest, stages): &(u64, usize),
    ) -> Result<(Model, Learnt), Error> {
        let (plan, table) = (self.plan, &self.plan.model);
        if material.samples.is_empty() || material.held_out.is_empty() {
            let (own, held_out) = (material.samples.len(), material.held_out.len());
            let (games, left_out) = (material.games, material.left_out);
            let expected = match left_out > games {
                true => "games that the rules end: no max_plies, or target = \"result\"",
                false => "more games, a smaller every or a larger held_out",
            };
            return Err(Error::Input(format!(
                "generation {}: {own} positions to learn from and {held_out} held out are too few, of \
                 {games} games, with {left_out} left out because they were cut short or lost by a fault; \
                 expected {expected}",
                self.number
            )));
        }
        if table.lambda < 1.0 {
            let labels = material.samples.labels_mut();
            blend(labels, &material.told, table.target, table.lambda);
        }
        let settings = Settings {
            target: table.target,
            epochs: table.epochs,
            rate: table.rate as f32,
            patience: table.patience as f32,
            seed: mix(plan.seed ^ u64::from(self.number)),
            stop: Some(self.stop),
        };
        let start = self.before.filter(|_| table.from == From::Before).map(Model::reals);
        let start = start.filter(|weights| !weights.is_empty());
        let trained = match table.linear {
            true => train(&material.samples, &material.held_out, start.as_deref(), &settings),
            false => Trained { weights: Vec::new(), course: Vec::new(), held_out: 0.0 },
        };
        let mut model = Model {
            game: plan.variants[0].entry.name.to_owned(),
            target: table.target,
            digest: *digest,
            scale: 1.0,
            pedigree: self.pedigree(&material),
            weights: trained.quantised(table.target),
            network: None,
            checksum: String::new(),
        };
        let network = match table.hidden {
            0 => Vec::new(),
            _ => self.add_network(&mut model, &material, &settings),
        };
        let values = model.values(&material.held_out);
        let calibration = model_scale(&material, &values, table.target);
        model.scale = calibration.scale;
        model.pedigree.loss = loss(&material.held_out, &values, table.target);
        let (own, held_out) = (material.samples.stages(), material.held_out.stages());
        let by_stage = loss_by_stage(&material.held_out, &values, table.target);
        // A file tells the checksum of its weights.
        let read = Model::read(&model.write(*stages), &model.game);
        let checksum = read.map_err(|error| Error::Panic(error.to_string()))?.checksum;
        let learnt = Learnt {
            generation: self.number,
            player: self.player.to_owned(),
            games: material.games,
            left_out: material.left_out,
            positions: material.samples.len() as u64,
            held_out: material.held_out.len() as u64,
            loss: model.pedigree.loss,
            hand_loss: hand_values(&material, table.target)
                .map(|hand| loss(&material.held_out, &hand, table.target)),
            base_loss: loss(&material.held_out, &vec![0.0; values.len()], table.target),
            calibration,
            curve: curve(&trained, &own, &held_out),
            network,
            stages: stages_told(&own, &held_out, &by_stage),
            checksum,
        };
        Ok((model, learnt))
    }

    /// Gives a model the network that its weights leave something to say; the rounds that it took.
    fn add_network(
        &self,
        model: &mut Model,
        material: &Material,
        settings: &Settings<'_>,
    ) -> Vec<Round> {
        let (own, held_out) = (&material.samples, &material.held_out);
        let before = self.before.filter(|_| self.plan.model.from == From::Before);
        let taught = teach(
            (own, &model.values(own)),
            (held_out, &model.values(held_out)),
            self.plan.model.hidden,
            before.and_then(|model| model.network.as_ref()),
            settings,
        );
        model.network = Some(taught.network);
        taught.course.iter().map(Round::from).collect()
    }

    fn pedigree(&self, material: &Material) -> Pedigree {
        Pedigree {
            rules: self.plan.rules.join(" "),
            generation: self.number,
            games: material.games,
            positions: material.samples.len() as u64,
            seed: self.plan.seed,
            start: self.plan.start.clone(),
            plan: self.plan.source.clone(),
            loss: 0.0,
            engine: self.plan.engine.clone(),
            proof: String::new(),
        }
    }
}

/// Measured on what searches are told, which among more than two sides is not what a seat says of itself.
fn model_scale(material: &Material, values: &[f32], target: Target) -> Calibration {
    let points = points(&material.held_out, values, target);
    calibrate(&leads(&material.held_out, &points, &material.scores), target.unit())
}

/// Leads of those who are asked with the scores that they brought: between two sides those of the player to
/// move, whose scores are given and who is ahead of the other by twice the own points, among more those of every
/// seat over every later one.
fn leads(held_out: &Samples, points: &[f64], scores: &[f32]) -> Vec<(f64, f64)> {
    let mut leads = Vec::new();
    for rows in held_out.rows() {
        if rows.len() == 1 {
            leads.push((2.0 * points[rows.start], f64::from(scores[rows.start])));
        }
        for one in rows.clone() {
            for other in one + 1..rows.end {
                let labels = [one, other].map(|row| held_out.labels()[row]);
                let score = match labels[0].total_cmp(&labels[1]) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                };
                leads.push((points[one] - points[other], score));
            }
        }
    }
    leads
}

/// What the hand-made evaluation says in units of the target, by the one factor that suits the positions held
/// out best.
fn hand_values(material: &Material, target: Target) -> Option<Vec<f32>> {
    let (held_out, hand) = (&material.held_out, &material.hand);
    if hand.is_empty() {
        return None;
    }
    let points: Vec<f64> = hand.iter().map(|own| f64::from(*own)).collect();
    let factor = match target {
        Target::Payoff => {
            let labels = held_out.labels().iter().map(|own| f64::from(*own));
            let product: f64 = labels.zip(&points).map(|(label, own)| label * own).sum();
            let square: f64 = points.iter().map(|own| own * own).sum();
            if square > 0.0 { product / square } else { 0.0 }
        }
        Target::Result | Target::Rank => {
            let square: f64 = points.iter().map(|own| own * own).sum();
            let unit = (square / points.len() as f64).sqrt().max(1e-6);
            lowest(10.0 / unit, |factor| loss(held_out, &times(&points, factor), target))
        }
    };
    Some(times(&points, factor))
}

fn times(points: &[f64], factor: f64) -> Vec<f32> {
    points.iter().map(|own| (own * factor) as f32).collect()
}

/// Where from 0 to `high` a function of one valley is lowest.
fn lowest(high: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, high);
    for _ in 0..30 {
        let third = (high - low) / 3.0;
        match of(low + third) < of(high - third) {
            true => high -= third,
            false => low += third,
        }
    }
    (low + high) / 2.0
}

/// What came of a generation, in words.
pub fn says(learnt: &Learnt, target: Target) -> Vec<String> {
    let Learnt { generation, games, positions, held_out, loss, base_loss, .. } = learnt;
    let unit = match target {
        Target::Payoff => "mean square",
        Target::Result | Target::Rank => "nats",
    };
    let hand = learnt.hand_loss.map_or_else(
        || "the start has no evaluation to compare with".to_owned(),
        |hand| format!("{hand:.4} by hand"),
    );
    let mut lines = vec![
        format!(
            "generation {generation}: {positions} positions of {games} games, {held_out} held out"
        ),
        format!("  loss on those: {loss:.4} {unit}; {hand}, {base_loss:.4} without any"),
        format!("  a lead of {:.0} points is worth 73 %", learnt.calibration.scale),
    ];
    if let (Some(first), Some(least)) = (
        learnt.network.first().map(|own| own.held_out),
        learnt.network.iter().map(|own| own.held_out).reduce(f64::min),
    ) {
        lines.push(format!("  of that the network: from {first:.4} to {least:.4}"));
    }
    if learnt.left_out > 0 {
        let left_out = learnt.left_out;
        lines.push(format!("  {left_out} games are left out: cut short, or lost by a fault"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use plyglot_catalog::{Catalog, model::Label};
    use plyglot_core::{Scale, options::no_files};

    use super::*;

    #[test]
    fn who_has_so_many_points_leads_by_twice_as_many_between_two() {
        let catalog = Catalog::standard();
        let opened = catalog.open("reversi(size=4)", &no_files).unwrap();
        let student = catalog.student(&opened).unwrap();
        let mut samples = Samples::new(student.layout().clone());
        for label in [1.0, 0.0] {
            student.push(&mut samples, &*opened.session, &Label::Mover(label));
        }
        let leads = leads(&samples, &[100.0, -30.0], &[1.0, 0.0]);
        assert_eq!(leads, [(200.0, 1.0), (-60.0, 0.0)]);
        // As searches are told it: the other side has the opposite.
        let scale = Scale::new(150.0);
        assert_eq!(scale.scores(&[100.0, -100.0])[0], scale.score(leads[0].0));
    }
}
