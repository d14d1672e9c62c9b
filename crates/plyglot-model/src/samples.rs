//! Positions with what became of them, as rows of indices.

use std::ops::Range;

use plyglot_core::{Features, Game, Layout, MOST_COUNTS, MOST_SUMS, Planes, Player, seats};

/// What became of a position: for two sides one number for the player to move (its payoff, or 1 for a win,
/// 0.5 for a draw and 0 for a loss), for more the share of every seat, which add up to 1, or every seat's score.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// Of the player to move.
    Mover(f32),
    /// Of every seat.
    Shares(Vec<f32>),
    /// Of every seat what tells who ended ahead of whom.
    Scores(Vec<f32>),
}

/// Positions to learn from, all of one layout. A position is one row between two sides and one row for each
/// seat in play among more.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(crate) layout: Layout,
    /// Numbers of a row: weights of patterns and counts, less where their tables begin.
    pub(crate) width: usize,
    pub(crate) lanes: Vec<u16>,
    pub(crate) sums: Vec<i16>,
    /// What stands where in every row, if anybody wants to know.
    pub(crate) planes: Vec<Planes>,
    keeps_planes: bool,
    /// The label of every row.
    pub(crate) labels: Vec<f32>,
    pub(crate) positions: Vec<Position>,
}

/// Rows that belong together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) first: u32,
    pub(crate) rows: u8,
    pub(crate) stage: u8,
    /// How many play, those who are out too.
    pub(crate) players: u8,
}

impl Position {
    /// Its rows.
    pub(crate) fn range(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.rows)
    }
}

/// The seats that a position has rows of, in their order: the player to move between two sides, among more
/// those in play, and nobody where fewer than two are.
pub fn asked<G: Game>(features: &dyn Features<G>, game: &G, state: &G::State) -> Vec<Player> {
    if game.sides().count() == 2 {
        return vec![game.to_move(state)];
    }
    let alive = seats(game.players()).filter(|seat| features.in_play(game, state, *seat));
    let alive: Vec<_> = alive.collect();
    if alive.len() < 2 { Vec::new() } else { alive }
}

impl Samples {
    /// No positions yet.
    pub fn new(layout: Layout) -> Samples {
        let width = layout.instances.len() + layout.counts.len();
        let (lanes, sums, labels) = (Vec::new(), Vec::new(), Vec::new());
        let (planes, keeps_planes, positions) = (Vec::new(), false, Vec::new());
        Samples { layout, width, lanes, sums, planes, keeps_planes, labels, positions }
    }

    /// The same for networks, which want to know what stands where.
    pub fn with_planes(self) -> Samples {
        Samples { keeps_planes: true, ..self }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Takes a position with its label. Among more than two sides it is left out unless two seats are in
    /// play.
    pub fn push<G: Game>(
        &mut self,
        features: &dyn Features<G>,
        game: &G,
        state: &G::State,
        label: &Label,
    ) {
        let stage = features.stage(game, state).min(self.layout.stages - 1) as u8;
        let first = self.labels.len() as u32;
        match label {
            Label::Mover(label) => self.row(features, game, state, game.to_move(state), *label),
            Label::Shares(shares) => {
                let asked = asked(features, game, state);
                // What belongs to seats that are out is shared by the others as they share the rest.
                let all: f32 = asked.iter().map(|seat| shares[seat.idx()]).sum();
                let even = 1.0 / asked.len().max(1) as f32;
                for seat in asked {
                    let share = if all > 0.0 { shares[seat.idx()] / all } else { even };
                    self.row(features, game, state, seat, share);
                }
            }
            Label::Scores(scores) => {
                for seat in asked(features, game, state) {
                    self.row(features, game, state, seat, scores[seat.idx()]);
                }
            }
        }
        let rows = (self.labels.len() as u32 - first) as u8;
        if rows > 0 {
            self.positions.push(Position { first, rows, stage, players: game.players() });
        }
    }

    fn row<G: Game>(
        &mut self,
        features: &dyn Features<G>,
        game: &G,
        state: &G::State,
        seat: Player,
        label: f32,
    ) {
        if let Some(patterns) = features.patterns(game) {
            let lanes = patterns.indices(&features.planes(game, state, seat));
            let tied = patterns.instances().iter().zip(lanes.as_flattened());
            self.lanes.extend(tied.map(|(shape, lane)| patterns.canonical(*shape, *lane)));
        }
        if self.keeps_planes {
            self.planes.push(features.planes(game, state, seat));
        }
        let mut counts = [0; MOST_COUNTS];
        let counts = &mut counts[..self.layout.counts.len()];
        features.count(game, state, seat, counts);
        self.lanes.extend_from_slice(counts);
        let mut sums = [0; MOST_SUMS];
        let sums = &mut sums[..self.layout.sum_count];
        features.sum(game, state, seat, sums);
        self.sums.extend_from_slice(sums);
        self.labels.push(label);
    }

    /// Takes the positions of another collection of the same layout.
    ///
    /// # Panics
    /// If the layouts differ.
    pub fn append(&mut self, other: &Samples) {
        assert_eq!(self.layout, other.layout, "positions of one layout");
        let before = self.labels.len() as u32;
        self.lanes.extend_from_slice(&other.lanes);
        self.sums.extend_from_slice(&other.sums);
        self.planes.extend_from_slice(&other.planes);
        self.labels.extend_from_slice(&other.labels);
        let moved = |own: &Position| Position { first: own.first + before, ..*own };
        self.positions.extend(other.positions.iter().map(moved));
    }

    /// The rows of every position.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        self.positions.iter().map(|own| own.range())
    }

    /// The label of every row.
    pub fn labels(&self) -> &[f32] {
        &self.labels
    }

    /// The same, to be changed.
    pub fn labels_mut(&mut self) -> &mut [f32] {
        &mut self.labels
    }

    /// How many positions every stage has.
    pub fn stages(&self) -> Vec<usize> {
        let mut stages = vec![0; self.layout.stages];
        for position in &self.positions {
            stages[usize::from(position.stage)] += 1;
        }
        stages
    }

    /// What weights of all stages make of every row.
    pub fn values(&self, weights: &[f32]) -> Vec<f32> {
        let of = |own: &Position| {
            let stage = &weights[usize::from(own.stage) * self.layout.size..][..self.layout.size];
            own.range().map(move |row| self.value(row, stage))
        };
        self.positions.iter().flat_map(of).collect()
    }

    /// The places of the weights of a row, patterns and counts.
    pub(crate) fn places(&self, row: usize) -> impl Iterator<Item = usize> {
        let from = self.layout.instances.iter().chain(&self.layout.counts);
        let lanes = &self.lanes[row * self.width..][..self.width];
        from.zip(lanes).map(|(from, lane)| *from as usize + usize::from(*lane))
    }

    /// The numbers that multiply the weights of sums in a row.
    pub(crate) fn times(&self, row: usize) -> &[i16] {
        &self.sums[row * self.layout.sum_count..][..self.layout.sum_count]
    }

    /// What some weights of a stage make of a row.
    pub(crate) fn value(&self, row: usize, weights: &[f32]) -> f32 {
        let mut value: f32 = self.places(row).map(|place| weights[place]).sum();
        for (weight, times) in weights[self.layout.sums as usize..].iter().zip(self.times(row)) {
            value += weight * f32::from(*times);
        }
        value
    }
}
