//! One game of a job, from its opening to its result.

use std::{
    collections::VecDeque,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use plyglot_core::{AnySession, Player, Rng, Sides, mix, ranks, seats};
use plyglot_protocol::{Fault, FaultKind};

use crate::{
    Adjudication, Ending, Error, GameRecord, GameResult, Job, MoveRecord, Per, SeatUse, Version,
    contestant::{Contestant, Roster},
    desk::panic_text,
    guest::{Alarm, Begin, Choice, Event, News, Over, Question, Turn, game_number},
};

/// Plays a game of a job. `None` if `stop` was raised before the end: such a game leaves nothing.
pub fn play(
    job: &Job,
    index: usize,
    roster: &mut Roster<'_>,
    stop: &AtomicBool,
) -> Result<Option<GameRecord>, Error> {
    play_before(job, index, roster, stop, &mut |_| {})
}

/// The same before somebody who is shown the game at its beginning and after every ply.
pub fn play_before(
    job: &Job,
    index: usize,
    roster: &mut Roster<'_>,
    stop: &AtomicBool,
    show: &mut dyn FnMut(&dyn AnySession),
) -> Result<Option<GameRecord>, Error> {
    Ok(play_named(job, index, roster, stop, show)?.map(|(record, _)| record))
}

/// The same, with what every seat is called: guests may have names of their own.
pub fn play_named(
    job: &Job,
    index: usize,
    roster: &mut Roster<'_>,
    stop: &AtomicBool,
    show: &mut dyn FnMut(&dyn AnySession),
) -> Result<Option<(GameRecord, Vec<String>)>, Error> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let seating = &job.seatings[index];
    let mut session = roster.start(job)?;
    job.opening.play(&mut *session)?;
    if seating.len() != usize::from(session.players()) {
        let (seats, players) = (seating.len(), session.players());
        return Err(Error::Input(format!("a seating of {seats} for a game of {players}")));
    }
    let mut contestants = roster.take(job, seating)?;
    let mut game = Game::new(job, index, session);
    let ending = game.run(&mut contestants, stop, show);
    let (faulty, names) = (game.faulty.clone(), mem::take(&mut game.names));
    let record = ending.map(|ending| game.record(ending, &mut contestants));
    roster.put_back(job, seating, contestants, &faulty)?;
    Ok(record.map(|record| (record, names)))
}

/// A game in progress.
struct Game<'a> {
    job: &'a Job,
    index: usize,
    session: Box<dyn AnySession>,
    sides: Sides,
    moves: Vec<MoveRecord>,
    uses: Vec<SeatUse>,
    clocks: Vec<Duration>,
    turn: Turn,
    opinions: Opinions,
    /// The ranks, if something else than the rules decided them.
    ruled: Option<Vec<u8>>,
    /// What every seat is called.
    names: Vec<String>,
    /// The seats that faults put out of the game.
    out: Vec<(usize, Fault)>,
    /// All seats at fault.
    faulty: Vec<usize>,
    alarm: Alarm,
}

impl<'a> Game<'a> {
    fn new(job: &'a Job, index: usize, session: Box<dyn AnySession>) -> Self {
        let seats = usize::from(session.players());
        let base = job.limits.clock.map_or(0, |clock| clock.base);
        let sides = session.sides();
        let seating = &job.seatings[index];
        let names = seating.iter().map(|agent| job.agents[*agent].name.clone()).collect();
        Game {
            job,
            index,
            moves: Vec::new(),
            uses: vec![SeatUse::default(); seats],
            clocks: vec![Duration::from_millis(base); seats],
            turn: Turn::default(),
            opinions: Opinions::new(sides.count()),
            sides,
            session,
            ruled: None,
            names,
            out: Vec::new(),
            faulty: Vec::new(),
            alarm: Alarm::default(),
        }
    }

    /// Asks for moves until the game is over; `None` if it was stopped.
    fn run(
        &mut self,
        contestants: &mut [Contestant],
        stop: &AtomicBool,
        show: &mut dyn FnMut(&dyn AnySession),
    ) -> Option<Ending> {
        let seed = Rng::stream(self.job.seed, self.index as u64).next_u64();
        let mut ended = self.open(contestants, seed, stop);
        while !stop.load(Ordering::Relaxed) {
            show(&*self.session);
            if ended.is_some() {
                return ended;
            }
            if self.session.outcome().is_some() {
                return Some(Ending::Rules);
            }
            if let Some(ending) = self.adjudicate() {
                return Some(ending);
            }
            ended = self.step(contestants, seed, stop);
        }
        None
    }

