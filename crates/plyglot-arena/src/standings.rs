//! From results to tables: scores, cross table, seats, lengths, time and faults.

use std::collections::{BTreeMap, HashSet};

use plyglot_stats::{
    blocks::{self, SeatPoints, rank_scores},
    cells::Cells,
    elo::{self, Estimate, Strength, Summary},
};
use serde::Serialize;

use crate::{Ending, GameResult, Job, SeatUse, desk::Watch, schedule::Block};

/// The score of every seat: the share of the other sides that its side is ahead of, ties half.
pub fn seat_scores(result: &GameResult) -> Vec<f64> {
    let count = result.sides.iter().max().map_or(0, |last| last + 1);
    let rank =
        |side| result.sides.iter().position(|own| *own == side).map(|seat| result.ranks[seat]);
    let scores = rank_scores(&(0..count).filter_map(rank).collect::<Vec<u8>>());
    result.sides.iter().map(|side| scores[*side]).collect()
}

/// One agent against another, or against all others, over the blocks added so far.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// The mean scores of the blocks.
    pub cells: Cells,
    /// How many games a block has.
    pub games_per_block: usize,
    /// Games in which it finished ahead of every other.
    pub wins: usize,
    /// Games in which it did not, but was behind nobody.
    pub draws: usize,
    /// Games in which somebody was ahead of it.
    pub losses: usize,
}

impl Default for Duel {
    fn default() -> Self {
        Duel { cells: blocks::cells(2, 2), games_per_block: 1, wins: 0, draws: 0, losses: 0 }
    }
}

impl Duel {
    /// Games in all.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Score, Elo and likelihood of superiority.
    pub fn summary(&self) -> Summary {
        elo::summary(&self.cells, self.games_per_block)
    }

    /// Adds a block of the agent of that name against all others.
    pub fn add_against_all(&mut self, block: &Block, name: &str) {
        self.add(block, name, &|other| other != name);
    }

    fn add(&mut self, block: &Block, name: &str, rivals: &dyn Fn(&str) -> bool) {
        let (new, mut scores) = (self.games() == 0, Vec::new());
        for game in &block.games {
            let Some(tally) = meeting(&block.job, game, name, rivals) else { continue };
            scores.push(tally.score());
            match tally {
                Meeting { behind: 0, even: 0, .. } => self.wins += 1,
                Meeting { behind: 0, .. } => self.draws += 1,
                _ => self.losses += 1,
            }
        }
        let Some(mean) = blocks::mean(&scores) else { return };
        if new {
            self.cells = blocks::cells(block.games[0].first_seats().len(), scores.len());
        }
        self.games_per_block = scores.len();
        self.cells.add(mean);
    }
}

/// How often the seats of one agent were ahead of, even with and behind those of its rivals.
struct Meeting {
    ahead: u32,
    even: u32,
    behind: u32,
}

impl Meeting {
    fn score(&self) -> f64 {
        let all = self.ahead + self.even + self.behind;
        (f64::from(self.ahead) + 0.5 * f64::from(self.even)) / f64::from(all)
    }
}

/// `None` where they did not meet.
fn meeting(
    job: &Job,
    game: &GameResult,
    name: &str,
    rivals: &dyn Fn(&str) -> bool,
) -> Option<Meeting> {
    let names = names(job, game);
    let mut meeting = Meeting { ahead: 0, even: 0, behind: 0 };
    for (seat, own) in names.iter().enumerate().filter(|(_, own)| **own == name) {
        debug_assert_eq!(*own, name);
        for (other, _) in names.iter().enumerate().filter(|(_, rival)| rivals(rival)) {
            match game.ranks[seat].cmp(&game.ranks[other]) {
                std::cmp::Ordering::Less => meeting.ahead += 1,
                std::cmp::Ordering::Equal => meeting.even += 1,
                std::cmp::Ordering::Greater => meeting.behind += 1,
            }
        }
    }
    (meeting.ahead + meeting.even + meeting.behind > 0).then_some(meeting)
}

/// The name of the agent in every seat of a game.
pub fn names<'a>(job: &'a Job, game: &GameResult) -> Vec<&'a str> {
    job.seatings[game.index].iter().map(|agent| job.agents[*agent].name.as_str()).collect()
}

/// One agent in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its full specification.
    pub spec: String,
    /// Games it played, counted once for every side it had.
    pub games: usize,
    /// Times its side was ahead of all others.
    pub wins: usize,
    /// Times its side shared the first rank.
    pub draws: usize,
    /// Times another side was ahead.
    pub losses: usize,
    /// Its mean score against all other agents with a 95 % interval over blocks.
    pub score: Estimate,
    /// The Elo difference that belongs to this score.
    pub elo: Strength,
    /// Moves it made.
    pub moves: u64,
    /// Seconds a move.
    pub seconds: f64,
    /// Its slowest move, in seconds.
    pub slowest: f64,
    /// Nodes a move.
    pub nodes: f64,
    /// Mean depth of the moves that it searched for.
    pub depth: f64,
    /// Games lost by a fault, by kind.
    pub faults: BTreeMap<&'static str, usize>,
    /// The first fault of every kind in words.
    pub reasons: BTreeMap<&'static str, String>,
}

