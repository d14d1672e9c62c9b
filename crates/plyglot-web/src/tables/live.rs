//! A table in memory: who may do what, and how the game goes on.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use plyglot_core::Player;
use plyglot_lab::{self as lab, Ending, Limits, Seat};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Table, Tables, keep::Kept};
use crate::{
    app::App,
    gate::{self, Who},
    lock,
    problem::{Answered, Code, Problem},
    think::Class,
    view::View,
};

/// A table as its players see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TableView {
    /// Its name.
    pub(super) id: String,
    /// Grows with every change.
    pub(super) version: u64,
    /// Who sits where.
    pub(super) seats: Vec<SeatView>,
    /// The seats that the asker plays; only in answers to requests.
    pub(super) yours: Vec<u8>,
    /// The clocks, if there are any.
    pub(super) clock: Option<ClockView>,
    /// Whether agents wait.
    pub(super) paused: bool,
    /// Milliseconds between two plies of agents at least.
    pub(super) pace: u64,
    /// The position.
    pub(super) view: View,
    /// Why the game is over, if it is.
    pub(super) ending: Option<Ending>,
    /// The rank of every seat, once it is over.
    pub(super) ranks: Option<Vec<u8>>,
    /// How it ended, in words.
    pub(super) outcome: Option<String>,
    /// The seats that have offered a draw.
    pub(super) offers: Vec<u8>,
    /// The seat that asks to take back.
    pub(super) undo_asked: Option<u8>,
    /// After each ply, the expected scores by seat that its agent told; empty where nobody told any.
    pub(super) expected: Vec<Vec<Option<f64>>>,
    /// The table of the rematch.
    pub(super) next: Option<String>,
    /// What a seat of the asker has prepared; only in answers to requests.
    pub(super) premove: Option<String>,
    /// Why agents wait though nobody paused them.
    pub(super) trouble: Option<String>,
}

/// Somebody at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    /// What they are called.
    name: String,
    /// `person` or `agent`.
    who: &'static str,
    /// The agent's specification.
    spec: Option<String>,
    /// What its moves may cost.
    limits: Option<Limits>,
    /// Whether it thinks just now.
    thinking: bool,
    /// Whether somebody has joined with a code.
    guest: bool,
    /// Whether a code waits for somebody.
    open: bool,
}

/// Clocks at the moment of sending.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClockView {
    /// Milliseconds left to every seat.
    left: Vec<u64>,
    /// Whose clock runs.
    running: Option<u8>,
    /// Milliseconds that each seat had at the start.
    base: u64,
    /// Milliseconds that each turn adds.
    increment: u64,
}

/// What lists show of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = TableBrief)]
pub(crate) struct Brief {
    /// Its name.
    id: String,
    /// The name of the game.
    name: String,
    /// Who sits where.
    seats: Vec<String>,
    /// How many plies were played.
    plies: usize,
    /// Whose turn it is.
    turn: Option<u8>,
    /// Whether somebody of this machine is to move.
    yours: bool,
    /// Whether it is over.
    over: bool,
    /// How it ended, in words.
    outcome: Option<String>,
    /// When it changed last, in milliseconds since 1970.
    updated: i64,
    /// The position, without what can be played.
    view: View,
}

impl Brief {
    pub(super) fn of(table: &TableView) -> Brief {
        let mut view = table.view.clone();
        (view.moves, view.changes, view.plies) = Default::default();
        let to_move = view.turn.and_then(|turn| table.seats.get(usize::from(turn)));
        Brief {
            id: table.id.clone(),
            name: view.name.clone(),
            seats: table.seats.iter().map(|seat| seat.name.clone()).collect(),
            plies: table.view.plies.len(),
            turn: view.turn,
            yours: to_move.is_some_and(|seat| seat.who == "person" && !seat.guest),
            over: table.ending.is_some(),
            outcome: table.outcome.clone(),
            updated: 0,
            view,
        }
    }
}

