//! The rules once more, slowly and on a plain grid, to compare legal moves and what they lead to on
//! positions that play seldom reaches.

use std::collections::{BTreeMap, BTreeSet};

use plyglot_core::{Game, Notation, Rng};

use super::{read, rules};
use crate::{DIRECTIONS, Ending, Level, Rules, Scope, VARIANTS, Win, board::Board, tables};

type At = (i8, i8);

/// A position as its text says it.
#[derive(Clone)]
struct Grid {
    rules: Rules,
    pieces: BTreeMap<At, u8>,
    turn: u8,
    round: u32,
    chain: Vec<At>,
    ending: Ending,
}

impl Grid {
    fn on(&self, at: At) -> bool {
        let size = self.rules.variant.size as i8;
        (0..size).contains(&at.0) && (0..size).contains(&at.1)
    }

    fn in_base(&self, corner: u8, at: At) -> bool {
        let far = self.rules.variant.size as i8 - 1;
        let x = if corner & 1 == 0 { at.0 } else { far - at.0 };
        let y = if corner & 2 == 0 { at.1 } else { far - at.1 };
        self.rules.variant.base.get(y as usize).is_some_and(|len| x < *len as i8)
    }

    fn home(&self, player: u8) -> u8 {
        self.rules.variant.home(player)
    }

    fn base(&self, corner: u8) -> Vec<At> {
        let size = self.rules.variant.size as i8;
        let all = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        all.filter(|at| self.in_base(corner, *at)).collect()
    }

    fn own(&self, at: At) -> bool {
        self.pieces.get(&at) == Some(&self.turn)
    }

    fn hops(&self, from: At) -> Vec<At> {
        let hop = |(dx, dy): At| {
            let (over, to) = ((from.0 + dx, from.1 + dy), (from.0 + 2 * dx, from.1 + 2 * dy));
            let legal = self.on(to) && self.pieces.contains_key(&over);
            (legal && !self.pieces.contains_key(&to)).then_some(to)
        };
        DIRECTIONS.into_iter().filter_map(hop).collect()
    }

    fn steps(&self, from: At) -> Vec<At> {
        let near = DIRECTIONS.iter().map(|(dx, dy)| (from.0 + dx, from.1 + dy));
        near.filter(|to| self.on(*to) && !self.pieces.contains_key(to)).collect()
    }

    fn locked(&self, from: At, to: At) -> bool {
        let target = self.home(self.turn) ^ 3;
        self.in_base(target, from) && !self.in_base(target, to)
    }

    fn complete(&self, player: u8) -> bool {
        let target = self.base(self.home(player) ^ 3);
        target.iter().all(|at| self.pieces.get(at) == Some(&player))
    }

    fn arrived(&self, player: u8) -> bool {
        let target = self.base(self.home(player) ^ 3);
        match self.rules.win {
            Win::Strict => self.complete(player),
            Win::Filled => {
                target.iter().all(|at| self.pieces.contains_key(at))
                    && target.iter().any(|at| self.pieces.get(at) == Some(&player))
            }
        }
    }

    /// The legal decisions; `None` is the end or a pass.
    fn legal(&self) -> BTreeSet<Option<(At, At)>> {
        let own: Vec<At> = self.pieces.keys().copied().filter(|at| self.own(*at)).collect();
        if self.ending != Ending::Open {
            return BTreeSet::new();
        }
        if self.rules.variant.whole_turns {
            return self.whole_turns(&own);
        }
        if let Some(from) = self.chain.last() {
            let fresh = |to: &At| self.rules.revisit || !self.chain.contains(to);
            let hops = self.hops(*from).into_iter().filter(fresh);
            let hops = hops.filter(|to| !self.locked(*from, *to)).map(|to| Some((*from, to)));
            return hops.chain([None]).collect();
        }
        if self.complete(self.turn) {
            return BTreeSet::from([None]);
        }
        let legs = own.iter().flat_map(|from| {
            let to = self.steps(*from).into_iter().chain(self.hops(*from));
            to.filter(|to| !self.locked(*from, *to)).map(|to| Some((*from, to)))
        });
        legs.collect()
    }

    fn whole_turns(&self, own: &[At]) -> BTreeSet<Option<(At, At)>> {
        let mut turns = BTreeSet::new();
        for from in own {
            let mut lifted = self.clone();
            lifted.pieces.remove(from);
            let (mut seen, mut open) = (BTreeSet::from([*from]), vec![*from]);
            while let Some(at) = open.pop() {
                let landings = lifted.hops(at);
                open.extend(landings.into_iter().filter(|to| seen.insert(*to)));
            }
            seen.extend(self.steps(*from));
            seen.remove(from);
            turns.extend(
                seen.into_iter().filter(|to| !self.locked(*from, *to)).map(|to| (*from, to)),
            );
        }
        let turns = if self.rules.camp.is_some() { self.camp(turns) } else { turns };
        if turns.is_empty() {
            BTreeSet::from([None])
        } else {
            turns.into_iter().map(Some).collect()
        }
    }

