//! From results to tables: scores, cross table, seats, lengths, time and faults.

use std::collections::{BTreeMap, BTreeSet};

use plyglot_stats::{
    blocks::{self, rank_scores},
    cells::Cells,
    elo::{self, Estimate, Summary},
};
use serde::Serialize;

use crate::{Ending, GameResult, Job, SeatUse, schedule::Block};

/// The score of every seat: the share of the other sides that its side is ahead of, ties half.
pub fn seat_scores(result: &GameResult) -> Vec<f64> {
    let count = result.sides.iter().max().map_or(0, |last| last + 1);
    let rank =
        |side| result.sides.iter().position(|own| *own == side).map(|seat| result.ranks[seat]);
    let scores = rank_scores(&(0..count).filter_map(rank).collect::<Vec<u8>>());
    result.sides.iter().map(|side| scores[*side]).collect()
}

/// Two agents, or one against all others, over some blocks.
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

impl Duel {
    /// Games in all.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Score, Elo and likelihood of superiority.
    pub fn summary(&self) -> Summary {
        elo::summary(&self.cells, self.games_per_block)
    }
}

/// The agent of that name against all others.
pub fn first_against_all(blocks: &[Block], name: &str) -> Duel {
    duel(blocks, name, &|other| other != name)
}

/// The agent of that name against another.
pub fn head_to_head(blocks: &[Block], name: &str, other: &str) -> Duel {
    duel(blocks, name, &|rival| rival == other)
}