/// A game in progress with what the server keeps of it.
pub(super) struct Live {
    pub(super) table: lab::Table,
    pub(super) kept: Kept,
    /// Raised to end the thinking at hand.
    stop: Arc<AtomicBool>,
    thinking: Option<u8>,
    /// Why agents wait though nobody paused them.
    trouble: Option<String>,
    /// When somebody last had to do with it.
    pub(super) touched: Instant,
    /// When the last ply was played.
    played: Instant,
}

impl Live {
    pub(super) fn new(table: lab::Table, kept: Kept) -> Live {
        let (stop, now) = (Arc::default(), Instant::now());
        Live { table, kept, stop, thinking: None, trouble: None, touched: now, played: now }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    pub(super) fn is_guest(&self, hash: &str) -> bool {
        self.kept.is_guest(hash)
    }

    /// Ends the thinking at hand; what comes of it finds the game changed.
    pub(super) fn interrupt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn people(&self) -> impl Iterator<Item = u8> + '_ {
        let seats = self.table.plan().seats.len() as u8;
        (0..seats).filter(|seat| self.table.is_person(Player(*seat)))
    }

    /// The seats that somebody plays.
    pub(super) fn seats_of(&self, who: &Who) -> Vec<u8> {
        let own = |seat: &u8| match (&self.kept.guests[usize::from(*seat)], who) {
            (None, Who::Host) => true,
            (Some(guest), Who::Guest { hash, .. }) => gate::same(guest, hash),
            _ => false,
        };
        self.people().filter(own).collect()
    }

    /// Whether somebody else of flesh and blood plays too.
    fn has_others(&self, who: &Who) -> bool {
        self.seats_of(who).len() < self.people().count()
    }

    /// Refuses whoever has no business at this table.
    pub(super) fn check_view(&self, who: &Who) -> Answered<()> {
        match who {
            Who::Host => Ok(()),
            Who::Guest { hash, .. } if self.is_guest(hash) => Ok(()),
            Who::Guest { .. } => Err(Problem::forbidden("this is not your table")),
        }
    }

    /// Refuses whoever does not play that seat.
    pub(super) fn check_seat(&self, who: &Who, seat: u8) -> Answered<()> {
        match self.seats_of(who).contains(&seat) {
            true => Ok(()),
            false => Err(Problem::new(Code::Forbidden, "seat", "somebody else plays this seat")),
        }
    }

    pub(super) fn play(&mut self, seat: u8, text: &str, at: usize, now: Duration) -> Answered<()> {
        if self.table.session().played().len() != at {
            let why = "the game has gone on since this position was shown";
            return Err(Problem::new(Code::Stale, "at", why));
        }
        self.table.play(Player(seat), text, now)?;
        self.note_ply(Vec::new());
        Ok(())
    }

    fn note_ply(&mut self, expected: Vec<Option<f64>>) {
        let plies = self.table.session().played().len();
        self.kept.expected.resize(plies.saturating_sub(1), Vec::new());
        self.kept.expected.push(expected);
        (self.kept.undo_asked, self.played) = (None, Instant::now());
    }

    /// Plays what people prepared, for as long as it is their turn and it is legal.
    pub(super) fn play_premoves(&mut self, now: Duration) {
        while self.table.ending().is_none() {
            let seat = self.table.session().to_move();
            let Some(ply) = self.kept.premoves[seat.idx()].take() else { return };
            if self.table.play(seat, &ply, now).is_err() {
                return;
            }
            self.note_ply(Vec::new());
        }
    }

