//! Runs as the file of records shows them, whoever plays them.

use std::{
    collections::HashMap,
    path::Path,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use plyglot_arena::{
    ratings::Ranked,
    schedule::{Block, Schedule, Test},
    standings::Tally,
    store::{Follow, RunInfo, Store},
    strength::Strengths,
};
use plyglot_report::{Picture, Theme, Wanted, gather, plots};
use plyglot_stats::sprt::Sprt;
use plyglot_tuner::course::Course;

use super::{
    file::{Asked, read},
    play::Playing,
    told::{
        self, AgentLine, CourseView, CrossCell, First, LiveGame, RunBrief, RunState, RunView,
        SequentialTest,
    },
};
use crate::{
    app::App,
    problem::{Answered, Problem},
};

/// How often ratings and plots are made anew at most: they take all games at once.
const SELDOM: Duration = Duration::from_secs(5);
/// The most games in play that are shown.
const LIVE: usize = 24;
/// The most agents of a table of everybody against everybody.
const CROSSED: usize = 40;
/// How many runs are kept in mind at once.
const FOLLOWED: usize = 16;

/// The file of records, and what has been read of it.
#[derive(Default)]
pub(super) struct Reader {
    store: Option<Store>,
    /// What the files of runs say, by run and text.
    facts: HashMap<(String, String), Facts>,
    followed: Vec<Followed>,
    plots: Option<Plots>,
}

/// What the file of a run says.
#[derive(Clone, Default)]
struct Facts {
    total: Option<usize>,
    /// The first agent of a match.
    first: Option<String>,
    sprt: Option<Sprt>,
    points: Option<Vec<f64>>,
    /// Whether this server can go on with it.
    resumable: bool,
}

/// A run that somebody looks at.
struct Followed {
    id: String,
    follow: Follow,
    playing: bool,
    tally: Tally,
    ranked: Ranked,
    /// What was to be played, which hears of every block in order.
    schedule: Option<Box<dyn Schedule>>,
    blocks: usize,
    games: usize,
    strengths: Option<(Instant, usize, Strengths)>,
    /// Whether its agents are the individuals of a search: too many for tables, and most met one other.
    is_search: bool,
    /// The shortest specification of the game.
    spec: String,
    seats: Vec<String>,
    used: Instant,
}

/// The plots of a run as they were some time ago.
struct Plots {
    run: String,
    theme: Theme,
    games: usize,
    made: Instant,
    pictures: Vec<Picture>,
}

impl Reader {
    /// The file, if there is one.
    fn store(&mut self, path: &Path) -> Answered<Option<&Store>> {
        if self.store.is_none() && path.exists() {
            self.store = Some(Store::open_existing(path).map_err(Problem::internal)?);
        }
        Ok(self.store.as_ref())
    }

    /// A number that changes with the file.
    pub(super) fn changes(&mut self, path: &Path) -> Option<i64> {
        self.store(path).ok()??.changes().ok()
    }

    /// All runs of the file, the newest first.
    pub(super) fn list(&mut self, app: &App, own: &[&Playing]) -> Answered<Vec<RunBrief>> {
        let mut infos = match self.store(&app.config.records)? {
            Some(store) => store.runs().map_err(Problem::internal)?,
            None => Vec::new(),
        };
        // A run that has just begun is not in the file yet.
        for playing in own {
            if infos.iter().all(|info| info.id != playing.info.id) {
                infos.push(playing.info.clone());
            }
        }
        let mut briefs = Vec::with_capacity(infos.len());
        for info in infos.iter().rev() {
            briefs.push(self.brief(app, info, own)?.0);
        }
        Ok(briefs)
    }

    /// The run of that id.
    pub(super) fn info(&mut self, app: &App, id: &str) -> Answered<Option<RunInfo>> {
        let Some(store) = self.store(&app.config.records)? else { return Ok(None) };
        let runs = store.runs().map_err(Problem::internal)?;
        Ok(runs.into_iter().find(|info| info.id == id))
    }

    fn facts(&mut self, app: &App, info: &RunInfo) -> Facts {
        let Some(text) = &info.source else { return Facts::default() };
        let key = (info.id.clone(), text.clone());
        if let Some(known) = self.facts.get(&key) {
            return known.clone();
        }
        let facts = match read(app, text) {
            Ok(asked) if asked.info(app, text).id == info.id => Facts::of(app, &asked),
            // A part of something else, or a run of another version of the engine.
            Ok(asked) => Facts { resumable: !asked.is_play(), ..Facts::default() },
            Err(_) => Facts::default(),
        };
        self.facts.insert(key, facts.clone());
        facts
    }

    /// What a list tells of a run, and its pace.
    fn brief(
        &mut self,
        app: &App,
        info: &RunInfo,
        own: &[&Playing],
    ) -> Answered<(RunBrief, Option<f64>)> {
        let facts = self.facts(app, info);
        let store = self.store(&app.config.records)?;
        let (games, pace) = match store {
            Some(store) => store.pace(&info.id).map_err(Problem::internal)?,
            None => (0, None),
        };
        let course = store.and_then(|store| course(store, &info.id));
        let same = |one: &&&Playing| one.info.id == info.id;
        let state = match own.iter().find(same) {
            Some(one) if one.threads.load(Ordering::Relaxed) == 0 => RunState::Waiting,
            Some(_) => RunState::Running,
            None if store.is_some_and(|store| store.is_played(&info.id)) => {
                let ours =
                    |one: &&Playing| one.info.source.is_some() && one.info.source == info.source;
                if own.iter().any(ours) { RunState::Running } else { RunState::Elsewhere }
            }
            None => {
                // A search knows its end by its course alone.
                let search = info.kind() == "tune";
                let whole = facts.total.map_or(!search, |total| games >= total);
                let found = course.as_ref().map(|own| own.result.is_some() || own.progress >= 1.0);
                let done = info.verdict.is_some() || found.unwrap_or(whole);
                if done { RunState::Done } else { RunState::Paused }
            }
        };
        let headline = match (&info.verdict, &course) {
            (Some(verdict), _) => verdict.clone(),
            (None, Some(course)) => match &course.result {
                Some(result) => format!("found {}", plyglot_core::shorten(result)),
                None => format!("{:.0} % of the search", 100.0 * course.progress),
            },
            (None, None) => String::new(),
        };
        let name = info.game.split('(').next().unwrap_or_default();
        let brief = RunBrief {
            id: info.id.clone(),
            kind: info.kind().to_owned(),
            title: told::title(&info.title, &info.game),
            game: name.to_owned(),
            state,
            games,
            total: facts.total,
            headline,
            started: info.started.clone(),
        };
        Ok((brief, pace))
    }

    /// Everything that is told of a run.
    pub(super) fn view(
        &mut self,
        app: &App,
        info: &RunInfo,
        own: &[&Playing],
        error: Option<String>,
    ) -> Answered<RunView> {
        let (brief, pace) = self.brief(app, info, own)?;
        let facts = self.facts(app, info);
        let is_played = matches!(brief.state, RunState::Running | RunState::Elsewhere);
        let at = self.follow(app, info, is_played)?;
        let followed = &mut self.followed[at];
        let standings = followed.tally.standings();
        let strengths = followed.strengths(&facts);
        let first = facts.first.as_ref().or(standings.agents.first().map(|own| &own.name));
        let duel = first.and_then(|name| Some((name, followed.tally.duel(name)?)));
        let is_match = info.kind() == "match";
        let playing = own.iter().find(|one| one.info.id == info.id);
        let course = self.store.as_ref().and_then(|store| course(store, &info.id));
        let part = course.as_ref().map(|own| own.progress).filter(|part| *part > 0.0);
        let planned = part.map(|part| brief.games as f64 / part);
        let planned = planned.or(brief.total.map(|total| total as f64));
        let left = planned.zip(pace).filter(|_| is_played);
        let left = left.map(|(planned, pace)| (planned - brief.games as f64).max(0.0) / pace);
        let cross = |row: &Vec<Option<_>>| {
            row.iter().map(|own| own.as_ref().map(CrossCell::from)).collect()
        };
        let lengths = &standings.lengths;
        Ok(RunView {
            spec: followed.spec.clone(),
            seats: followed.seats.clone(),
            verdict: info.verdict.clone(),
            error,
            resumable: facts.resumable,
            threads: playing.map_or(0, |one| one.threads.load(Ordering::Relaxed)),
            pace: pace.filter(|_| is_played),
            left,
            blocks: followed.blocks,
            counted: followed.games,
            distinct: standings.distinct,
            first: duel.filter(|_| is_match).map(|(name, duel)| First::of(name, duel)),
            test: facts
                .sprt
                .as_ref()
                .zip(followed.test())
                .map(|(sprt, test)| SequentialTest::of(sprt, &test)),
            agents: standings.agents.iter().map(AgentLine::from).collect(),
            cross: match standings.cross.len() <= CROSSED {
                true => standings.cross.iter().map(cross).collect(),
                false => Vec::new(),
            },
            ratings: strengths.map(|own| told::ratings(&own)).unwrap_or_default(),
            sides: told::sides(&standings, &followed.seats),
            places: followed.places(),
            endings: standings.endings,
            lengths: match standings.games {
                0 => String::new(),
                _ => format!(
                    "{} to {} plies, half up to {}",
                    lengths.shortest, lengths.longest, lengths.median
                ),
            },
            course: course.as_ref().map(CourseView::from),
            command: info.command.clone(),
            toml: info.source.clone(),
            live: playing.map(|one| live(app, one)).unwrap_or_default(),
            brief,
        })
    }

    /// Reads on in the blocks of a run; where it is kept.
    fn follow(&mut self, app: &App, info: &RunInfo, playing: bool) -> Answered<usize> {
        // Whoever goes on with a run begins its test anew, in the order of the schedule.
        self.followed.retain(|own| own.id != info.id || own.playing || !playing);
        if let Some(oldest) = (self.followed.len() >= FOLLOWED)
            .then(|| self.followed.iter().enumerate().min_by_key(|(_, own)| own.used))
            .flatten()
            .map(|(at, _)| at)
        {
            self.followed.remove(oldest);
        }
        let known = self.followed.iter().position(|own| own.id == info.id);
        let at = known.unwrap_or_else(|| {
            self.followed.push(Followed::new(app, info));
            self.followed.len() - 1
        });
        if let Some(store) = &self.store {
            let own = &mut self.followed[at];
            (own.used, own.playing) = (Instant::now(), playing);
            for block in own.follow.next(store).map_err(Problem::internal)? {
                own.add(&block);
                own.note(&block);
            }
            if !playing {
                for block in own.follow.rest(store).map_err(Problem::internal)? {
                    own.add(&block);
                }
            }
        }
        Ok(at)
    }

    /// The plots of a run.
    pub(super) fn plots(&mut self, app: &App, run: &str, theme: Theme) -> Answered<&[Picture]> {
        let missing = || Problem::missing("run");
        let store = self.store(&app.config.records)?.ok_or_else(missing)?;
        let games = store.pace(run).map_err(Problem::internal)?.0;
        let current = self.plots.as_ref().is_some_and(|own| {
            let recent = own.games == games || own.made.elapsed() < SELDOM;
            own.run == run && own.theme == theme && recent
        });
        if !current {
            let wanted = Wanted {
                source: app.config.records.display().to_string(),
                run: Some(run.to_owned()),
                games: 0,
                bytes: 0,
            };
            let store = self.store.as_ref().ok_or_else(missing)?;
            let data = gather(store, &app.catalog, &wanted).map_err(Problem::internal)?;
            let pictures = data.runs.first().map(|run| plots(run, theme)).ok_or_else(missing)?;
            let (run, made) = (run.to_owned(), Instant::now());
            self.plots = Some(Plots { run, theme, games, made, pictures });
        }
        Ok(self.plots.as_ref().map_or(&[], |own| &own.pictures))
    }

    /// Looks at the file.
    pub(super) fn with_store<T>(
        &mut self,
        app: &App,
        look: impl FnOnce(&Store) -> Result<T, plyglot_arena::Error>,
    ) -> Answered<Option<T>> {
        let store = self.store(&app.config.records)?;
        store.map(look).transpose().map_err(Problem::internal)
    }

    /// Forgets what is known of a run.
    pub(super) fn forget(&mut self, run: &str) {
        self.followed.retain(|own| own.id != run);
        self.facts.retain(|(id, _), _| id != run);
        self.plots = None;
    }
}

impl Facts {
    fn of(app: &App, asked: &Asked) -> Facts {
        let (total, resumable) = (asked.games(), asked.check(app).is_ok());
        let mut facts = Facts { resumable, ..Facts::default() };
        if let Asked::Play(own) = asked {
            facts.total = total;
            facts.first = own.entrants.first().map(|own| own.name.clone());
            facts.points = own.points.clone();
            facts.sprt = own.plan.as_ref().and_then(|plan| plan.sprt);
        }
        facts
    }
}

impl Followed {
    fn new(app: &App, info: &RunInfo) -> Followed {
        let known = app.lab(|lab| lab.open(&info.game, None)).ok().map(|opened| {
            let session = &opened.session;
            let seats = plyglot_core::seats(session.players());
            (opened.short.clone(), seats.map(|seat| session.player_name(seat)).collect())
        });
        let (spec, seats) = known.unwrap_or_else(|| (info.game.clone(), Vec::new()));
        Followed {
            id: info.id.clone(),
            follow: Follow::new(&info.id),
            playing: true,
            tally: Tally::default(),
            ranked: Ranked::default(),
            schedule: schedule(app, info),
            blocks: 0,
            games: 0,
            strengths: None,
            is_search: info.kind() == "tune",
            spec,
            seats,
            used: Instant::now(),
        }
    }

    fn add(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += block.games.len();
        if !self.is_search {
            self.tally.add(block);
            self.ranked.add(block);
        }
    }

    /// Tells the schedule of a block, as whoever plays it does, until its verdict.
    fn note(&mut self, block: &Block) {
        let Some(schedule) = &mut self.schedule else { return };
        if schedule.verdict().is_none() && schedule.next().is_ok() {
            schedule.note(block);
        }
    }

    fn test(&self) -> Option<Test> {
        self.schedule.as_ref()?.test()
    }

    fn places(&self) -> Vec<String> {
        self.schedule.as_ref().map_or(Vec::new(), |own| told::places(&own.outcome()))
    }

    /// Ratings of more than two agents, made anew now and then.
    fn strengths(&mut self, facts: &Facts) -> Option<Strengths> {
        let standings = self.tally.standings();
        if standings.agents.len() < 3 {
            return None;
        }
        let current = |(made, blocks, _): &(Instant, usize, Strengths)| {
            *blocks == standings.blocks || self.playing && made.elapsed() < SELDOM
        };
        if !self.strengths.as_ref().is_some_and(current) {
            let made = Strengths::of(&self.ranked, facts.points.as_deref(), 1);
            self.strengths = made.ok().map(|own| (Instant::now(), standings.blocks, own));
        }
        self.strengths.as_ref().map(|(_, _, own)| own.clone())
    }
}

/// What was to be played in a match or a tournament.
fn schedule(app: &App, info: &RunInfo) -> Option<Box<dyn Schedule>> {
    let text = info.source.as_ref()?;
    match read(app, text).ok()? {
        Asked::Play(own) if own.config == info.config => Some(own.schedule),
        _ => None,
    }
}

/// The course that is kept with a tuning run.
fn course(store: &Store, run: &str) -> Option<Course> {
    serde_json::from_str(&store.annotation(run).ok()??).ok()
}

/// The games of a run that are in play.
fn live(app: &App, playing: &Playing) -> Vec<LiveGame> {
    let games = playing.look(LIVE, |slot, own| {
        let opened = own.job.open(&app.catalog).ok()?;
        let mut view = app.boards.view_of(&opened, &*own.session);
        let plies = std::mem::take(&mut view.plies).len();
        view.moves.clear();
        Some(LiveGame { slot, names: own.names.clone(), plies, view })
    });
    games.into_iter().flatten().collect()
}
