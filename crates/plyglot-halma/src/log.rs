//! The log of the course's server: comments, a START line a player, the actions as they travelled, how it ended.
//!
//! Only team variants have such logs, and they begin at the start position. Between turns a game by
//! turns is the same game, so that its logs are read and written too.

use std::{iter::Peekable, mem, str::Lines};

use plyglot_core::{FileGame, FileGameError, Game, Heading, Notation, shorten};

use crate::{Halma, Level, Move, State};

/// The class of boards that the course's viewer knows.
const BOARD: &str = "halma.CCBoard";
/// What ends a game that nobody won, and is not drawn.
const CANCELLED: &str = "USER CANCEL";

/// Comments that are kept: how they begin, and the name of the tag.
const COMMENTS: [(&str, &str); 5] = [
    ("Server version ", "Server"),
    ("Game ID: ", "Game"),
    ("Timeout: ", "Timeout"),
    ("Date: ", "Date"),
    ("Game ended: ", "Ended"),
];

/// The hosts that players ran on, as one tag.
const HOSTS: &str = "Hosts";

/// The logs of a text, one after the other.
pub(crate) struct Logs<'a> {
    own: &'a Halma,
    /// The same rules by actions; none where the variant has no such logs.
    rules: Option<Halma>,
    lines: Peekable<Lines<'a>>,
    /// The number of the last line.
    line: usize,
}

/// A log while it is read.
struct Log {
    state: State,
    /// The actions of the turn in progress, and the position that it began in.
    turn: (State, Vec<Move>),
    /// Actions read.
    actions: usize,
    game: FileGame,
    hosts: Vec<String>,
    over: bool,
}

impl<'a> Logs<'a> {
    pub(crate) fn new(own: &'a Halma, text: &'a str) -> Logs<'a> {
        let rules = by_actions(own);
        Logs { own, rules, lines: text.lines().peekable(), line: 0 }
    }

    /// The next line that says something, unless it begins another log.
    fn next_line(&mut self, ended: bool) -> Option<&'a str> {
        loop {
            let next = self.lines.next_if(|line| !(ended && begins(line)))?;
            self.line += 1;
            if !next.trim().is_empty() {
                return Some(next.trim_end());
            }
        }
    }

    fn game(&mut self, rules: &Halma, first: &'a str) -> Result<FileGame, FileGameError> {
        let mut log = Log {
            state: rules.start(),
            turn: (rules.start(), Vec::new()),
            actions: 0,
            game: FileGame::default(),
            hosts: Vec::new(),
            over: false,
        };
        let mut next = Some(first);
        while let Some(line) = next {
            let read = log.line(self.own, rules, line);
            read.map_err(|error| FileGameError {
                why: format!("line {}: {}", self.line, error.why),
                ..error
            })?;
            next = self.next_line(log.over);
        }
        if log.game.heading.players.len() < usize::from(rules.players()) {
            let what = "the log ends before all players have a line START Player-0 NAME";
            return Err(FileGameError::new(what));
        }
        Ok(log.end(self.own))
    }

    /// Goes to what looks like the beginning of the next log.
    fn skip(&mut self) {
        while self.lines.next_if(|line| !begins(line)).is_some() {
            self.line += 1;
        }
    }
}

impl Iterator for Logs<'_> {
    type Item = Result<FileGame, FileGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut first = self.next_line(false)?;
        // Comments without a game are none.
        while first.starts_with('#') && !begins(first) {
            first = self.next_line(false)?;
        }
        let Some(rules) = self.rules.clone() else {
            self.lines.by_ref().for_each(drop);
            let name = self.own.rules().variant.name;
            let why = format!("such logs are of team variants, such as team16; this is {name}");
            return Some(Err(FileGameError::new(why)));
        };
        let game = self.game(&rules, first);
        if game.is_err() {
            self.skip();
        }
        Some(game)
    }
}

impl Log {
    fn line(&mut self, own: &Halma, rules: &Halma, line: &str) -> Result<(), FileGameError> {
        if let Some(comment) = line.strip_prefix('#') {
            self.comment(comment.trim());
            return Ok(());
        }
        match line.split_once(' ').unwrap_or((line, "")) {
            ("START", text) => self.start(text),
            ("GAMEOVER", "") => Ok(()),
            ("GAMEOVER", reason) => {
                self.tag("Termination", reason);
                Ok(())
            }
            ("WINNER" | "DRAW" | "UNDECIDED", _) if !self.over => {
                self.game.heading.ranks = ranks(rules, line)?;
                self.over = true;
                Ok(())
            }
            _ if self.over => Err(expected("nothing after the result", line)),
            _ => self.action(own, rules, line),
        }
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.game.heading.tags.push((name.to_owned(), value.to_owned()));
    }

    fn comment(&mut self, text: &str) {
        let known = COMMENTS.iter().find_map(|(begin, tag)| Some((tag, text.strip_prefix(begin)?)));
        if let Some((tag, value)) = known {
            self.tag(tag, value);
        } else if let Some((_, host)) = text.rsplit_once("', running on ") {
            self.hosts.push(host.replace(char::is_whitespace, "_"));
        }
    }

    fn start(&mut self, text: &str) -> Result<(), FileGameError> {
        let next = format!("Player-{}", self.game.heading.players.len());
        let (player, name) = text.split_once(' ').unwrap_or((text, ""));
        if player != next || self.game.heading.players.len() > 3 {
            return Err(expected(&format!("START {next} NAME"), text));
        }
        self.game.heading.players.push(name.to_owned());
        Ok(())
    }

