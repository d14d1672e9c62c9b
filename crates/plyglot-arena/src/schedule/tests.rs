//! Laws of schedules, with simulated results.

use super::{simulated::*, *};
use crate::seating;

/// Every kind of schedule with the same entrants.
fn all_kinds(entrants: usize, sides: usize) -> Vec<Box<dyn Schedule>> {
    let frame = || frame(entrants, sides);
    let challengers: Vec<usize> = (0..1 + entrants / 4).collect();
    let mut all: Vec<Box<dyn Schedule>> = vec![
        Box::new(round_robin(frame(), 2, None).unwrap()),
        Box::new(gauntlet(frame(), &challengers, 2).unwrap()),
        Box::new(Knockout::new(frame(), 2)),
        Box::new(Contest::new(frame(), sides + 2, 2).unwrap()),
    ];
    if entrants >= sides {
        all.push(Box::new(Swiss::new(frame(), 4, 2).unwrap()));
    }
    all
}

#[test]
fn schedules_are_pure_and_balanced() {
    for (entrants, sides) in [(2, 2), (5, 2), (8, 2), (2, 3), (3, 3), (7, 3), (9, 4)] {
        for at in 0..all_kinds(entrants, sides).len() {
            let rounds = drive(&mut *all_kinds(entrants, sides)[at], &by_luck);
            let finished = rounds.concat();
            // Whoever has asked for how many jobs at a time, equal results give equal jobs.
            let mut again = all_kinds(entrants, sides).swap_remove(at);
            for block in &finished {
                let job = again.next().unwrap();
                assert_eq!(job.as_ref(), Some(&*block.job), "{at}: {entrants} of {sides} sides");
                again.note(block);
                assert_balanced(block, sides);
            }
            assert_eq!(again.next().unwrap(), None);
            assert_eq!(again.next().unwrap(), None, "the end is final");
            let mut ids: Vec<String> = finished.iter().map(|block| block.job.id()).collect();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), finished.len(), "a job was planned twice");
            let mut seeds: Vec<u64> = finished.iter().map(|block| block.job.seed).collect();
            seeds.sort_unstable();
            seeds.dedup();
            assert_eq!(seeds.len(), finished.len(), "two jobs make the same random choices");
        }
    }
}

/// Nobody plays only itself, and everybody of a block has every seat equally often.
fn assert_balanced(block: &Block, sides: usize) {
    let agents = block.job.agents.len();
    assert!(agents >= 2);
    for seating in &block.job.seatings {
        assert!(seating.iter().any(|agent| *agent != seating[0]));
    }
    for seat in 0..sides {
        for agent in 0..agents {
            let there = block.job.seatings.iter().filter(|seating| seating[seat] == agent).count();
            assert_eq!(there * agents, block.job.seatings.len());
        }
    }
}

#[test]
fn schedules_keep_to_their_number_of_games() {
    for (entrants, sides) in [(4, 2), (7, 2), (7, 3), (30, 2)] {
        for (at, mut schedule) in all_kinds(entrants, sides).into_iter().enumerate() {
            let promised = schedule.games().unwrap();
            let rounds = drive(&mut *schedule, &by_number);
            let played: usize = rounds.iter().flatten().map(|block| block.games.len()).sum();
            // Contests are shorter when one entrant is the best on several sides.
            let is_contest = at == 3;
            assert!(played == promised || is_contest && played < promised, "{played}, {promised}");
        }
    }
    let mut knockout = Knockout::new(frame(13, 2), 1);
    assert_eq!(knockout.games(), Some(24));
    assert_eq!(drive(&mut knockout, &by_number).concat().len(), 12);
}

#[test]
fn round_robins_pair_everybody() {
    let mut schedule = round_robin(frame(6, 2), 3, None).unwrap();
    let blocks = drive(&mut schedule, &by_luck).concat();
    for pair in seating::choices(6, 2) {
        assert_eq!(blocks.iter().filter(|block| members(block) == pair).count(), 3);
    }
    assert!(round_robin(frame(100, 8), 1, None).is_err());
    assert!(round_robin(frame(4, 3), 1, Some(4)).is_err());
    assert!(round_robin(frame(3, 3), 1, Some(1)).is_err());
    assert!(round_robin(frame(40, 8), 1, Some(20)).is_ok());
}

