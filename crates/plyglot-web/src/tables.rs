//! Tables: games between people and agents, kept in a file so that nothing is lost when the server goes.

mod keep;
mod live;
mod requests;

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use plyglot_lab::{Limits, Seat};

pub(crate) use self::requests::routes;
use self::{
    keep::{Keep, Kept},
    live::{Brief, Live},
    requests::NewTable,
};
use crate::{
    app::{App, Place, check_spec},
    channel::{Channel, Subscription},
    gate::{self, Who},
    lock,
    problem::{Answered, Code, Problem},
};

/// The most tables that are kept; finished ones make room for new ones.
const KEPT: usize = 500;
/// The most tables that are in memory with their agents.
const LIVE: usize = 48;
/// How long a table that nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(600);
/// How long an agent thinks about a move that nothing else limits.
const USUAL_MILLIS: u64 = 1000;

/// All tables: those in memory, and the file of all.
pub(crate) struct Tables {
    live: Mutex<HashMap<String, Arc<Table>>>,
    keep: Mutex<Keep>,
    list: Channel,
}

/// A table in memory.
pub(crate) struct Table {
    id: String,
    live: Mutex<Live>,
    channel: Channel,
}

impl Table {
    fn lock(&self) -> MutexGuard<'_, Live> {
        let mut live = lock(&self.live);
        live.touched = Instant::now();
        live
    }
}

impl Tables {
    /// The tables of a data folder.
    pub(crate) fn open(data: &Path) -> Answered<Tables> {
        let keep = Mutex::new(Keep::open(&data.join("tables.db"))?);
        Ok(Tables { live: Mutex::default(), keep, list: Channel::new("tables") })
    }

    /// The join codes that nobody has used, with their table and seat.
    pub(crate) fn codes(&self) -> Answered<HashMap<String, (String, u8)>> {
        Ok(lock(&self.keep).codes()?.into_iter().collect())
    }

    /// The text of a board that a kept table has.
    pub(crate) fn board(&self, id: &str) -> Answered<Option<String>> {
        lock(&self.keep).board(id)
    }

    /// Whether a hash is that of somebody who joined this table.
    pub(crate) fn is_guest(&self, id: &str, hash: &str) -> bool {
        let known = lock(&self.live).get(id).cloned();
        if let Some(table) = known {
            return lock(&table.live).is_guest(hash);
        }
        let kept = lock(&self.keep).load(id);
        kept.is_ok_and(|kept| kept.is_some_and(|kept| kept.is_guest(hash)))
    }

    /// The channel of the list of tables.
    pub(crate) fn list_channel(&self) -> Subscription {
        self.publish_list();
        self.list.subscribe()
    }

    fn publish_list(&self) {
        if let Ok(tables) = self.list() {
            self.list.publish(&tables);
        }
    }

    fn list(&self) -> Answered<requests::TableList> {
        let briefs = lock(&self.keep).list()?;
        Ok(requests::TableList { tables: briefs })
    }

    /// The channel of a table, for whoever may see it.
    pub(crate) fn channel(&self, app: &Arc<App>, who: &Who, id: &str) -> Answered<Subscription> {
        let table = self.find(app, id)?;
        table.lock().check_view(who)?;
        Ok(table.channel.subscribe())
    }

    /// A table, taken from the file if it is not in memory.
    fn find(&self, app: &Arc<App>, id: &str) -> Answered<Arc<Table>> {
        let missing = || Problem::missing("table");
        let known = lock(&self.live).get(id).cloned();
        if let Some(table) = known {
            return Ok(table);
        }
        let kept = lock(&self.keep).load(id)?.ok_or_else(missing)?;
        let table = self.seat(app, id, kept)?;
        self.go_on(app, &table, &mut table.lock());
        Ok(table)
    }

    /// Brings a kept table into memory. Whoever comes second gets what the first one brought.
    fn seat(&self, app: &App, id: &str, kept: Kept) -> Answered<Arc<Table>> {
        let own = app.lab(|lab| lab.restore(&kept.saved, app.now()))?;
        let live = Mutex::new(Live::new(own, kept));
        let channel = Channel::new(format!("tables/{id}"));
        let table = Arc::new(Table { id: id.to_owned(), live, channel });
        lock(&table.live).publish(app, &table);
        self.make_room();
        Ok(lock(&self.live).entry(id.to_owned()).or_insert(table).clone())
    }

