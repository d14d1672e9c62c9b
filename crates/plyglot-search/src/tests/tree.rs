//! A game that is nothing but a random tree of uneven shape: the sharpest test of a search.

use plyglot_core::{Evaluate, Game, Handover, Payoffs, PerPlayer, Player, mix, seats};

/// Players, teams and shape of the tree; everything else follows from the seed.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) seed: u64,
    pub(crate) players: u8,
    /// Team of each player, as `player % teams`.
    pub(crate) teams: u8,
    /// Most moves of a decision.
    pub(crate) width: u64,
    /// Most decisions of a turn.
    pub(crate) decisions: u64,
    /// Turns after which the game ends at the latest.
    pub(crate) turns: u32,
    /// Values lie in `0..=spread`; a small one makes many ties.
    pub(crate) spread: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    path: u64,
    turn: u8,
    turns: u32,
    left: u64,
}

impl Tree {
    fn roll(&self, node: &Node, what: u64, sides: u64) -> u64 {
        mix(self.seed ^ mix(node.path ^ mix(what))) % sides
    }

    fn over(&self, node: &Node) -> bool {
        let whole = node.left == 0;
        whole && (node.turns >= self.turns || node.turns > 1 && self.roll(node, 1, 12) == 0)
    }

    /// Values of a node that depend on nothing but the board, not on who is to move.
    pub(crate) fn values(&self, node: &Node) -> PerPlayer<i64> {
        let mut values = PerPlayer::default();
        for seat in seats(self.players) {
            let team = u64::from(self.team(seat));
            let roll = mix(self.seed ^ mix(node.path ^ mix(0xBEEF ^ team))) % (self.spread + 1);
            values[seat] = roll as i64;
        }
        values
    }
}

impl Game for Tree {
    type State = Node;
    type Move = u8;
    type Undo = Node;

    fn players(&self) -> u8 {
        self.players
    }
    fn team(&self, player: Player) -> u8 {
        player.0 % self.teams
    }
    fn start(&self) -> Node {
        Node { path: 0, turn: 0, turns: 0, left: 0 }
    }
    fn to_move(&self, state: &Node) -> Player {
        Player(state.turn)
    }
    fn mid_turn(&self, state: &Node) -> bool {
        state.left > 0
    }
    fn moves(&self, state: &Node, out: &mut Vec<u8>) {
        if !self.over(state) {
            out.extend(0..=self.roll(state, 2 + u64::from(state.turn) * 16, self.width) as u8);
        }
    }
    fn make(&self, state: &mut Node, mv: u8) -> Node {
        let before = state.clone();
        if state.left == 0 {
            state.left = 1 + self.roll(state, 3, self.decisions);
        }
        state.path = mix(state.path ^ u64::from(mv) << 40 ^ u64::from(state.turn) << 50 ^ 0x1234);
        state.left -= 1;
        if state.left == 0 {
            state.turn = (state.turn + 1) % self.players;
            state.turns += 1;
        }
        before
    }
    fn unmake(&self, state: &mut Node, _mv: u8, undo: Node) {
        *state = undo;
    }
    fn outcome(&self, state: &Node) -> Option<Payoffs> {
        self.over(state).then(|| PerPlayer(self.values(state).0.map(|value| value as i32)))
    }
    fn hash(&self, state: &Node) -> u64 {
        mix(state.path ^ u64::from(state.turn) << 32 ^ state.left << 40 ^ u64::from(state.turns))
    }
    fn payoff_sum(&self) -> Option<i32> {
        None
    }
}

impl Handover for Tree {
    fn give_turn(&self, state: &mut Node, to: Player) -> Player {
        Player(std::mem::replace(&mut state.turn, to.0))
    }
}

/// The values of a node, the same before and at the end of the game.
pub(crate) struct Values;

impl Evaluate<Tree> for Values {
    type Score = i64;

    fn score(&self, game: &Tree, state: &Node, pov: Player) -> i64 {
        let values = game.values(state);
        if game.teams > 2 {
            return values[pov];
        }
        // Between two sides one's gain is the other's loss.
        let other = seats(game.players).find(|seat| game.team(*seat) != game.team(pov));
        values[pov] - other.map_or(0, |seat| values[seat])
    }

    fn terminal(&self, game: &Tree, state: &Node, _payoffs: &Payoffs, pov: Player) -> i64 {
        self.score(game, state, pov)
    }
}