    fn camp(&self, turns: BTreeSet<(At, At)>) -> BTreeSet<(At, At)> {
        let corner = self.home(self.turn);
        let inside = |at: &At| self.in_base(corner, *at);
        let far = |at: At| {
            let last = self.rules.variant.size as i8 - 1;
            if corner == 0 { at } else { (last - at.0, last - at.1) }
        };
        let leave: BTreeSet<_> =
            turns.iter().copied().filter(|(a, b)| inside(a) && !inside(b)).collect();
        let on = turns.iter().copied().filter(|(a, b)| {
            let (from, to) = (far(*a), far(*b));
            inside(a) && inside(b) && to.0 >= from.0 && to.1 >= from.1
        });
        let on: BTreeSet<_> = on.collect();
        let outside = turns.iter().copied().filter(|(a, b)| !inside(a) && !inside(b)).collect();
        if !leave.is_empty() {
            leave
        } else if !on.is_empty() {
            on
        } else {
            outside
        }
    }

    fn play(&mut self, mv: Option<(At, At)>) {
        let mut ends = true;
        if let Some((from, to)) = mv {
            let piece = self.pieces.remove(&from).expect("a piece");
            self.pieces.insert(to, piece);
            let hop = (from.0 - to.0) % 2 == 0 && (from.1 - to.1) % 2 == 0;
            if hop && !self.rules.variant.whole_turns {
                ends = false;
                if self.chain.is_empty() {
                    self.chain.push(from);
                }
                self.chain.push(to);
            }
        }
        self.ending = self.test();
        if ends {
            self.chain.clear();
            self.turn = (self.turn + 1) % self.rules.variant.players;
            self.round += u32::from(self.turn == 0);
            let limit = self.rules.draw_after;
            if self.turn == 0 && limit > 0 && self.round >= limit {
                self.ending = Ending::Draw;
            }
        }
    }

    fn test(&self) -> Ending {
        let (p, allied) = (self.turn, self.rules.variant.allied);
        let team = |p: u8| if allied { u8::from(p == 1 || p == 2) } else { p };
        if self.arrived(p) && (!allied || self.arrived(p ^ 3)) {
            return Ending::Won(team(p));
        }
        let lingers = |scope: Scope| {
            let corners = (0..self.rules.variant.players).map(|p| self.home(p));
            let wrong = corners.filter(|corner| match scope {
                Scope::Home => *corner == self.home(p),
                Scope::Others => *corner != self.home(p) ^ 3,
            });
            wrong.flat_map(|corner| self.base(corner)).any(|at| self.own(at))
        };
        match self.rules.eviction {
            Some(rule) if self.round >= rule.round && lingers(rule.scope) => {
                Ending::Won(1 - team(p))
            }
            _ => Ending::Open,
        }
    }
}

/// Pieces thrown on the board, the nearer to their targets the smaller `spread` is.
fn thrown(options: &str, round: u32, turn: u8, spread: usize, rng: &mut Rng) -> String {
    let game = rules(options);
    let variant = game.rules().variant;
    let squares: Vec<_> = tables::all_squares(variant).collect();
    let mut pieces = [Board::EMPTY; 4];
    let mut taken = Board::EMPTY;
    for (player, own) in pieces.iter_mut().enumerate().take(variant.players.into()) {
        let target: Vec<_> = game.tables.target[player].squares().collect();
        while own.len() < variant.pieces() {
            let near = rng.below(10) >= spread;
            let from = if near { &target } else { &squares };
            let at = from[rng.below(from.len())];
            let at = if taken.has(at) { squares[rng.below(squares.len())] } else { at };
            if !taken.has(at) {
                taken.toggle(at);
                own.toggle(at);
            }
        }
    }
    game.write_state(&game.assemble(pieces, turn, round, Ending::Open))
}

#[test]
fn a_plain_grid_agrees() {
    let mut rng = Rng::new(17);
    for variant in VARIANTS {
        let options = format!("(variant={})", variant.name);
        let limits = [variant.draw_after.max(1) - 1, variant.eviction.map_or(7, |rule| rule.round)];
        for round in [0, limits[0], limits[1], limits[1] - 1] {
            for _ in 0..12 {
                let turn = rng.below(usize::from(variant.players)) as u8;
                let spread = rng.below(11);
                let text = thrown(&options, round, turn, spread, &mut rng);
                compare(&options, &text, &mut rng);
            }
        }
    }
}

/// Plays on at random and compares on the way.
fn compare(options: &str, text: &str, rng: &mut Rng) {
    let (game, mut state) = read(options, text);
    let mut grid = Grid {
        rules: *game.rules(),
        pieces: BTreeMap::new(),
        turn: state.status.turn,
        round: state.status.round,
        chain: Vec::new(),
        ending: Ending::Open,
    };
    for square in state.occupied.squares() {
        let owner = state.owner(square).expect("an owner");
        grid.pieces.insert((square.x() as i8, square.y() as i8), owner);
    }
    for _ in 0..8 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let plain = |mv: &crate::Move| {
            let at = |square: crate::Square| (square.x() as i8, square.y() as i8);
            (!mv.is_end()).then(|| (at(mv.from), at(mv.to)))
        };
        let found: BTreeSet<_> = moves.iter().map(plain).collect();
        assert_eq!(found, grid.legal(), "{}", game.write_state(&state));
        let Some(mv) = game.random_move(&state, &mut moves, rng) else { return };
        game.make(&mut state, mv);
        grid.play(plain(&mv));
        let now = (state.status.turn, state.status.round, state.status.ending);
        assert_eq!(now, (grid.turn, grid.round, grid.ending), "{}", game.write_state(&state));
        let level = game.rules().level;
        assert!(level == Level::Turn || state.chain().count() == grid.chain.len());
    }
}