    /// Brings everybody together.
    fn open(
        &mut self,
        contestants: &mut [Contestant],
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Ending> {
        let specs = self.job.seatings[self.index].iter();
        let specs: Vec<String> = specs.map(|own| self.job.agents[*own].spec.clone()).collect();
        let number = game_number();
        type Step = fn(&mut Contestant, &Begin<'_>) -> Result<(), Fault>;
        let steps: [Step; 3] = [
            |own, begin| own.guest().map_or(Ok(()), |guest| guest.arrive(begin)),
            |own, begin| own.guest().map_or(Ok(()), |guest| guest.meet(begin)),
            Contestant::begin,
        ];
        for step in steps {
            for seat in 0..contestants.len() {
                if stop.load(Ordering::Relaxed) || self.is_out(seat) {
                    continue;
                }
                let begin = Begin {
                    seat,
                    session: &*self.session,
                    game: &self.job.game,
                    files: &self.job.files,
                    position: self.job.opening.position.as_deref(),
                    specs: &specs,
                    names: &self.names,
                    limits: &self.job.limits,
                    number,
                    seed,
                    alarm: &self.alarm,
                    stop,
                };
                let fault = step(&mut contestants[seat], &begin).err();
                let own = contestants[seat].guest().and_then(|guest| guest.name());
                self.names[seat] = own.unwrap_or_else(|| mem::take(&mut self.names[seat]));
                let ended = fault.and_then(|fault| self.fault(seat, fault, contestants, stop));
                if ended.is_some() {
                    return ended;
                }
            }
        }
        None
    }

    /// One ply, with all that comes of it; the ending, if a fault is one.
    fn step(
        &mut self,
        contestants: &mut [Contestant],
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Ending> {
        let seat = self.session.to_move().idx();
        let seed = mix(seed ^ mix(self.session.played().len() as u64));
        self.begin_ply(seat);
        let chosen = self.ask(&mut contestants[seat], seed, stop);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if self.alarm.is_raised() && chosen.is_err() {
            self.alarm.clear();
            let found = self.find_lost(contestants);
            if let Some((lost, fault)) = found {
                return self.fault(lost, fault, contestants, stop);
            }
        }
        match chosen.and_then(|choice| self.advance(seat, choice)) {
            Ok(()) => self.tell_ply(seat, contestants, stop),
            Err(fault) => self.fault(seat, fault, contestants, stop),
        }
    }

    fn find_lost(&self, contestants: &mut [Contestant]) -> Option<(usize, Fault)> {
        let playing = contestants.iter_mut().enumerate().filter(|(seat, _)| !self.is_out(*seat));
        let mut lost = playing.filter_map(|(seat, own)| Some((seat, own.guest()?.lost()?)));
        lost.next()
    }

    fn is_out(&self, seat: usize) -> bool {
        self.out.iter().any(|(out, _)| *out == seat)
    }

    /// Tells everybody of the last ply. Who cannot be told is at fault.
    fn tell_ply(
        &mut self,
        seat: usize,
        contestants: &mut [Contestant],
        stop: &AtomicBool,
    ) -> Option<Ending> {
        let ply = self.session.played().last().cloned().unwrap_or_default();
        let faults = self.tell(Event::Ply { seat, ply: &ply }, contestants, stop);
        self.faults(faults, contestants, stop)
    }

    /// Tells an event to all who are in, and whom it puts out; those who could not be told.
    fn tell(
        &self,
        event: Event<'_>,
        contestants: &mut [Contestant],
        stop: &AtomicBool,
    ) -> Vec<(usize, Fault)> {
        let news = News { event, session: &*self.session, limits: &self.job.limits, stop };
        let told = |(seat, own): (usize, &mut Contestant)| {
            let fault = own.guest().and_then(|guest| guest.told(&news).err())?;
            Some((seat, fault))
        };
        let playing = contestants.iter_mut().enumerate().filter(|(seat, _)| !self.is_out(*seat));
        playing.filter_map(told).collect()
    }

    /// What comes of a fault: the end of the game, or the seat is out and the others play on.
    fn fault(
        &mut self,
        seat: usize,
        fault: Fault,
        contestants: &mut [Contestant],
        stop: &AtomicBool,
    ) -> Option<Ending> {
        self.faults(vec![(seat, fault)], contestants, stop)
    }

    fn faults(
        &mut self,
        faults: Vec<(usize, Fault)>,
        contestants: &mut [Contestant],
        stop: &AtomicBool,
    ) -> Option<Ending> {
        let mut waiting: VecDeque<_> = faults.into();
        while let Some((seat, fault)) = waiting.pop_front() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if self.is_out(seat) || self.session.outcome().is_some() {
                continue;
            }
            self.faulty.push(seat);
            let ply = self.session.withdrawal(Player(seat as u8));
            let Some(ply) = ply.filter(|ply| self.session.play(ply).is_ok()) else {
                return Some(self.forfeit(seat, fault));
            };
            let (micros, depth, nodes, value, expected) = (0, 0, 0, None, None);
            self.moves.push(MoveRecord { ply, seat, micros, depth, nodes, value, expected });
            let more = self.tell(Event::Out { seat, fault: &fault }, contestants, stop);
            if self.session.outcome().is_some() {
                return Some(Ending::Forfeit { seat, fault });
            }
            self.out.push((seat, fault));
            waiting.extend(more);
        }
        None
    }

    fn begin_ply(&mut self, seat: usize) {
        if self.moves.is_empty() || self.turn_is_over() {
            self.turn = Turn { clock: self.clocks[seat], ..Turn::default() };
        }
    }

    /// Whether the limits of the next ply begin anew.
    fn turn_is_over(&self) -> bool {
        self.job.limits.per == Per::Ply || !self.session.mid_turn()
    }

    /// A contestant's answer. A panic inside an agent is its own crash and nobody else's.
    fn ask(
        &self,
        contestant: &mut Contestant,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Choice, Fault> {
        let question = Question {
            session: &*self.session,
            position: self.job.opening.position.as_deref(),
            moves: self.session.played(),
            limits: &self.job.limits,
            clocks: &self.clocks,
            turn: &self.turn,
            seed,
            stop,
            alarm: &self.alarm,
        };
        let answer = catch_unwind(AssertUnwindSafe(|| contestant.choose(&question)));
        answer.unwrap_or_else(|panic| {
            let text = panic_text(&*panic);
            Err(Fault::new(FaultKind::Crash, format!("the agent panicked: {text}")))
        })
    }

    /// Judges a move and plays it.
    fn advance(&mut self, seat: usize, choice: Choice) -> Result<(), Fault> {
        let allowed = self.allowed(seat);
        self.note_use(seat, &choice);
        if let Some(allowed) = allowed.filter(|allowed| choice.spent > *allowed) {
            let (spent, allowed) = (choice.spent.as_secs_f64(), allowed.as_secs_f64());
            let detail = format!("took {spent:.3} s where {allowed:.3} s were left");
            return Err(Fault::new(FaultKind::Late, detail));
        }
        let played = self.session.play(&choice.ply);
        played.map_err(|error| Fault::illegal(&choice.ply, &error))?;
        self.turn.spent += choice.spent;
        self.turn.nodes += choice.nodes;
        if let Some(clock) = self.job.limits.clock {
            let left = self.clocks[seat].saturating_sub(choice.spent);
            let increment = if self.turn_is_over() { clock.increment } else { 0 };
            self.clocks[seat] = left + Duration::from_millis(increment);
        }
        let side = self.sides.of(Player(seat as u8));
        self.opinions.note(&self.job.adjudication, side, choice.expected);
        self.moves.push(MoveRecord {
            // A bot may spell a ply in another way than records do.
            ply: self.session.played().last().cloned().unwrap_or(choice.ply),
            seat,
            micros: choice.spent.as_micros() as u64,
            depth: choice.depth,
            nodes: choice.nodes,
            value: choice.value,
            expected: choice.expected,
        });
        Ok(())
    }

    /// How long a move of the seat may take before it loses the game.
    fn allowed(&self, seat: usize) -> Option<Duration> {
        let limits = &self.job.limits;
        let left = self.turn.time_left(limits).or(limits.clock.map(|_| self.clocks[seat]));
        left.map(|left| left + Duration::from_millis(limits.margin))
    }

    fn note_use(&mut self, seat: usize, choice: &Choice) {
        let (micros, nodes) = (choice.spent.as_micros() as u64, choice.nodes);
        let recalled = u32::from(choice.own && nodes == 0 && choice.depth > 0);
        let depths = if recalled == 0 { u64::from(choice.depth) } else { 0 };
        let spent = SeatUse { moves: 1, micros, slowest: micros, nodes, depths, recalled };
        self.uses[seat].add(&spent);
    }

    /// A fault ends the game, because its rules know no other way.
    fn forfeit(&mut self, seat: usize, fault: Fault) -> Ending {
        self.ruled = Some(self.sides.forfeit_ranks(Player(seat as u8)));
        Ending::Forfeit { seat, fault }
    }

    fn adjudicate(&mut self) -> Option<Ending> {
        let rules = &self.job.adjudication;
        let plies = self.session.played().len() as u32;
        let reason = if plies >= rules.max_plies {
            self.ruled = Some(vec![1; self.uses.len()]);
            format!("draw after {plies} plies")
        } else if rules.draw.is_some_and(|rule| self.opinions.even(rule.moves, rule.after, plies)) {
            self.ruled = Some(vec![1; self.uses.len()]);
            "draw: all sides hold it even".to_owned()
        } else if let Some(loser) = rules.resign.and_then(|rule| self.opinions.loser(rule.moves)) {
            let seat = self.sides.first_seats().nth(loser);
            self.ruled = seat.map(|seat| self.sides.forfeit_ranks(seat));
            "resigned: both sides hold it decided".to_owned()
        } else {
            return None;
        };
        Some(Ending::Adjudicated { reason })
    }

    fn record(self, ending: Ending, contestants: &mut [Contestant]) -> GameRecord {
        let verdict = match &ending {
            Ending::Rules => self.session.verdict().map(|verdict| verdict.to_string()),
            Ending::Forfeit { seat, fault } => {
                let player = self.session.player_name(Player(*seat as u8));
                Some(format!("{player} loses: {fault}"))
            }
            Ending::Adjudicated { reason } => Some(reason.clone()),
        };
        let own_ranks =
            || ranks(&self.session.outcome().unwrap_or_default(), self.session.players());
        let result = GameResult {
            version: Version,
            index: self.index,
            ranks: self.ruled.clone().unwrap_or_else(own_ranks),
            sides: seats(self.session.players()).map(|seat| self.sides.of(seat)).collect(),
            verdict: verdict.unwrap_or_default(),
            plies: self.session.played().len() as u32,
            course: course(self.session.played()),
            seats: self.uses.clone(),
            out: self.out.clone(),
            ending,
        };
        let over = Over {
            ending: &result.ending,
            ranks: &result.ranks,
            verdict: &result.verdict,
            session: &*self.session,
        };
        let mut complaints = Vec::new();
        for (seat, own) in contestants.iter_mut().enumerate() {
            let Some(guest) = own.guest() else { continue };
            if !self.is_out(seat) {
                guest.end(&over);
            }
            if !self.faulty.is_empty() {
                complaints.extend(guest.complaint().map(|text| (seat, text)));
            }
        }
        GameRecord { complaints, result, moves: self.moves }
    }
}

/// A hash of the plies of a game.
pub(crate) fn course(plies: &[String]) -> u64 {
    let bytes = plies.iter().flat_map(|ply| ply.bytes().chain([b' ']));
    bytes.fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// For how many of its moves in a row each side has held the game even, lost or won.
struct Opinions {
    even: Vec<u32>,
    lost: Vec<u32>,
    won: Vec<u32>,
}

impl Opinions {
    fn new(sides: usize) -> Self {
        Opinions { even: vec![0; sides], lost: vec![0; sides], won: vec![0; sides] }
    }

    /// Notes what a side expects. One that does not tell holds nothing.
    fn note(&mut self, rules: &Adjudication, side: usize, expected: Option<f64>) {
        let holds = |count: &mut u32, so: bool| *count = if so { *count + 1 } else { 0 };
        let within = |test: &dyn Fn(f64) -> bool| expected.is_some_and(test);
        if let Some(rule) = rules.draw {
            holds(&mut self.even[side], within(&|score| (score - 0.5).abs() <= rule.score));
        }
        if let Some(rule) = rules.resign {
            holds(&mut self.lost[side], within(&|score| score <= rule.score));
            holds(&mut self.won[side], within(&|score| score >= 1.0 - rule.score));
        }
    }

    fn even(&self, moves: u32, after: u32, plies: u32) -> bool {
        plies >= after && self.even.iter().all(|run| *run >= moves)
    }

    /// The side that both of two sides hold lost.
    fn loser(&self, moves: u32) -> Option<usize> {
        let lost = |side: &usize| self.lost[*side] >= moves && self.won[1 - side] >= moves;
        if self.lost.len() == 2 { (0..2).find(lost) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use plyglot_catalog::Catalog;

    use super::*;
    use crate::{
        Clock, Limits,
        heap::{COUNTED, Heap, frame},
        job::DrawRule,
    };

    fn catalog() -> Catalog {
        Catalog::standard().with::<Heap>()
    }

    fn job(agents: [&str; 2], limits: Limits) -> Job {
        frame(&agents, limits).job(&[vec![0, 1]], 0).unwrap()
    }

    fn choice(spent: u64) -> Choice {
        Choice {
            ply: "1".to_owned(),
            own: true,
            value: None,
            expected: None,
            depth: 1,
            nodes: 1,
            spent: Duration::from_millis(spent),
        }
    }

    /// What the first plies of the first seat make of its clock, if each takes so long.
    fn play_plies(limits: Limits, spent: u64) -> Result<Duration, Fault> {
        let (job, catalog) = (job(["random", "random"], limits), catalog());
        let session = Roster::new(&catalog).start(&job).unwrap();
        let mut game = Game::new(&job, 0, session);
        for _ in 0..2 {
            game.begin_ply(0);
            game.advance(0, choice(spent))?;
        }
        assert_eq!(game.session.to_move(), Player(1));
        Ok(game.clocks[0])
    }

    #[test]
    fn a_turn_gets_one_increment_and_one_limit() {
        let clock = Some(Clock { base: 60_000, increment: 500 });
        for (per, left) in [(Per::Ply, 59_000), (Per::Turn, 58_500)] {
            let limits = Limits { clock, per, ..Limits::default() };
            assert_eq!(play_plies(limits, 1000).unwrap(), Duration::from_millis(left));
        }
        for cpu in [false, true] {
            let (time, cpu_time) = if cpu { (None, Some(1000)) } else { (Some(1000), None) };
            let limits = |per| Limits { time, cpu_time, per, margin: 0, ..Limits::default() };
            assert!(play_plies(limits(Per::Ply), 600).is_ok());
            assert!(play_plies(limits(Per::Turn), 500).is_ok());
            assert_eq!(play_plies(limits(Per::Turn), 600).unwrap_err().kind, FaultKind::Late);
        }
    }

    #[test]
    fn a_turn_shares_what_its_plies_may_cost() {
        let most = |per: Per| {
            let limits = Limits { nodes: Some(200), per, ..Limits::default() };
            let (job, catalog) = (job(["paranoid(tt=0)", "random"], limits), catalog());
            let stop = AtomicBool::new(false);
            let record = play(&job, 0, &mut Roster::new(&catalog), &stop).unwrap().unwrap();
            assert_eq!(record.result.ending, Ending::Rules);
            let own = record.moves.iter().filter(|mv| mv.seat == 0);
            let own: Vec<u64> = own.map(|mv| mv.nodes).collect();
            own.chunks(2).map(|turn| turn.iter().sum::<u64>()).max().unwrap()
        };
        let (by_ply, by_turn) = (most(Per::Ply), most(Per::Turn));
        assert!(by_ply > 300 && by_turn <= 210, "{by_ply} and {by_turn}");
    }

    #[test]
    fn jobs_with_files_keep_their_agents() {
        let mut job = job(["greedy(eval=counted)", "random"], Limits::default());
        job.files.insert("map".to_owned(), "one".to_owned());
        let (catalog, stop) = (catalog(), AtomicBool::new(false));
        let mut roster = Roster::new(&catalog);
        let mut made = |job: &Job| {
            play(job, 0, &mut roster, &stop).unwrap().unwrap();
            COUNTED.load(Ordering::Relaxed)
        };
        assert_eq!([made(&job), made(&job), made(&job)], [1, 1, 1]);
        let files = BTreeMap::from([("map".to_owned(), "two".to_owned())]);
        assert_eq!(made(&Job { files, ..job.clone() }), 2, "another file is another game");
        assert_eq!(made(&job), 2);
    }

    #[test]
    fn moves_of_a_plan_have_no_depth() {
        let (job, catalog) = (job(["random", "random"], Limits::default()), catalog());
        let session = Roster::new(&catalog).start(&job).unwrap();
        let mut game = Game::new(&job, 0, session);
        game.advance(0, Choice { depth: 6, nodes: 100, ..choice(1) }).unwrap();
        game.advance(0, Choice { depth: 6, nodes: 0, ..choice(1) }).unwrap();
        let spent = game.uses[0];
        assert_eq!((spent.moves, spent.depths, spent.recalled), (2, 6, 1));
    }

    #[test]
    fn games_are_even_by_expected_scores_and_not_by_numbers() {
        let draw = Some(DrawRule { after: 4, moves: 2, score: 0.02 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let agreed = |scores: &[Option<f64>]| {
            let mut opinions = Opinions::new(2);
            scores.iter().enumerate().for_each(|(at, own)| opinions.note(&rules, at % 2, *own));
            opinions.even(2, 4, scores.len() as u32)
        };
        assert!(agreed(&[Some(0.51); 4]));
        // What a Monte Carlo search says of a lost game is less than ten, too.
        assert!(!agreed(&[Some(0.56), Some(0.44), Some(0.56), Some(0.44)]));
        assert!(
            !agreed(&[Some(0.5), None, Some(0.5), None]),
            "who tells nothing agrees to nothing"
        );
    }
}
