//! Matches, tournaments and searches for parameters: those of the file of records, whoever plays them, and
//! those that this server plays.

mod file;
mod play;
mod requests;
mod told;
mod watch;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use plyglot_arena::store::{RunInfo, Store};

pub(crate) use self::requests::routes;
use self::{
    file::{Asked, understand},
    play::{Playing, Threads},
    told::{RunList, RunView},
    watch::Reader,
};
use crate::{
    app::{App, is_plain},
    channel::{Channel, Subscription},
    lock,
    problem::{Answered, Code, Problem},
};

/// How often those who look at a run hear of it at most.
const BEAT: Duration = Duration::from_millis(200);
/// How often somebody looks whether other processes have begun or ended something.
const ROUND: Duration = Duration::from_secs(1);
/// The most runs that play or wait at once.
const MOST: usize = 16;

/// All runs.
pub(crate) struct Runs {
    threads: Arc<Threads>,
    playing: Mutex<BTreeMap<String, Arc<Playing>>>,
    /// Why runs could not go on.
    errors: Mutex<HashMap<String, String>>,
    reader: Mutex<Reader>,
    list: Channel,
    channels: Mutex<HashMap<String, Arc<Ear>>>,
}

/// The channel of a run.
struct Ear {
    channel: Channel,
    /// Whether it has something to tell.
    told: AtomicBool,
}

impl Runs {
    /// Runs that play on so many threads at most.
    pub(crate) fn new(threads: usize) -> Runs {
        Runs {
            threads: Arc::new(Threads::new(threads.max(1))),
            playing: Mutex::default(),
            errors: Mutex::default(),
            reader: Mutex::default(),
            list: Channel::new("runs"),
            channels: Mutex::default(),
        }
    }

    /// The channel of the list of runs.
    pub(crate) fn list_channel(&self) -> Subscription {
        self.list.subscribe()
    }

    /// The channel of a run. Whether there is such a run is found out when there is something to tell.
    pub(crate) fn channel(&self, id: &str) -> Answered<Subscription> {
        if !is_plain(id) {
            return Err(Problem::missing("run"));
        }
        let channel = Channel::new(format!("runs/{id}"));
        let ear = || Arc::new(Ear { channel, told: AtomicBool::new(false) });
        Ok(lock(&self.channels).entry(id.to_owned()).or_insert_with(ear).channel.subscribe())
    }

    /// Lets those who look at runs hear of them, as long as the server is there.
    pub(crate) async fn tell(app: Arc<App>) {
        let mut told = Told::default();
        loop {
            tokio::time::sleep(BEAT).await;
            if !app.runs.is_watched() {
                told = Told::default();
                continue;
            }
            let worked = app.work(move |app| {
                told.tell(app);
                Ok(told)
            });
            told = worked.await.unwrap_or_default();
        }
    }

    fn is_watched(&self) -> bool {
        let mut channels = lock(&self.channels);
        channels.retain(|_, own| own.channel.listeners() > 0);
        for (id, playing) in lock(&self.playing).iter() {
            playing.watched.store(channels.contains_key(id), Ordering::Relaxed);
        }
        self.list.listeners() > 0 || !channels.is_empty()
    }

    fn own(&self) -> Vec<Arc<Playing>> {
        lock(&self.playing).values().cloned().collect()
    }

    fn all(&self, app: &App) -> Answered<RunList> {
        let own = self.own();
        let own: Vec<&Playing> = own.iter().map(|one| &**one).collect();
        let runs = lock(&self.reader).list(app, &own)?;
        Ok(RunList { runs, records: app.config.records.display().to_string() })
    }

    fn info(&self, app: &App, id: &str) -> Answered<RunInfo> {
        let kept = lock(&self.reader).info(app, id)?;
        let own = || lock(&self.playing).get(id).map(|own| own.info.clone());
        kept.or_else(own).ok_or_else(|| Problem::missing("run"))
    }

    fn view(&self, app: &App, id: &str) -> Answered<RunView> {
        let (info, own) = (self.info(app, id)?, self.own());
        let own: Vec<&Playing> = own.iter().map(|one| &**one).collect();
        let error = lock(&self.errors).get(id).cloned();
        lock(&self.reader).view(app, &info, &own, error)
    }

