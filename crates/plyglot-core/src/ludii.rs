//! Trials of the Ludii system: files of one game, with a line for every set-up move and every decision.
//!
//! What a move means is the game's affair; [`read`] and [`Trial`] know how the lines look. A move is
//! `[Move:mover=1,from=36,to=21,actions=[Move:from=36,to=21,decision=true]]`, an action in it a name with values,
//! or again a move.

use crate::{Cursor, FileGame, FileGameError, FileGames, Heading, TextError, shorten};

/// The longest line of a move, far from any that is written.
const LONGEST: usize = 1 << 16;
/// How deep brackets may nest.
const DEEPEST: usize = 64;
/// The greatest number of a site, a player or anything else.
const GREATEST: u32 = 1_000_000;
/// The version whose files are written.
const VERSION: &str = "1.3.14";

/// Something in brackets: a name, values, and what else is in brackets inside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node<'a> {
    /// What stands before the colon.
    pub name: &'a str,
    /// `key=value`, in the order of the text.
    pub values: Vec<(&'a str, &'a str)>,
    /// What is listed as its actions.
    pub actions: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    /// Reads a move line after its `Move=`.
    pub fn parse(text: &'a str) -> Result<Node<'a>, TextError> {
        let mut cursor = Cursor::new(text);
        if text.len() > LONGEST {
            return Err(cursor.error(format!("a move of at most {LONGEST} bytes")));
        }
        let mut open: Vec<Node<'_>> = Vec::new();
        loop {
            match cursor.peek() {
                Some('[') if open.len() < DEEPEST => open.push(begin(&mut cursor)?),
                Some('[') => return Err(cursor.error(format!("at most {DEEPEST} open brackets"))),
                Some(']') => {
                    cursor.bump();
                    let Some(node) = open.pop() else {
                        return Err(cursor.error("an opening bracket"));
                    };
                    match open.last_mut() {
                        Some(outer) => outer.actions.push(node),
                        None => return cursor.end().map(|()| node),
                    }
                }
                None => return Err(cursor.error("a closing bracket")),
                Some(',') => drop(cursor.bump()),
                Some(_) => match open.last_mut() {
                    Some(node) => value(&mut cursor, node)?,
                    None => return Err(cursor.error("an opening bracket")),
                },
            }
        }
    }

    /// The value of a key.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        self.values.iter().find(|(own, _)| *own == key).map(|(_, value)| *value)
    }

    /// A number, if the key is there.
    pub fn number(&self, key: &str) -> Result<Option<u32>, String> {
        let Some(text) = self.value(key) else { return Ok(None) };
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse().ok().filter(|number| plain && *number <= GREATEST);
        let refuse = || format!("{key}={}: expected a number up to {GREATEST}", shorten(text));
        number.map(Some).ok_or_else(refuse)
    }

    /// The first of its actions that has that name.
    pub fn action(&self, name: &str) -> Option<&Node<'a>> {
        self.actions.iter().find(|own| own.name == name)
    }
}

fn is_word(c: char) -> bool {
    !"[]:,=".contains(c)
}

/// `[Name:`, or `[Name` before the bracket that closes it.
fn begin<'a>(cursor: &mut Cursor<'a>) -> Result<Node<'a>, TextError> {
    cursor.expect('[')?;
    let name = cursor.take_while(is_word);
    if name.is_empty() {
        return Err(cursor.error("a name"));
    }
    if !cursor.eat(':') && cursor.peek() != Some(']') {
        return Err(cursor.error("':'"));
    }
    Ok(Node { name, ..Node::default() })
}

/// `key=value`; what follows `actions=` is in brackets and comes next.
fn value<'a>(cursor: &mut Cursor<'a>, node: &mut Node<'a>) -> Result<(), TextError> {
    let key = cursor.take_while(is_word);
    cursor.expect('=')?;
    if key == "actions" {
        return Ok(());
    }
    node.values.push((key, cursor.take_while(|c| !"[],".contains(c))));
    Ok(())
}

