//! Our agents as an engine: commands in, answers out, as UGI has them.
//!
//! Commands are read while a search runs. `isready`, `stop`, `query` and `quit` are for that time;
//! any other command ends the search first, and its move is written before the command is obeyed.

mod game;
mod go;
mod info;
mod query;

use std::{
    io::{self, BufRead, Write},
    mem,
    sync::Mutex,
    thread::{self, Scope, ScopedJoinHandle},
    time::Duration,
};

use plyglot_catalog::{AnyAgent, Catalog, WallClock};
use plyglot_core::{Clock as _, Rng, SpecError, options::Loader, shorten};
use plyglot_lab::{Analysis, Handle, Hold, Question, games::usual_agent};

use crate::wire::{LONGEST_COMMAND, move_word};
use game::Table;
use go::Go;
use info::info;

/// What holds until a runner sets something else.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The game, with options in brackets.
    pub game: String,
    /// The agent, with options in brackets; none for the best one of whatever game is played.
    pub agent: Option<String>,
    /// The seed of its random choices.
    pub seed: u64,
}

/// An engine with its game, its agent and the position it was told.
pub struct Engine<'a> {
    catalog: &'a Catalog,
    load: Loader<'a>,
    defaults: Defaults,
    /// None as in [`Defaults::agent`].
    agent: Option<String>,
    seed: u64,
    overhead: Duration,
    /// How many of the best moves are told.
    lines: usize,
    table: Table,
    ready: Option<Ready>,
}

/// An agent, the specification and the shape of the board it was made for, and the beginning of the
/// game that it plays.
struct Ready {
    agent: Box<dyn AnyAgent>,
    made_for: (String, String),
    start: String,
}

/// A search on its own thread, which gives the agent back.
struct Thinking<'scope> {
    handle: Handle,
    search: ScopedJoinHandle<'scope, Ready>,
    /// Whether it ends by itself.
    ends: bool,
}

/// Why no more commands are read.
enum End {
    Quit,
    OfInput,
}

/// Where all threads write, a whole answer at a time.
type Output<'a> = &'a Mutex<dyn Write + Send + 'a>;

const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);
const MOST_OVERHEAD: u64 = 60_000;
const MOST_LINES: u64 = 256;