    /// Takes back, or asks the others for it.
    pub(super) fn undo(&mut self, who: &Who, seat: u8, now: Duration) -> Answered<()> {
        let asked = self.kept.undo_asked;
        let agreed = asked.is_some_and(|own| !self.seats_of(who).contains(&own));
        if self.has_others(who) && !agreed {
            self.kept.undo_asked = Some(seat);
            return Ok(());
        }
        self.interrupt();
        if !self.table.undo(now) {
            let why = "there is nothing to take back";
            return Err(Problem::new(Code::Stale, "game", why));
        }
        // Whoever asked the others meant a choice of their own.
        let asker = asked.filter(|_| agreed);
        let earlier =
            |live: &Live| asker.is_some_and(|own| live.table.session().to_move().0 != own);
        while earlier(self) && self.table.undo(now) {}
        let plies = self.table.session().played().len();
        self.kept.expected.truncate(plies);
        self.kept.premoves.fill(None);
        self.kept.undo_asked = None;
        Ok(())
    }

    /// Offers a draw for all seats of the asker, or accepts one.
    pub(super) fn draw(&mut self, who: &Who) -> Answered<()> {
        for seat in self.seats_of(who) {
            if self.table.offer_draw(Player(seat))? {
                self.interrupt();
                return Ok(());
            }
        }
        Ok(())
    }

    /// The same people under the same conditions, everybody one seat further.
    pub(super) fn rematch(&self, app: &App) -> Answered<Kept> {
        let saved = self.table.save(app.now());
        let opened = app.lab(|lab| lab.open(&saved.game, Some(&saved.position)))?;
        let mut plan = saved.plan;
        plan.seats.rotate_right(1);
        plan.seed = plan.seed.wrapping_add(1);
        let table = app.lab(|lab| lab.table(opened, plan, app.now()))?;
        let mut kept = Kept::new(table.save(app.now()), self.kept.pace);
        kept.guests.clone_from(&self.kept.guests);
        kept.guests.rotate_right(1);
        Ok(kept)
    }

    /// Calls a person something else.
    pub(super) fn rename(&mut self, seat: u8, name: String, app: &App) -> Answered<()> {
        let mut saved = self.table.save(app.now());
        let mut own = Seat::Person { name };
        super::check_seat(&mut own)?;
        saved.plan.seats[usize::from(seat)] = own;
        self.table = app.lab(|lab| lab.restore(&saved, app.now()))?;
        Ok(())
    }

    pub(super) fn view(&self, app: &App, id: &str) -> TableView {
        let (table, kept, now) = (&self.table, &self.kept, app.now());
        let mut view = app.boards.view(table.opened());
        let ending = table.ending();
        if ending.is_some() {
            // Somebody may have given up in a position that could be played on.
            (view.turn, view.moves) = (None, Vec::new());
        }
        let (offers, plan) = (table.save(now).offers, table.plan());
        TableView {
            id: id.to_owned(),
            version: kept.version,
            seats: (0..plan.seats.len()).map(|seat| self.seat_view(seat)).collect(),
            yours: Vec::new(),
            clock: plan.clock.map(|rules| ClockView {
                left: (0..plan.seats.len() as u8)
                    .map(|seat| {
                        table.left(Player(seat), now).unwrap_or_default().as_millis() as u64
                    })
                    .collect(),
                running: view.turn,
                base: rules.base,
                increment: rules.increment,
            }),
            paused: kept.paused,
            pace: kept.pace,
            ranks: table.ranks(),
            outcome: ending.map(|ending| self.outcome(ending)),
            ending,
            offers,
            undo_asked: kept.undo_asked,
            expected: kept.expected.clone(),
            next: kept.next.clone(),
            premove: None,
            trouble: self.trouble.clone(),
            view,
        }
    }

    fn seat_view(&self, seat: usize) -> SeatView {
        let (name, who, spec, limits) = match &self.table.plan().seats[seat] {
            Seat::Person { name } => (name.clone(), "person", None, None),
            Seat::Agent { spec, limits } => {
                (spec.clone(), "agent", Some(spec.clone()), Some(*limits))
            }
        };
        SeatView {
            name,
            who,
            spec,
            limits,
            thinking: self.thinking == Some(seat as u8),
            guest: self.kept.guests[seat].is_some(),
            open: self.kept.codes[seat].is_some(),
        }
    }