#[test]
fn samples_are_balanced() {
    for (entrants, sides, groups) in
        [(7, 3, 7), (9, 3, 12), (8, 4, 14), (10, 3, 17), (6, 5, 4), (30, 8, 15), (20, 2, 30)]
    {
        let sample = balanced_sample(entrants, sides, groups, 3);
        assert_eq!(sample, balanced_sample(entrants, sides, groups, 3));
        assert_eq!(sample.len(), groups);
        let times = |with: &[usize]| {
            sample.iter().filter(|line_up| with.iter().all(|own| line_up.contains(own))).count()
        };
        let spread =
            |counts: Vec<usize>| counts.iter().max().unwrap() - counts.iter().min().unwrap();
        assert!(sample.iter().all(|line_up| line_up.windows(2).all(|two| two[0] < two[1])));
        assert!(spread((0..entrants).map(|own| times(&[own])).collect()) <= 1);
        let pairs = seating::choices(entrants, 2);
        let spread = spread(pairs.iter().map(|pair| times(pair)).collect());
        // The first two are perfect designs: every two meet exactly once.
        let allowed = match (entrants, groups) {
            (7, 7) | (9, 12) => 0,
            (30, 15) => 3,
            _ => 2,
        };
        assert!(spread <= allowed, "{entrants} entrants, {sides} sides: {spread}");
    }
}

#[test]
fn gauntlets_leave_the_others_alone() {
    let blocks = drive(&mut gauntlet(frame(6, 3), &[1, 4], 2).unwrap(), &by_luck).concat();
    assert_eq!(blocks.len(), 2 * 4 * 2);
    for block in &blocks {
        let challengers = members(block).iter().filter(|own| [1, 4].contains(own)).count();
        assert_eq!((challengers, block.games.len()), (1, 6));
    }
    assert!(gauntlet(frame(2, 2), &[0, 1], 1).is_err());
    assert!(gauntlet(frame(2, 2), &[], 1).is_err());
}

#[test]
fn swiss_rounds_avoid_rematches_and_share_byes() {
    for entrants in 2..=17 {
        let rounds = drive(&mut Swiss::new(frame(entrants, 2), 4, 1).unwrap(), &by_luck);
        assert_eq!(rounds.len(), 4);
        let mut met = vec![vec![0; entrants]; entrants];
        let mut byes = vec![0; entrants];
        for round in &rounds {
            let mut present: Vec<usize> = round.iter().flat_map(members).collect();
            present.sort_unstable();
            present.dedup();
            assert_eq!(present.len(), entrants - entrants % 2, "everybody plays but the bye");
            let fewest = fewest_rematches(&met, &byes);
            let rematch = |block: &&Block| met[members(block)[0]][members(block)[1]] > 0;
            let rematches = round.iter().filter(rematch).count();
            assert!(rematches == 0 || fewest > 0, "{entrants} entrants: {rematches} rematches");
            for block in round {
                met[members(block)[0]][members(block)[1]] += 1;
            }
            (0..entrants).filter(|own| !present.contains(own)).for_each(|own| byes[own] += 1);
        }
        assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1);
    }
}

/// The fewest rematches of any pairing in which a bye goes to one of those with the fewest, for few
/// entrants; none for many, who always find somebody new.
fn fewest_rematches(met: &[Vec<usize>], byes: &[usize]) -> usize {
    fn search(met: &[Vec<usize>], left: &[usize]) -> usize {
        let Some((first, rest)) = left.split_first() else { return 0 };
        let with = |at: usize| {
            let (mut others, other) = (rest.to_vec(), rest[at]);
            others.remove(at);
            let new = usize::from(met[*first][other] + met[other][*first] > 0);
            search(met, &others) + new
        };
        (0..rest.len()).map(with).min().unwrap_or(0)
    }
    let entrants = byes.len();
    let all: Vec<usize> = (0..entrants).collect();
    if entrants > 7 {
        return 0;
    }
    if entrants.is_multiple_of(2) {
        return search(met, &all);
    }
    let least = byes.iter().min();
    let without = |own: usize| {
        search(met, &all.iter().filter(|other| **other != own).copied().collect::<Vec<_>>())
    };
    all.iter().filter(|own| Some(&byes[**own]) == least).map(|own| without(*own)).min().unwrap_or(0)
}