/// A decision of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The player, from 1; 0 sets up the board.
    pub mover: u32,
    /// The whole move.
    pub node: Node<'a>,
}

impl<'a> Step<'a> {
    /// Reads a move line after its `Move=`.
    pub fn parse(text: &'a str) -> Result<Step<'a>, String> {
        let node = Node::parse(text).map_err(|error| match error {
            // The line of the file is told by the caller.
            TextError::Syntax { column, found, expected, .. } => {
                format!("column {}: expected {expected}, found {found}", column + MOVE.len())
            }
            other => other.to_string(),
        })?;
        for key in ["from", "to"] {
            node.number(key)?;
        }
        let mover = node.number("mover")?;
        match mover.filter(|_| node.name == "Move") {
            None => Err(format!("[{}…: expected [Move:mover=…", shorten(node.name))),
            Some(_) if node.actions.is_empty() => Err("the move has no actions".to_owned()),
            Some(mover) => Ok(Step { mover, node }),
        }
    }

    /// Where it goes from and to; nowhere for a pass.
    pub fn sites(&self) -> Option<(u32, u32)> {
        let number = |key| self.node.number(key).ok().flatten();
        number("from").zip(number("to"))
    }
}

/// What begins the line of a move.
const MOVE: &str = "Move=";
/// What begins the line of the random source's state, which Ludii insists on.
const RNG: &str = "RNG internal state=";

/// What a game makes of a trial, decision by decision.
pub trait Replay {
    /// Plays a decision of one of its players.
    fn play(&mut self, step: &Step<'_>) -> Result<(), FileGameError>;
    /// The game with the heading that the file gives it, when all have been played.
    fn end(self, heading: Heading) -> Result<FileGame, FileGameError>;
}

/// The game of a trial, if the text is not empty. `game` is the name that Ludii gives it.
pub fn read<'a, R: Replay + 'a>(text: &'a str, game: &'a str, replay: R) -> FileGames<'a> {
    let some = !text.trim().is_empty();
    let mut replay = Some(replay).filter(|_| some);
    Box::new(std::iter::from_fn(move || Some(read_trial(text, game, replay.take()?))))
}

fn read_trial<R: Replay>(text: &str, game: &str, mut replay: R) -> Result<FileGame, FileGameError> {
    let mut lines = (1..).zip(text.lines());
    let mut found = Found::default();
    while let Some((number, line)) = lines.next() {
        let line = line.trim_end();
        let placed = |error: FileGameError| FileGameError {
            why: format!("line {number}: {}", error.why),
            ..error
        };
        match line {
            "START GAME OPTIONS" => skip(&mut lines, "END GAME OPTIONS"),
            "NEW LEGAL MOVES LIST" => skip(&mut lines, "END LEGAL MOVES LIST"),
            _ => match line.strip_prefix(MOVE) {
                Some(step) => {
                    let step = Step::parse(step).map_err(|why| placed(FileGameError::new(why)))?;
                    if step.mover > 0 {
                        found.check(game).map_err(|why| placed(FileGameError::new(why)))?;
                        replay.play(&step).map_err(placed)?;
                    }
                }
                None => {
                    found.line(line).map_err(|why| placed(FileGameError::new(why)))?;
                }
            },
        }
    }
    found.check(game).map_err(FileGameError::new)?;
    if found.heading.tag("RNG").is_none() {
        return Err(FileGameError::new(format!("expected a line {RNG}…")));
    }
    replay.end(found.heading)
}

/// Skips lines up to the one that closes a list.
fn skip<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>, last: &str) {
    lines.find(|(_, line)| line.trim_end() == last);
}

/// What the lines besides moves tell.
#[derive(Default)]
struct Found {
    game: Option<String>,
    heading: Heading,
}