    fn action(&mut self, own: &Halma, rules: &Halma, line: &str) -> Result<(), FileGameError> {
        let at = self.actions + 1;
        if !line.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(expected("an action such as 0 (2,0) (4,2), or GAMEOVER", line));
        }
        let parsed = rules.parse_ply(&self.state, line);
        let actions = parsed.map_err(|error| FileGameError::at_ply(at, error))?;
        if own.rules().level == Level::Action {
            self.game.plies.push(own.write_ply(&self.state, &actions));
        }
        for action in actions {
            rules.make(&mut self.state, action);
            self.turn.1.push(action);
        }
        if !rules.mid_turn(&self.state) {
            self.end_turn(own);
        }
        self.actions = at;
        Ok(())
    }

    fn end_turn(&mut self, own: &Halma) {
        let (before, actions) = mem::replace(&mut self.turn, (self.state.clone(), Vec::new()));
        if own.rules().level == Level::Turn {
            self.game.plies.push(own.write_ply(&before, &[whole(&actions)]));
        }
    }

    fn end(mut self, own: &Halma) -> FileGame {
        // A piece that was left in the middle of its turn stands where it is.
        if !self.turn.1.is_empty() {
            self.end_turn(own);
        }
        if !self.hosts.is_empty() {
            self.tag(HOSTS, &self.hosts.join(" "));
        }
        self.game
    }
}

/// A turn as one move.
fn whole(actions: &[Move]) -> Move {
    let moved: Vec<&Move> = actions.iter().filter(|action| !action.is_end()).collect();
    match (moved.first(), moved.last()) {
        (Some(first), Some(last)) => Move { from: first.from, to: last.to },
        _ => Move::END,
    }
}

fn expected(what: &str, found: &str) -> FileGameError {
    FileGameError::new(format!("expected {what}, found {:?}", shorten(found)))
}

/// Whether a line begins a log.
fn begins(line: &str) -> bool {
    let begins = ["# Server version", "# Game ID:", "START Player-0"];
    begins.iter().any(|begin| line.starts_with(begin))
}

/// What a result line says of every seat; nothing of a game without a result.
fn ranks(rules: &Halma, line: &str) -> Result<Vec<u8>, FileGameError> {
    let players = rules.players();
    match line.trim() {
        "DRAW" => return Ok(vec![1; usize::from(players)]),
        "UNDECIDED" => return Ok(Vec::new()),
        _ => {}
    }
    let team = ["WINNER Player-0", "WINNER Player-1"].iter().position(|own| *own == line);
    let Some(team) = team else {
        return Err(expected("WINNER Player-0 or WINNER Player-1, a team", line));
    };
    let won = |player| usize::from(rules.team_of(player)) == team;
    let losers = (0..players).filter(|player| !won(*player)).count();
    let last = usize::from(players) - losers + 1;
    Ok((0..players).map(|player| if won(player) { 1 } else { last as u8 }).collect())
}

/// The rules of a team variant by actions.
fn by_actions(own: &Halma) -> Option<Halma> {
    own.at_level(Level::Action).filter(|rules| rules.rules().variant.allied)
}

/// The log of a game; none of another variant, or of a game that does not begin at the start.
pub(crate) fn write(
    own: &Halma,
    first: &State,
    moves: &[Move],
    heading: &Heading,
) -> Option<String> {
    let rules = by_actions(own).filter(|_| *first == own.start())?;
    let tag = |name: &str| heading.tag(name).map(plain);
    let name = |seat: usize| plain(heading.players.get(seat).map_or("", String::as_str));
    let date = tag("Date").unwrap_or_default();
    let number = tag("Game").or_else(|| tag("Round")).unwrap_or("1".to_owned());
    let mut lines = vec![
        format!("# Server version {}", tag("Server").unwrap_or("Plyglot".to_owned())),
        format!("# Game ID: {number}"),
        format!("# Board class: {BOARD}"),
        format!("# Timeout: {}", tag("Timeout").unwrap_or("0".to_owned())),
        format!("# Date: {date}"),
    ];
    let hosts: Vec<&str> = heading.tag(HOSTS).unwrap_or("").split_whitespace().collect();
    for seat in 0..usize::from(rules.players()) {
        let (at, host) = (seat + 1, hosts.get(seat).unwrap_or(&"localhost"));
        lines.push(format!("# Player {at}: Player-{seat}, '{}', running on {host}", name(seat)));
    }
    lines.extend((0..4).map(|seat| format!("START Player-{seat} {}", name(seat))));
    let mut state = rules.start();
    for mv in moves {
        let actions = match own.rules().level {
            Level::Action => vec![*mv],
            Level::Turn => rules.decisions(&state, *mv),
        };
        for action in actions {
            lines.push(rules.write_ply(&state, &[action]));
            rules.make(&mut state, action);
        }
    }
    let over = rules.outcome(&state).is_some();
    let reason = if over { String::new() } else { tag("Termination").unwrap_or_default() };
    let (reason, result) = match result(&rules, heading) {
        None => (CANCELLED.to_owned(), "UNDECIDED".to_owned()),
        Some(result) => (reason, result),
    };
    lines.push(format!("GAMEOVER {reason}"));
    lines.push(result);
    lines.push(format!("# Game ended: {}", tag("Ended").unwrap_or(date)));
    Some(lines.join("\n") + "\n")
}

/// A text for one line.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The result line of a decided game.
fn result(rules: &Halma, heading: &Heading) -> Option<String> {
    let (ranks, players) = (&heading.ranks, rules.players());
    if ranks.len() != usize::from(players) {
        return None;
    }
    let first = |player: &u8| ranks[usize::from(*player)] == 1;
    let winners: Vec<u8> = (0..players).filter(first).collect();
    match winners.len() == ranks.len() {
        true => Some("DRAW".to_owned()),
        false => winners.first().map(|player| format!("WINNER Player-{}", rules.team_of(*player))),
    }
}