#[test]
fn swiss_finds_the_best() {
    let mut swiss = Swiss::new(frame(16, 2), 4, 1).unwrap();
    drive(&mut swiss, &by_number);
    let outcome = swiss.outcome();
    assert_eq!(outcome.places[0].name, "agent 0");
    assert!(outcome.places[0].about.starts_with("4.00 points"), "{outcome:?}");
    assert_eq!(outcome.places.len(), 16);
    let mut groups = Swiss::new(frame(11, 3), 5, 2).unwrap();
    let rounds = drive(&mut groups, &by_number);
    assert!(rounds.iter().all(|round| round.len() == 2 * 3));
    assert_eq!(groups.outcome().places[0].name, "agent 0");
    assert!(Swiss::new(frame(2, 3), 5, 2).is_err());
}

#[test]
fn brackets_of_two_sides_are_right() {
    for entrants in 2..=17 {
        let mut knockout = Knockout::new(frame(entrants, 2), 1);
        let rounds = drive(&mut knockout, &by_number);
        let blocks = rounds.concat();
        assert_eq!(blocks.len(), entrants - 1, "everybody but the winner loses once");
        assert_eq!(rounds.len(), entrants.next_power_of_two().trailing_zeros() as usize);
        // If the better seed always wins, the seeds of a full round add up to the same.
        let mut size = entrants.next_power_of_two();
        for round in &rounds {
            for block in round {
                assert_eq!(members(block).iter().sum::<usize>(), size - 1);
            }
            size /= 2;
        }
        let outcome = knockout.outcome();
        assert_eq!((outcome.places[0].place, outcome.places[0].name.as_str()), (1, "agent 0"));
        assert_eq!((outcome.places[1].place, outcome.places[1].name.as_str()), (2, "agent 1"));
        assert_eq!(outcome.places.len(), entrants);
        assert!(outcome.notes.is_empty());
    }
}

#[test]
fn everybody_in_a_knockout_has_one_place() {
    for (entrants, sides) in [(13, 2), (16, 2), (10, 3), (4, 3), (23, 4), (3, 4)] {
        let mut knockout = Knockout::new(frame(entrants, sides), 2);
        let rounds = drive(&mut knockout, &by_luck);
        let outcome = knockout.outcome();
        let mut names: Vec<&str> = outcome.places.iter().map(|own| own.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), outcome.places.len()), (entrants, entrants));
        assert!(outcome.places.windows(2).all(|two| two[0].place <= two[1].place));
        // Nobody but the winner and those it beat is in the last encounter.
        let winner = number(&outcome.places[0].name);
        assert!(rounds.last().unwrap().iter().any(|block| members(block).contains(&winner)));
        let last = rounds.last().unwrap().iter().flat_map(members);
        assert!(last.into_iter().all(|own| {
            let place = outcome.places.iter().find(|place| number(&place.name) == own);
            place.is_some_and(|place| place.place <= 2)
        }));
    }
}

#[test]
fn ties_are_played_off_and_then_go_to_the_seed() {
    let mut knockout = Knockout::new(frame(4, 2), 1);
    let rounds = drive(&mut knockout, &always_level);
    assert_eq!(rounds.len(), 2 * 5, "two rounds, each with four play-offs");
    let mut openings: Vec<&Vec<String>> =
        rounds.iter().map(|round| &round[0].job.opening.moves).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 10, "every play-off has a new opening");
    let outcome = knockout.outcome();
    assert_eq!(outcome.places[0].name, "agent 0");
    assert_eq!(outcome.notes.len(), 3);
    assert!(outcome.notes[0].contains("agent 0 and agent 3 still level"), "{:?}", outcome.notes);
}