impl Found {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(path) = line.strip_prefix("game=") {
            let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
            self.game = Some(name.strip_suffix(".lud").unwrap_or(name).to_owned());
        } else if let Some(state) = line.strip_prefix(RNG) {
            let bytes = state.split(',').all(|byte| byte.trim().parse::<i8>().is_ok());
            if !bytes {
                return Err(format!("{RNG}{}: expected signed bytes", shorten(state)));
            }
            self.tag("RNG", state);
        } else if let Some(winner) = line.strip_prefix("winner=") {
            self.heading.ranks = match winner {
                "0" => vec![1, 1],
                "1" => vec![1, 2],
                "2" => vec![2, 1],
                _ => return Err(format!("winner={}: expected 0, 1 or 2", shorten(winner))),
            };
        } else if let Some((key @ ("endtype" | "LUDII_VERSION"), value)) = line.split_once('=') {
            self.tag(key, value);
        } else if !line.trim().is_empty() && !line.contains('=') {
            return Err(format!("expected a line such as Move=…, found {:?}", shorten(line)));
        }
        Ok(())
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.heading.tags.push((name.to_owned(), value.to_owned()));
    }

    /// Refuses a trial of another game.
    fn check(&self, game: &str) -> Result<(), String> {
        match &self.game {
            None => Err("expected a line game=… before the first move".to_owned()),
            Some(own) if own.eq_ignore_ascii_case(game) => Ok(()),
            Some(own) => Err(format!("it is a trial of {:?}, not of {game}", shorten(own))),
        }
    }
}

/// A trial that is written. Ludii works out nothing again, so every move lists all that it changes.
pub struct Trial {
    text: String,
    /// Lines that set up the board.
    placed: usize,
}

impl Trial {
    /// Begins the trial of a game, named by its path among Ludii's.
    pub fn new(path: &str, heading: &Heading) -> Trial {
        let state = heading.tag("RNG").unwrap_or("0,0,0,0,0,0,0,0");
        let options = "START GAME OPTIONS\nEND GAME OPTIONS";
        Trial { text: format!("game={path}\n{options}\n{RNG}{state}\n"), placed: 0 }
    }

    /// Sets up something on a site: an `Add` with these values after its site.
    pub fn place(&mut self, site: u32, values: &str) {
        self.placed += 1;
        self.step(0, Some((site, site)), &[format!("[Add:type=Cell,to={site},{values}]")]);
    }

    /// A decision with its actions.
    pub fn step(&mut self, mover: u32, sites: Option<(u32, u32)>, actions: &[String]) {
        let sites = sites.map_or(String::new(), |(from, to)| format!(",from={from},to={to}"));
        let actions = actions.join(",");
        self.text += &format!("{MOVE}[Move:mover={mover}{sites},actions={actions}]\n");
    }

    /// A pass of a player who cannot move.
    pub fn pass(&mut self, mover: u32) {
        self.step(mover, None, &["[Pass:decision=true,forced=true]".to_owned()]);
    }

    /// The text, with who won. `natural` is a game that its rules ended.
    pub fn end(self, heading: &Heading, natural: bool) -> String {
        let Trial { mut text, placed } = self;
        text += &format!("numInitialPlacementMoves={placed}\n");
        let (winner, ranks) = match heading.ranks[..] {
            [first, second] if first < second => (Some(1), "1.0,2.0"),
            [first, second] if first > second => (Some(2), "2.0,1.0"),
            [_, _] => (Some(0), "1.5,1.5"),
            _ => (None, ""),
        };
        if let Some(winner) = winner {
            let usual = if natural { "NaturalEnd" } else { "Unknown" };
            let end = heading.tag("endtype").unwrap_or(usual);
            text += &format!("winner={winner}\nendtype={end}\nrankings=0.0,{ranks}\n");
        }
        let version = heading.tag("LUDII_VERSION").unwrap_or(VERSION);
        text + &format!("SANDBOX=false\nLUDII_VERSION={version}\n")
    }
}

/// The action of a piece that goes somewhere.
pub fn moved(from: u32, to: u32) -> String {
    format!("[Move:typeFrom=Cell,from={from},typeTo=Cell,to={to},decision=true]")
}

/// The action that gives the next decision to a player.
pub fn next_player(player: u32) -> String {
    format!("[SetNextPlayer:player={player}]")
}
