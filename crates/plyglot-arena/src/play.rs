//! One game of a job, from its opening to its result.

#[cfg(test)]
mod tests;

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
    Ending, Error, GameRecord, GameResult, Job, MoveRecord, Per, SeatUse, Version,
    contestant::{Contestant, Roster},
    desk::panic_text,
    guest::{Alarm, Begin, Choice, Event, News, Over, Question, Turn, game_number},
    opinions::Opinions,
};

/// Plays a game of a job. `None` if `stop` was raised before the end: such a game leaves nothing.
pub fn play(
    job: &Job,
    index: usize,
    roster: &mut Roster<'_>,
    stop: &AtomicBool,
) -> Result<Option<GameRecord>, Error> {
    Ok(play_before(job, index, roster, stop, &mut |_| {})?.map(|(record, _)| record))
}

/// The same before somebody who is shown the game at its beginning and after every ply; with what every seat is
/// called, since guests may have names of their own.
pub fn play_before(
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

    /// Brings everybody together. Who fails meanwhile is out as soon as all others know that the game is on: nobody
    /// hears of a game's events before its beginning.
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
        let mut faults: Vec<(usize, Fault)> = Vec::new();
        for step in steps {
            for seat in 0..contestants.len() {
                let failed = faults.iter().any(|(failed, _)| *failed == seat);
                if stop.load(Ordering::Relaxed) || failed {
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
                let Some(fault) = fault else { continue };
                if self.session.withdrawal(Player(seat as u8)).is_none() {
                    return self.fault(seat, fault, contestants, stop);
                }
                faults.push((seat, fault));
            }
        }
        self.faults(faults, contestants, stop)
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
        // An only move is played without a thought, which says nothing.
        if !choice.own || choice.nodes > 0 || choice.expected.is_some() {
            self.opinions.note(&self.job.adjudication, side, choice.expected);
        }
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