    /// Forgets tables that nobody looks at, the oldest first, while there are too many or they were left for
    /// long; they are all in the file.
    pub(crate) fn make_room(&self) {
        let mut live = lock(&self.live);
        let mut idle: Vec<(Instant, String)> = Vec::new();
        for (id, table) in live.iter().filter(|(_, own)| own.channel.listeners() == 0) {
            if let Ok(own) = table.live.try_lock()
                && !own.is_thinking()
            {
                idle.push((own.touched, id.clone()));
            }
        }
        idle.sort();
        for (touched, id) in idle {
            if live.len() >= LIVE || touched.elapsed() > IDLE {
                live.remove(&id);
            }
        }
    }

    fn create(&self, app: &Arc<App>, asked: NewTable) -> Answered<Arc<Table>> {
        if lock(&self.live).len() >= 4 * LIVE {
            let why = "too many games are being played";
            return Err(Problem::new(Code::Busy, "table", why));
        }
        let place = Place { game: asked.game, position: asked.position, moves: asked.moves };
        let opened = app.open(&place)?;
        let mut plan = plyglot_lab::SeatPlan {
            seats: asked.seats,
            clock: asked.clock,
            seed: asked.seed.unwrap_or_else(|| u64::from(u32::from_le_bytes(gate::random()))),
        };
        for seat in &mut plan.seats {
            check_seat(seat)?;
        }
        limit_thinking(app, &opened, &mut plan)?;
        let own = app.lab(|lab| lab.table(opened, plan, app.now()))?;
        let kept = Kept::new(own.save(app.now()), asked.pace.unwrap_or(0));
        self.add(app, kept)
    }

    /// Adds a table under a new name.
    fn add(&self, app: &Arc<App>, kept: Kept) -> Answered<Arc<Table>> {
        let id = gate::code::<12>();
        lock(&self.keep).make_room(KEPT)?;
        let table = self.seat(app, &id, kept)?;
        let mut live = table.lock();
        self.changed(app, &table, &mut live)?;
        drop(live);
        Ok(table)
    }

    /// Keeps a table as it is now, tells everybody, and lets whoever is next go on.
    fn changed(&self, app: &Arc<App>, table: &Arc<Table>, live: &mut Live) -> Answered<()> {
        live.play_premoves(app.now());
        live.kept.version += 1;
        live.kept.saved = live.table.save(app.now());
        let view = live.view(app, &table.id);
        let brief = Brief::of(&view);
        let board = app.boards.get(&view.view.board);
        let board = board.ok_or_else(|| Problem::internal("the board was forgotten"))?;
        lock(&self.keep).save(&table.id, &live.kept, &brief, view.ending.is_some(), &board)?;
        table.channel.publish(&view);
        if self.list.listeners() > 0 {
            self.publish_list();
        }
        self.go_on(app, table, live);
        Ok(())
    }

    fn remove(&self, app: &Arc<App>, id: &str) -> Answered<()> {
        let table = self.find(app, id)?;
        table.lock().interrupt();
        lock(&self.live).remove(id);
        lock(&self.keep).remove(id)?;
        self.publish_list();
        Ok(())
    }
}

/// The longest name of a person.
const NAME: usize = 60;

fn check_seat(seat: &mut Seat) -> Answered<()> {
    match seat {
        Seat::Person { name } => {
            let tidy: String = name.trim().chars().filter(|sign| !sign.is_control()).collect();
            if tidy.chars().count() > NAME {
                let why = format!("a name has at most {NAME} signs");
                return Err(Problem::new(Code::Limit, "seats", why));
            }
            *name = if tidy.is_empty() { "somebody".to_owned() } else { tidy };
            Ok(())
        }
        Seat::Agent { spec, .. } => check_spec("seats", spec),
    }
}

/// Agents that would never stop by themselves get the usual time.
fn limit_thinking(
    app: &App,
    opened: &plyglot_catalog::Opened,
    plan: &mut plyglot_lab::SeatPlan,
) -> Answered<()> {
    for (number, seat) in (1..).zip(&mut plan.seats) {
        let Seat::Agent { spec, limits } = seat else { continue };
        let agent = app.lab(|lab| lab.agent(spec, opened));
        let agent = agent.map_err(|error| {
            let mut problem = Problem::from(error);
            problem.message = format!("seat {number}: {}", problem.message);
            problem.at.field = format!("seats[{}].spec", number - 1);
            problem
        })?;
        let limited = limits.millis.is_some() || limits.nodes.is_some() || plan.clock.is_some();
        if !limited && !agent.ends_by_itself() {
            *limits = Limits { millis: Some(USUAL_MILLIS), nodes: None };
        }
    }
    Ok(())
}