#[test]
fn contests_keep_the_best_of_every_side() {
    // Even numbers are strong on the first side, odd ones on the second.
    let by_side = |job: &Job, index: usize, entrant: usize| {
        let agent = job.agents.iter().position(|own| number(&own.name) == entrant).unwrap();
        let side = job.seatings[index].iter().position(|own| *own == agent).unwrap();
        if entrant % 2 == side { 100 - entrant as i64 } else { -(entrant as i64) }
    };
    let mut contest = Contest::new(frame(37, 2), 10, 1).unwrap();
    let rounds = drive(&mut contest, &by_side);
    let sizes: Vec<usize> = rounds.iter().map(Vec::len).collect();
    assert_eq!(sizes, [3 * 45 + 21, 28], "groups of ten, ten, ten and seven; then of eight");
    assert!(rounds[0].iter().all(|block| block.games.len() == 2));
    let outcome = contest.outcome();
    let names: Vec<&str> = outcome.places.iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["agent 0", "agent 1"]);
    assert_eq!(outcome.notes.len(), 1);
    assert!(outcome.notes[0].starts_with("after round 1: agent 0, agent 1, agent 10, agent 11"));
    // If all games are level, the order of entry decides.
    let mut level = Contest::new(frame(12, 2), 10, 1).unwrap();
    drive(&mut level, &always_level);
    let outcome = level.outcome();
    assert!(outcome.places.iter().all(|own| own.name == "agent 0"));
    assert!(Contest::new(frame(12, 2), 2, 1).is_err());
}

#[test]
fn the_fingerprint_has_everything_that_decides_the_games() {
    let of = |change: &dyn Fn(&mut Frame)| {
        let mut frame = frame(2, 2);
        change(&mut frame);
        frame.fingerprint(serde_json::Value::Null)
    };
    let plain = of(&|_| {});
    assert_eq!(of(&|frame| frame.variants[0].entrants[0].short = "no matter".to_owned()), plain);
    let changes: [&dyn Fn(&mut Frame); 11] = [
        &|frame| frame.engine = "another".to_owned(),
        &|frame| frame.variants[0].game = "reversi(size=6)".to_owned(),
        &|frame| frame.variants[0].entrants[0].name = "another".to_owned(),
        &|frame| frame.variants[0].entrants[0].spec = "greedy".to_owned(),
        &|frame| frame.limits.patience = 1,
        &|frame| frame.adjudication.max_plies = 1,
        &|frame| frame.orders = Orders::All,
        &|frame| frame.seed = 8,
        &|frame| {
            frame.files.insert("a.map".to_owned(), "another".to_owned());
        },
        &|frame| {
            let opened = plyglot_catalog::Catalog::standard();
            let opened = opened.open("reversi", &plyglot_core::options::no_files).unwrap();
            let openings = Openings::new(Source::Random(6), &*opened.session, 7);
            frame.variants[0].openings = openings;
        },
        &|frame| frame.variants.extend(simulated::frame(2, 2).variants),
    ];
    let all: Vec<_> = changes.iter().map(|change| of(*change)).collect();
    for (at, changed) in all.iter().enumerate() {
        assert!(*changed != plain && !all[..at].contains(changed), "change {at}");
    }
}

#[test]
fn a_million_games_are_planned_as_they_come() {
    let mut schedule = round_robin(frame(20, 2), 2632, None).unwrap();
    assert_eq!(schedule.games(), Some(2632 * 190 * 2));
    for _ in 0..400 {
        let block = play(schedule.next().unwrap().unwrap(), &by_luck);
        schedule.note(&block);
    }
    // The third opening is begun, and none was looked for ahead.
    assert_eq!(schedule.frame().variants[0].openings.found(), 3);
}

#[test]
fn variants_take_turns_with_openings_of_their_own() {
    let mut all = frame(2, 2);
    let mut other = frame(2, 2).variants.remove(0);
    other.game = "another".to_owned();
    other.entrants[1].spec = "greedy".to_owned();
    all.variants.push(other);
    let mut versus = Versus::new(all, vec![vec![vec![0, 1]]], 8, None).unwrap();
    let mut alone = Versus::new(frame(2, 2), vec![vec![vec![0, 1]]], 4, None).unwrap();
    let jobs: Vec<Job> = (0..4).map(|_| versus.next().unwrap().unwrap()).collect();
    assert!(versus.next().unwrap().is_none());
    assert_eq!([&jobs[1].game, &jobs[3].game], ["another"; 2]);
    assert_eq!([&jobs[1].agents[1].spec, &jobs[2].agents[1].spec], ["greedy", "random"]);
    for (own, second) in [(&jobs[0], &jobs[1]), (&jobs[2], &jobs[3])] {
        let plain = alone.next().unwrap().unwrap();
        assert_eq!((&own.game, &own.opening), (&plain.game, &plain.opening));
        assert_eq!(own.opening, second.opening, "both have the openings of one seed");
        assert!(own.seed != second.seed);
    }
}