impl<'a> Engine<'a> {
    /// An engine at the start of its game; `load` reads the files that options name.
    pub fn new(
        catalog: &'a Catalog,
        load: Loader<'a>,
        defaults: Defaults,
    ) -> Result<Engine<'a>, SpecError> {
        let opened = catalog.open(&defaults.game, load)?;
        let agent = defaults.agent.as_deref().unwrap_or(usual_agent(&opened.entry));
        catalog.agent(agent, &opened, load)?;
        Ok(Engine {
            catalog,
            load,
            agent: defaults.agent.clone(),
            seed: defaults.seed,
            overhead: DEFAULT_OVERHEAD,
            lines: 1,
            table: Table::new(opened),
            ready: None,
            defaults,
        })
    }

    /// Obeys commands until `quit` or their end. Nothing that is read can make it fail, only output
    /// that cannot be written.
    pub fn serve(&mut self, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
        let output: Output<'_> = &Mutex::new(output);
        thread::scope(|scope| {
            let mut thinking = None;
            let done = self.obey_all(input, scope, &mut thinking, output);
            // At the mere end of the commands, which may come from a file, a search may finish.
            self.settle(&mut thinking, !matches!(done, Ok(End::OfInput)));
            done.map(|_| ())
        })
    }

    fn obey_all<'scope, 'env: 'scope>(
        &mut self,
        mut input: impl BufRead,
        scope: &'scope Scope<'scope, 'env>,
        thinking: &mut Option<Thinking<'scope>>,
        output: Output<'env>,
    ) -> io::Result<End> {
        let mut line = Vec::new();
        loop {
            match read_line(&mut input, &mut line) {
                Ok(Line::None) | Err(_) => return Ok(End::OfInput),
                Ok(Line::TooLong) => {
                    let problem = format!("a line of over {LONGEST_COMMAND} bytes is not read");
                    write(output, &error(&problem))?;
                }
                Ok(Line::Whole) => match String::from_utf8_lossy(&line).trim() {
                    "quit" => return Ok(End::Quit),
                    command => self.obey(command, scope, thinking, output)?,
                },
            }
        }
    }

    fn obey<'scope, 'env: 'scope>(
        &mut self,
        line: &str,
        scope: &'scope Scope<'scope, 'env>,
        thinking: &mut Option<Thinking<'scope>>,
        output: Output<'env>,
    ) -> io::Result<()> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => Ok(()),
            "isready" => {
                if thinking.is_none() && self.ready.is_none() {
                    // What cannot be made now is said when a move is wanted.
                    self.ready = self.make_ready(None).ok();
                }
                write(output, "readyok\n")
            }
            "query" => write(output, &query::respond(rest, &self.table, self.catalog)),
            "stop" => {
                thinking.iter().for_each(|thinking| thinking.handle.cancel());
                Ok(())
            }
            _ => {
                self.settle(thinking, true);
                let done = match command {
                    "go" => self.go(rest, scope, output).map(|search| *thinking = Some(search)),
                    _ => self.change(command, rest, output),
                };
                // Whoever wants a move waits for an answer.
                let none = if command == "go" { "bestmove none\n" } else { "" };
                done.or_else(|problem| write(output, &(error(&problem) + none)))
            }
        }
    }

    /// Obeys a command that changes what there is to think about.
    fn change(&mut self, command: &str, rest: &str, output: Output<'_>) -> Result<(), String> {
        match command {
            "ugi" => write(output, &self.introduction()).map_err(|error| error.to_string()),
            "setoption" => self.set_option(rest),
            "position" => self.table.set(rest),
            "moves" => self.table.advance(rest),
            "uginewgame" => {
                self.table.restart();
                self.ready.iter_mut().for_each(|ready| ready.agent.new_game());
                Ok(())
            }
            _ => Err(format!("there is no command {:?}", shorten(command))),
        }
    }

    fn introduction(&self) -> String {
        let Defaults { game, agent, seed } = &self.defaults;
        let agent = agent.as_deref().unwrap_or(usual_agent(self.table.entry()));
        format!(
            "id name Plyglot {}\nid author the authors of Plyglot\n\
             option name game type string default {game}\n\
             option name agent type string default {agent}\n\
             option name seed type spin default {seed} min 0 max {}\n\
             option name overhead type spin default {} min 0 max {MOST_OVERHEAD}\n\
             option name multipv type spin default 1 min 1 max {MOST_LINES}\nugiok\n",
            self.agent(),
            u64::MAX,
            DEFAULT_OVERHEAD.as_millis(),
        )
    }

    /// The agent that plays.
    fn agent(&self) -> &str {
        self.agent.as_deref().unwrap_or(usual_agent(self.table.entry()))
    }

    /// Sets `name N value V`.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let named = text.strip_prefix("name ").map(|text| format!("{text} "));
        let split = named.as_deref().and_then(|text| text.split_once(" value "));
        let (name, value) = split.ok_or("expected setoption name NAME value VALUE")?;
        let (name, value) = (name.trim().to_ascii_lowercase(), unquoted(value.trim()));
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| *number <= most);
            let shown = shorten(value);
            number.ok_or_else(|| format!("option {name} {shown}: expected a number up to {most}"))
        };
        match name.as_str() {
            "game" => {
                let opened = self.catalog.open(value, self.load);
                self.table = Table::new(opened.map_err(|error| error.to_string())?);
                self.ready = None;
            }
            "agent" => {
                let agent = self.catalog.agent(value, &self.table.opened(), self.load);
                agent.map_err(|error| error.to_string())?;
                self.agent = Some(value.to_owned());
                self.ready = None;
            }
            "seed" => self.seed = number(u64::MAX)?,
            "overhead" => self.overhead = Duration::from_millis(number(MOST_OVERHEAD)?),
            "multipv" => self.lines = number(MOST_LINES)?.max(1) as usize,
            _ => {
                let name = shorten(&name);
                return Err(format!(
                    "there is no option {name:?}; there are: game, agent, seed, overhead, multipv"
                ));
            }
        }
        Ok(())
    }

    /// Begins to think about the position.
    fn go<'scope, 'env: 'scope>(
        &mut self,
        text: &str,
        scope: &'scope Scope<'scope, 'env>,
        output: Output<'env>,
    ) -> Result<Thinking<'scope>, String> {
        let asked = WallClock::start();
        let (mut go, passed) = Go::read(text);
        let mut remarks: Vec<String> = passed.into_iter().collect();
        if self.table.is_over() {
            return Err("the game is over".to_owned());
        }
        let session = self.table.session().boxed();
        let mut ready = self.make_ready(go.depth);
        if let (Err(problem), Some(depth)) = (&ready, go.depth.take_if(|_| ready.is_err())) {
            remarks.push(format!("go: depth {depth} passed over: {problem}"));
            ready = self.make_ready(None);
        }
        let Ready { agent, made_for, start } = ready?;
        let remarks: String = remarks.iter().map(|text| remark(text)).collect();
        write(output, &remarks).map_err(|error| error.to_string())?;
        let budget = go.budget(session.to_move(), self.overhead, agent.ends_by_itself());
        // What making the agent took counts, too.
        let millis = budget.time.map(|time| time.saturating_sub(asked.now()).as_millis() as u64);
        let hold = Hold { depth: None, nodes: budget.nodes, millis };
        let seed = Rng::stream(self.seed, session.played().len() as u64).next_u64();
        let (scale, of_unit) = (agent.scale(session.to_move()), self.table.entry().pieces);
        let pieces = move |points| scale.map(|scale| scale.pieces(points, of_unit));
        let lines = self.lines;
        // Who asks for several lines, or for no end, wants to know what they are worth.
        let at_once = lines == 1 && !go.infinite;
        let question = Question { seed, lines, at_once, hold, every: 0, ..Question::default() };
        let mut analysis = Analysis::new(agent, session, question);
        let handle = analysis.handle();
        let own = handle.clone();
        let search = scope.spawn(move || {
            let done = analysis.run(&asked, &mut |report| {
                // Nobody listens any more, so nobody wants the answer.
                if write(output, &info(report, lines, &pieces)).is_err() {
                    own.cancel();
                }
            });
            let told = match done {
                Ok(report) => {
                    let best =
                        report.answer.as_ref().and_then(|own| own.lines.first()?.ply.as_ref());
                    format!("bestmove {}\n", best.map_or("none".to_owned(), |ply| move_word(ply)))
                }
                Err(problem) => error(&problem.to_string()) + "bestmove none\n",
            };
            let _ = write(output, &told);
            Ready { agent: analysis.into_agent(), made_for, start }
        });
        Ok(Thinking { handle, search, ends: !go.infinite })
    }

    /// The agent for the game and the depth asked for, the same as before where that is possible.
    fn make_ready(&mut self, depth: Option<u64>) -> Result<Ready, String> {
        let made_for = (go::with_depth(self.agent(), depth)?, self.table.shape().to_owned());
        let start = self.table.start_line().to_owned();
        if let Some(mut ready) = self.ready.take_if(|ready| ready.made_for == made_for) {
            if ready.start != start {
                ready.agent.new_game();
                ready.start = start;
            }
            return Ok(ready);
        }
        let agent = self.catalog.agent(&made_for.0, &self.table.opened(), self.load);
        Ok(Ready { agent: agent.map_err(|error| error.to_string())?, made_for, start })
    }

    /// Waits for the search, if there is one, and takes its agent back.
    fn settle(&mut self, thinking: &mut Option<Thinking<'_>>, at_once: bool) {
        if let Some(thinking) = mem::take(thinking) {
            if at_once || !thinking.ends {
                thinking.handle.cancel();
            }
            // A search that broke down has said so itself; the next one begins afresh.
            self.ready = thinking.search.join().ok();
        }
    }
}

/// What a try to read a line gave.
enum Line {
    Whole,
    TooLong,
    None,
}

/// Reads a line of bounded length; a longer one is passed over.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut passed = false;
    loop {
        let mut part = io::Read::take(&mut *input, LONGEST_COMMAND as u64);
        let count = part.read_until(b'\n', line)?;
        if line.ends_with(b"\n") || count < LONGEST_COMMAND {
            let none = line.is_empty() && !passed;
            return Ok(if none {
                Line::None
            } else if passed {
                Line::TooLong
            } else {
                Line::Whole
            });
        }
        line.clear();
        passed = true;
    }
}

fn write(output: Output<'_>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// What went wrong, as a line that every runner passes over.
fn error(problem: &str) -> String {
    remark(&format!("error: {problem}"))
}

/// A line for people.
fn remark(text: &str) -> String {
    format!("info string {}\n", text.replace('\n', " "))
}

fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).unwrap_or(value)
}