    /// Begins a run, or goes on with it.
    fn start(&self, app: &Arc<App>, asked: Asked, text: &str) -> Answered<RunView> {
        let info = asked.info(app, text);
        let playing = Arc::new(Playing::new(info.clone()));
        {
            let mut all = lock(&self.playing);
            if all.contains_key(&info.id) {
                return Err(Problem::new(Code::Stale, "id", "it is being played"));
            }
            if all.len() >= MOST {
                let why = format!("{MOST} runs play or wait; pause one of them first");
                return Err(Problem::new(Code::Limit, "runs", why));
            }
            all.insert(info.id.clone(), Arc::clone(&playing));
        }
        let opened = Store::open(&app.config.records).and_then(|mut store| {
            // A search claims its parts as it comes to them.
            if let Asked::Play(_) = &asked {
                store.begin_run(&info)?;
            }
            Ok(store)
        });
        let store = opened.map_err(|error| {
            lock(&self.playing).remove(&info.id);
            Problem::new(Code::Stale, "records", error.to_string())
        })?;
        lock(&self.errors).remove(&info.id);
        let (host, id) = (Arc::clone(app), info.id.clone());
        let end = move |failure: Option<String>| {
            if let Some(failure) = failure {
                lock(&host.runs.errors).insert(id.clone(), failure);
            }
            lock(&host.runs.playing).remove(&id);
        };
        play::begin(app.catalog.clone(), Arc::clone(&self.threads), playing, asked, store, end);
        self.view(app, &info.id)
    }

    /// Goes on with a run of the file.
    fn resume(&self, app: &Arc<App>, id: &str) -> Answered<RunView> {
        let info = self.info(app, id)?;
        let Some(text) = info.source else {
            let why = "nobody knows what is left of it; its command goes on with it";
            return Err(Problem::new(Code::Rules, "id", why));
        };
        let asked = understand(app, &text)?;
        let new = asked.info(app, &text).id;
        if new != id && asked.is_play() {
            let why = "another version of the engine began it; as a new run it would begin anew";
            return Err(Problem::new(Code::Rules, "id", why));
        }
        self.start(app, asked, &text)
    }

    /// Stops a run; its games in play are lost and nothing else.
    fn pause(&self, app: &App, id: &str) -> Answered<RunView> {
        let playing = lock(&self.playing).get(id).cloned();
        let Some(playing) = playing else {
            self.info(app, id)?;
            let why = "this server does not play it";
            return Err(Problem::new(Code::Stale, "id", why));
        };
        playing.stop();
        self.threads.wake();
        let began = Instant::now();
        while lock(&self.playing).contains_key(id) && began.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.view(app, id)
    }

    /// Deletes a run with its games.
    fn delete(&self, app: &App, id: &str) -> Answered<()> {
        self.info(app, id)?;
        let played = || Problem::new(Code::Stale, "id", "it is being played; pause it first");
        if lock(&self.playing).contains_key(id) {
            return Err(played());
        }
        let mut store = Store::open(&app.config.records).map_err(Problem::internal)?;
        if store.is_played(id) {
            return Err(played());
        }
        store.delete_run(id).map_err(Problem::internal)?;
        lock(&self.reader).forget(id);
        lock(&self.errors).remove(id);
        lock(&self.channels).remove(id);
        Ok(())
    }

    /// Stops all runs, when the server ends.
    pub(crate) fn stop(&self) {
        self.own().iter().for_each(|own| own.stop());
        self.threads.wake();
        let began = Instant::now();
        while !lock(&self.playing).is_empty() && began.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What those who look at runs have heard.
#[derive(Default)]
struct Told {
    changes: Option<i64>,
    rounds: Option<Instant>,
    list: Option<RunList>,
    /// Plies that were seen in runs, by run.
    plies: HashMap<String, usize>,
}

impl Told {
    fn tell(&mut self, app: &App) {
        let runs = &app.runs;
        let changes = lock(&runs.reader).changes(&app.config.records);
        let due = self.rounds.is_none_or(|last| last.elapsed() >= ROUND);
        let news = changes != self.changes || due;
        self.changes = changes;
        if due {
            self.rounds = Some(Instant::now());
        }
        if news && runs.list.listeners() > 0 {
            let list = runs.all(app).ok();
            if list.is_some() && list != self.list {
                list.iter().for_each(|list| runs.list.publish(list));
                self.list = list;
            }
        }
        let channels: Vec<_> =
            lock(&runs.channels).iter().map(|(id, own)| (id.clone(), own.clone())).collect();
        for (id, ear) in &channels {
            let plies = lock(&runs.playing).get(id).map(|own| own.plies.load(Ordering::Relaxed));
            let seen = plies.is_some() && plies != self.plies.get(id).copied();
            if news || seen || !ear.told.swap(true, Ordering::Relaxed) {
                self.plies.insert(id.clone(), plies.unwrap_or_default());
                match runs.view(app, id) {
                    Ok(view) => ear.channel.publish(&view),
                    // Whoever looks at it hears that it is gone.
                    Err(_) => drop(lock(&runs.channels).remove(id)),
                }
            }
        }
    }
}