fn duel(finished: &[Block], name: &str, rivals: &dyn Fn(&str) -> bool) -> Duel {
    let (mut cells, mut games_per_block): (Option<Cells>, usize) = (None, 1);
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for block in finished {
        let mut scores = Vec::new();
        for game in &block.games {
            let Some(tally) = meeting(&block.job, game, name, rivals) else { continue };
            scores.push(tally.score());
            match tally {
                Meeting { behind: 0, even: 0, .. } => wins += 1,
                Meeting { behind: 0, .. } => draws += 1,
                _ => losses += 1,
            }
        }
        if let Some(mean) = blocks::mean(&scores) {
            let sides = sides(&block.games[0]);
            games_per_block = scores.len();
            cells.get_or_insert_with(|| blocks::cells(sides, scores.len())).add(mean);
        }
    }
    let cells = cells.unwrap_or_else(|| blocks::cells(2, 2));
    Duel { cells, games_per_block, wins, draws, losses }
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

fn sides(game: &GameResult) -> usize {
    game.sides.iter().max().map_or(2, |last| last + 1)
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
    /// Its mean score with a 95 % interval over blocks.
    pub score: Estimate,
    /// Moves it made.
    pub moves: u64,
    /// Seconds a move.
    pub seconds: f64,
    /// Its slowest move, in seconds.
    pub slowest: f64,
    /// Nodes a move.
    pub nodes: f64,
    /// Mean depth.
    pub depth: f64,
    /// Games lost by a fault, by kind.
    pub faults: BTreeMap<&'static str, usize>,
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

/// The tables of some blocks.
pub fn standings(blocks: &[Block]) -> Standings {
    let mut agents: Vec<Line> = entrants(blocks).into_iter().map(|own| line(blocks, own)).collect();
    agents.sort_by(|a, b| b.score.value.total_cmp(&a.score.value).then(a.name.cmp(&b.name)));
    let row = |own: &Line| agents.iter().map(|other| cross(blocks, own, other)).collect();
    let cross = agents.iter().map(row).collect();
    let games = || blocks.iter().flat_map(|block| &block.games);
    let mut endings = [0; 3];
    for game in games() {
        endings[match game.ending {
            Ending::Rules => 0,
            Ending::Forfeit { .. } => 1,
            Ending::Adjudicated { .. } => 2,
        }] += 1;
    }
    Standings {
        cross,
        agents,
        sides: side_lines(blocks),
        blocks: blocks.len(),
        games: games().count(),
        distinct: games().map(|game| game.course).collect::<BTreeSet<_>>().len(),
        lengths: lengths(games().map(|game| game.plies).collect()),
        endings,
    }
}

/// Names and specifications, in the order of their first appearance.
fn entrants(blocks: &[Block]) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let mut seen = BTreeSet::new();
    for agent in blocks.iter().flat_map(|block| &block.job.agents) {
        if seen.insert(&agent.name) {
            found.push((&agent.name, &agent.spec));
        }
    }
    found
}

/// What an agent came to over some blocks.
#[derive(Default)]
struct Tally {
    means: Vec<f64>,
    wins: usize,
    draws: usize,
    losses: usize,
    spent: SeatUse,
    faults: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add_block(&mut self, block: &Block, name: &str) {
        let mut scores = Vec::new();
        for game in &block.games {
            let (all, seated) = (seat_scores(game), names(&block.job, game));
            for seat in (0..seated.len()).filter(|seat| seated[*seat] == name) {
                self.add_seat(game, seat);
                // A side wins or loses once, however many seats it has.
                if !game.sides[..seat].contains(&game.sides[seat]) {
                    scores.push(all[seat]);
                    self.add_result(game, seat);
                }
            }
        }
        self.means.extend(blocks::mean(&scores));
    }

    fn add_seat(&mut self, game: &GameResult, seat: usize) {
        self.spent.add(&game.seats[seat]);
        if let Ending::Forfeit { seat: faulty, fault } = &game.ending
            && *faulty == seat
        {
            *self.faults.entry(fault.kind.name()).or_insert(0) += 1;
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
}

fn line(blocks: &[Block], (name, spec): (&str, &str)) -> Line {
    let mut tally = Tally::default();
    blocks.iter().for_each(|block| tally.add_block(block, name));
    let Tally { means, wins, draws, losses, spent, faults } = tally;
    let moves = f64::from(spent.moves).max(1.0);
    Line {
        name: name.to_owned(),
        spec: spec.to_owned(),
        games: wins + draws + losses,
        wins,
        draws,
        losses,
        score: elo::score(&Cells::from_means(&means)),
        moves: u64::from(spent.moves),
        seconds: spent.micros as f64 / 1e6 / moves,
        slowest: spent.slowest as f64 / 1e6,
        nodes: spent.nodes as f64 / moves,
        depth: spent.depths as f64 / moves,
        faults,
    }
}

fn cross(blocks: &[Block], own: &Line, other: &Line) -> Option<Cross> {
    if own.name == other.name {
        return None;
    }
    let duel = head_to_head(blocks, &own.name, &other.name);
    (duel.games() > 0).then(|| Cross {
        games: duel.games(),
        wins: duel.wins,
        draws: duel.draws,
        losses: duel.losses,
        score: elo::score(&duel.cells),
    })
}

fn side_lines(finished: &[Block]) -> Vec<SideLine> {
    let Some(game) = finished.first().and_then(|block| block.games.first()) else {
        return Vec::new();
    };
    let points = |block: &Block| block.games.iter().map(seat_scores).collect();
    let scores = blocks::seat_points(&finished.iter().map(points).collect::<Vec<Vec<_>>>());
    let line = |side: usize| {
        let seats: Vec<usize> =
            (0..game.sides.len()).filter(|seat| game.sides[*seat] == side).collect();
        SideLine { score: scores[seats[0]], seats }
    };
    (0..sides(game)).map(line).collect()
}

fn lengths(mut plies: Vec<u32>) -> Lengths {
    plies.sort_unstable();
    let (Some(shortest), Some(longest)) = (plies.first(), plies.last()) else {
        return Lengths::default();
    };
    Lengths {
        shortest: *shortest,
        median: plies[plies.len() / 2],
        mean: plies.iter().map(|own| f64::from(*own)).sum::<f64>() / plies.len() as f64,
        longest: *longest,
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