    fn outcome(&self, ending: Ending) -> String {
        let session = self.table.session();
        let name = |seat: u8| session.player_name(Player(seat));
        match ending {
            Ending::Rules => session.verdict().map_or(String::new(), |verdict| verdict.to_string()),
            Ending::Resigned { seat } => format!("{} resigned", name(seat)),
            Ending::Time { seat } => format!("{} ran out of time", name(seat)),
            Ending::Agreed => "draw by agreement".to_owned(),
        }
    }

    pub(super) fn publish(&self, app: &App, table: &Table) {
        table.channel.publish(&self.view(app, &table.id));
    }
}

impl Tables {
    /// Lets whoever is to move go on: an agent thinks, a clock is watched.
    pub(super) fn go_on(&self, app: &Arc<App>, table: &Arc<Table>, live: &mut Live) {
        watch_clock(app, table, live);
        if live.kept.paused || live.trouble.is_some() || live.thinking.is_some() {
            return;
        }
        let Some(thinking) = live.table.think(app.now()) else { return };
        live.thinking = Some(thinking.seat().0);
        live.stop = Arc::default();
        live.publish(app, table);
        let class = if live.people().next().is_some() { Class::Opponent } else { Class::Show };
        let due = live.played + Duration::from_millis(live.kept.pace);
        let (stop, id) = (Arc::clone(&live.stop), table.id.clone());
        let (app, table) = (Arc::clone(app), Arc::clone(table));
        app.pool.clone().submit(class, &id, move || {
            let mut back = Return { app, table, due, thought: None };
            back.thought = Some(thinking.run(&back.app.clock, &stop));
        });
    }
}

/// Brings a thought back to its table, and news of a panic too.
struct Return {
    app: Arc<App>,
    table: Arc<Table>,
    due: Instant,
    thought: Option<lab::Thought>,
}

impl Drop for Return {
    fn drop(&mut self) {
        let (app, table, due) = (Arc::clone(&self.app), Arc::clone(&self.table), self.due);
        let thought = self.thought.take();
        if Instant::now() >= due {
            return settle(&app, &table, thought);
        }
        let runtime = app.runtime.clone();
        runtime.spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            settle(&app, &table, thought);
        });
    }
}

fn settle(app: &Arc<App>, table: &Arc<Table>, thought: Option<lab::Thought>) {
    let mut live = lock(&table.live);
    live.thinking = None;
    let settled = match thought {
        Some(thought) => live.table.settle(thought, app.now()).map_err(Problem::from),
        None => Err(Problem::internal("the agent made a fault and cannot go on")),
    };
    match settled {
        Ok(answer) => {
            let expected = answer.lines.first().map_or(Vec::new(), |line| line.expected.clone());
            live.note_ply(expected);
        }
        // The game has gone on without it, or was ended.
        Err(problem) if problem.code == Code::Stale || problem.code == Code::Forbidden => {}
        Err(problem) => live.trouble = Some(problem.message),
    }
    if let Err(problem) = app.tables.changed(app, table, &mut live) {
        live.trouble = Some(problem.message);
        live.publish(app, table);
    }
}

/// Ends the game when the time of whoever is to move is over.
fn watch_clock(app: &Arc<App>, table: &Arc<Table>, live: &Live) {
    let mover = live.table.session().to_move();
    if live.table.ending().is_some() || live.table.plan().clock.is_none() {
        return;
    }
    let Some(left) = live.table.left(mover, app.now()) else { return };
    let (version, weak) = (live.kept.version, Arc::downgrade(table));
    let (app, runtime) = (Arc::clone(app), app.runtime.clone());
    runtime.spawn(async move {
        tokio::time::sleep(left + Duration::from_millis(2)).await;
        let Some(table) = weak.upgrade() else { return };
        let mut live = lock(&table.live);
        if live.kept.version == version && live.table.check_time(app.now()) {
            live.interrupt();
            let _ = app.tables.changed(&app, &table, &mut live);
        }
    });
}