/// One side of the game in the table: the advantage of a seat is a result of its own.
#[derive(Clone, Debug, Serialize)]
pub struct SideLine {
    /// The side's seats.
    pub seats: Vec<usize>,
    /// Mean score of whoever sat there, with a 95 % interval over blocks.
    pub score: Estimate,
}

/// A cell of the cross table.
#[derive(Clone, Debug, Serialize)]
pub struct Cross {
    /// Games in which the two met.
    pub games: usize,
    /// Wins, draws and losses of the agent of the row.
    pub wins: usize,
    /// Games in which neither was ahead.
    pub draws: usize,
    /// Games in which the agent of the row was behind.
    pub losses: usize,
    /// Mean score of the agent of the row.
    pub score: Estimate,
}

/// Plies of games.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Lengths {
    /// The shortest game.
    pub shortest: u32,
    /// Half of the games were no longer.
    pub median: u32,
    /// The mean.
    pub mean: f64,
    /// The longest game.
    pub longest: u32,
}

/// Everything a table says about some blocks.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The agents, the best score first.
    pub agents: Vec<Line>,
    /// Row against column, in the order of `agents`.
    pub cross: Vec<Vec<Option<Cross>>>,
    /// The sides of the game.
    pub sides: Vec<SideLine>,
    /// Blocks, the independent observations.
    pub blocks: usize,
    /// Games.
    pub games: usize,
    /// Games with different moves.
    pub distinct: usize,
    /// Plies of games.
    pub lengths: Lengths,
    /// Games that their rules ended, that a fault ended, and that were cut short.
    pub endings: [usize; 3],
}

/// The tables of all blocks that were added, in constant space but for the different games.
#[derive(Default)]
pub struct Tally {
    /// In the order of their first appearance.
    agents: Vec<AgentTally>,
    numbers: BTreeMap<String, usize>,
    met: BTreeMap<(usize, usize), Duel>,
    /// The side of every seat.
    sides: Vec<usize>,
    seats: SeatPoints,
    blocks: usize,
    games: usize,
    courses: HashSet<u64>,
    plies: BTreeMap<u32, usize>,
    endings: [usize; 3],
}

/// The tables of some blocks.
pub fn standings(blocks: &[Block]) -> Standings {
    let mut tally = Tally::default();
    blocks.iter().for_each(|block| tally.add(block));
    tally.standings()
}

impl Watch for Tally {
    fn block(&mut self, block: &Block) {
        self.add(block);
    }
}

impl Tally {
    /// Adds a finished block.
    pub fn add(&mut self, block: &Block) {
        let numbers: Vec<usize> =
            block.job.agents.iter().map(|agent| self.number(&agent.name, &agent.spec)).collect();
        for (own, agent) in numbers.iter().zip(&block.job.agents) {
            self.agents[*own].add(block);
            for (other, rival) in numbers.iter().zip(&block.job.agents).filter(|(at, _)| *at != own)
            {
                let duel = self.met.entry((*own, *other)).or_default();
                duel.add(block, &agent.name, &|name| name == rival.name);
            }
        }
        self.seats.add(&block.games.iter().map(seat_scores).collect::<Vec<_>>());
        self.blocks += 1;
        block.games.iter().for_each(|game| self.add_game(game));
    }

    fn number(&mut self, name: &str, spec: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let (name, spec) = (name.to_owned(), spec.to_owned());
        self.numbers.insert(name.clone(), self.agents.len());
        self.agents.push(AgentTally { name, spec, ..AgentTally::default() });
        self.agents.len() - 1
    }

    fn add_game(&mut self, game: &GameResult) {
        if self.games == 0 {
            self.sides = game.sides.clone();
        }
        self.games += 1;
        self.courses.insert(game.course);
        *self.plies.entry(game.plies).or_default() += 1;
        self.endings[match game.ending {
            Ending::Rules => 0,
            Ending::Forfeit { .. } => 1,
            Ending::Adjudicated { .. } => 2,
        }] += 1;
    }

    /// The agent of that name against all others, once it has played.
    pub fn duel(&self, name: &str) -> Option<&Duel> {
        self.numbers.get(name).map(|number| &self.agents[*number].against_all)
    }

    /// The tables so far.
    pub fn standings(&self) -> Standings {
        let mut agents: Vec<Line> = self.agents.iter().map(AgentTally::line).collect();
        agents.sort_by(|a, b| b.score.value.total_cmp(&a.score.value).then(a.name.cmp(&b.name)));
        let cross =
            |own: &Line| agents.iter().map(|other| self.cross(&own.name, &other.name)).collect();
        Standings {
            cross: agents.iter().map(cross).collect(),
            agents,
            sides: self.side_lines(),
            blocks: self.blocks,
            games: self.games,
            distinct: self.courses.len(),
            lengths: self.lengths(),
            endings: self.endings,
        }
    }

    fn cross(&self, own: &str, other: &str) -> Option<Cross> {
        let duel = self.met.get(&(self.numbers[own], self.numbers[other]))?;
        (duel.games() > 0).then(|| Cross {
            games: duel.games(),
            wins: duel.wins,
            draws: duel.draws,
            losses: duel.losses,
            score: elo::score(&duel.cells),
        })
    }

    fn side_lines(&self) -> Vec<SideLine> {
        let scores = self.seats.estimates();
        let count = self.sides.iter().max().map_or(0, |last| last + 1);
        let line = |side: usize| {
            let seats: Vec<usize> =
                (0..self.sides.len()).filter(|seat| self.sides[*seat] == side).collect();
            SideLine { score: scores[seats[0]], seats }
        };
        (0..count).map(line).collect()
    }

    fn lengths(&self) -> Lengths {
        let (Some((shortest, _)), Some((longest, _))) =
            (self.plies.first_key_value(), self.plies.last_key_value())
        else {
            return Lengths::default();
        };
        let mut passed = 0;
        let median = self.plies.iter().find(|(_, count)| {
            passed += **count;
            passed > self.games / 2
        });
        let sum: f64 =
            self.plies.iter().map(|(plies, count)| f64::from(*plies) * *count as f64).sum();
        Lengths {
            shortest: *shortest,
            median: median.map_or(0, |(plies, _)| *plies),
            mean: sum / self.games as f64,
            longest: *longest,
        }
    }
}

/// What an agent came to.
#[derive(Default)]
struct AgentTally {
    name: String,
    spec: String,
    against_all: Duel,
    wins: usize,
    draws: usize,
    losses: usize,
    spent: Spent,
    faults: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<&'static str, String>,
}

/// What all seats of an agent spent, in numbers that hold millions of games.
#[derive(Default)]
struct Spent {
    moves: u64,
    searched: u64,
    micros: u64,
    slowest: u64,
    nodes: u64,
    depths: u64,
}

impl Spent {
    fn add(&mut self, other: &SeatUse) {
        self.moves += u64::from(other.moves);
        self.searched += u64::from(other.moves.saturating_sub(other.recalled));
        self.micros += other.micros;
        self.slowest = self.slowest.max(other.slowest);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.depths += other.depths;
    }
}

impl AgentTally {
    fn add(&mut self, block: &Block) {
        self.against_all.add_against_all(block, &self.name);
        for game in &block.games {
            let seated = names(&block.job, game);
            for (seat, name) in seated.into_iter().enumerate() {
                if name != self.name {
                    continue;
                }
                self.add_seat(game, seat);
                // A side wins or loses once, however many seats it has.
                if !game.sides[..seat].contains(&game.sides[seat]) {
                    self.add_result(game, seat);
                }
            }
        }
    }

    fn add_seat(&mut self, game: &GameResult, seat: usize) {
        self.spent.add(&game.seats[seat]);
        if let Some(fault) = game.fault(seat) {
            *self.faults.entry(fault.kind.name()).or_insert(0) += 1;
            self.reasons.entry(fault.kind.name()).or_insert_with(|| fault.to_string());
        }
    }

    fn add_result(&mut self, game: &GameResult, seat: usize) {
        let first = |other: &usize| game.ranks[*other] == 1;
        let rival = |other: &usize| game.sides[*other] != game.sides[seat];
        let shared = (0..game.ranks.len()).filter(first).any(|other| rival(&other));
        match (first(&seat), shared) {
            (true, false) => self.wins += 1,
            (true, true) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
    }

    fn line(&self) -> Line {
        let (spent, strength) = (&self.spent, self.against_all.summary());
        let moves = spent.moves.max(1) as f64;
        Line {
            name: self.name.clone(),
            spec: self.spec.clone(),
            games: self.wins + self.draws + self.losses,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            score: strength.score,
            elo: strength.elo,
            moves: spent.moves,
            seconds: spent.micros as f64 / 1e6 / moves,
            slowest: spent.slowest as f64 / 1e6,
            nodes: spent.nodes as f64 / moves,
            depth: spent.depths as f64 / spent.searched.max(1) as f64,
            faults: self.faults.clone(),
            reasons: self.reasons.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_become_scores() {
        assert_eq!(rank_scores(&[1, 2]), [1.0, 0.0]);
        assert_eq!(rank_scores(&[1, 1]), [0.5, 0.5]);
        assert_eq!(rank_scores(&[1, 2, 2]), [1.0, 0.25, 0.25]);
        assert_eq!(rank_scores(&[3, 1, 2]), [0.0, 1.0, 0.5]);
    }
}
