//! The Monte Carlo tree player. Its tree is of whole turns, its values are evaluations after short
//! random play, seen by the player who searches, and it is kept from turn to turn.

use std::ops::Range;

use plyglot_core::{Control, Game, Options, Player, Rng, options};
use plyglot_halma::{Halma, Move, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    eval::{Race, Weights},
    turns::{Chain, Length, Plan, thought, turns},
};

/// What keeps a quotient of visits finite, and the size of the random part of a choice.
const TINY: f64 = 1e-6;
/// The tree grows no more from here on.
const MOST_NODES: usize = 1 << 20;

options! {
    /// What the tree player is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct TreeParams {
        /// descents for each turn
        pub iterations: u32 = "100" in 1..=10_000_000,
        /// random continuations of a leaf
        pub rollouts: u32 = "5" in 1..=100_000,
        /// How far random continuations go.
        pub length: Length,
        /// weight of exploration
        pub constant: f64 = "1" in 0.0..=1e9,
        /// keep the tree for the next turn
        pub reuse: bool = "on",
        /// How long chains are.
        pub chain: Chain,
        /// What positions are worth.
        pub weights: Weights,
    }
}

/// A turn in the tree.
#[derive(Clone, Default)]
struct Node {
    moves: Vec<Move>,
    /// Where its children stand; empty while it is a leaf.
    children: Range<usize>,
    visits: f64,
    total: f64,
}

/// The nodes, the root first, and the position there.
struct Tree {
    root: State,
    nodes: Vec<Node>,
}

/// Monte Carlo tree search.
pub struct MonteCarlo {
    /// The evaluation.
    pub eval: Race,
    /// The settings.
    pub params: TreeParams,
    tree: Option<Tree>,
    plan: Plan,
}

impl Tree {
    fn new(root: State) -> Tree {
        Tree { root, nodes: vec![Node::default()] }
    }

    /// The part of the tree below a position at most a round away.
    fn descend(&self, game: &Halma, wanted: &State) -> Option<Tree> {
        let at = self.find(game, &self.root, 0, wanted, u32::from(game.players()))?;
        let mut nodes = vec![self.nodes[at].clone()];
        let mut next = 0;
        while next < nodes.len() {
            let children = nodes[next].children.clone();
            let start = nodes.len();
            nodes.extend_from_slice(&self.nodes[children]);
            nodes[next].children = start..nodes.len();
            next += 1;
        }
        Some(Tree { root: wanted.clone(), nodes })
    }

    fn find(
        &self,
        game: &Halma,
        state: &State,
        at: usize,
        wanted: &State,
        turns: u32,
    ) -> Option<usize> {
        if turns == 0 {
            return (state == wanted).then_some(at);
        }
        self.nodes[at].children.clone().find_map(|child| {
            let mut after = state.clone();
            play(game, &mut after, &self.nodes[child].moves);
            let leaf = turns > 1 && self.nodes[child].children.is_empty();
            if leaf { None } else { self.find(game, &after, child, wanted, turns - 1) }
        })
    }

    /// Adds the turns of a leaf.
    fn expand(&mut self, game: &Halma, state: &State, at: usize, hops: usize) {
        let start = self.nodes.len();
        let turns = turns(game, state, hops).into_iter();
        self.nodes.extend(turns.map(|turn| Node { moves: turn.moves, ..Node::default() }));
        self.nodes[at].children = start..self.nodes.len();
    }

    /// The mean of a child and what exploring it is worth.
    fn selection(&self, parent: usize, child: usize, constant: f64, rng: &mut Rng) -> f64 {
        let node = &self.nodes[child];
        let visits = node.visits + TINY;
        let parent_visits = self.nodes[parent].visits;
        let random = rng.below(1 << 20) as f64 / f64::from(1 << 20);
        node.total / visits
            + constant * ((parent_visits + 1.0).ln() / visits).sqrt()
            + random * TINY
    }

    /// The child with the greatest selection value, of all or of those visited.
    fn select(&self, at: usize, constant: f64, visited: bool, rng: &mut Rng) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for child in self.nodes[at].children.clone() {
            let value = self.selection(at, child, constant, rng);
            let counts = !visited || self.nodes[child].visits > 0.0;
            if counts && best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child));
            }
        }
        best.map(|(_, child)| child)
    }
}

fn play(game: &Halma, state: &mut State, moves: &[Move]) {
    for mv in moves {
        game.make(state, *mv);
    }
}

impl MonteCarlo {
    /// A player without a tree, under checked options.
    pub fn read(options: &Options) -> Self {
        let params = TreeParams::read(options);
        let eval = Race { weights: params.weights };
        MonteCarlo { eval, params, tree: None, plan: Plan::default() }
    }

    /// Descends to a leaf, makes it grow, plays on at random and adds the value along the path.
    fn iterate(&self, tree: &mut Tree, game: &Halma, rng: &mut Rng, control: &mut Control<'_>) {
        let pov = game.to_move(&tree.root);
        let mut state = tree.root.clone();
        let mut path = vec![0];
        let mut at = 0;
        loop {
            let leaf = tree.nodes[at].children.is_empty();
            if leaf && game.outcome(&state).is_none() && tree.nodes.len() < MOST_NODES {
                tree.expand(game, &state, at, self.params.chain.hops);
            }
            let Some(child) = tree.select(at, self.params.constant, false, rng) else { break };
            play(game, &mut state, &tree.nodes[child].moves);
            path.push(child);
            at = child;
            if leaf || !control.tick() {
                break;
            }
        }
        let value = self.rollout(game, &state, pov, rng, control);
        if !control.spent() {
            for node in path {
                tree.nodes[node].visits += 1.0;
                tree.nodes[node].total += value;
            }
        }
    }

    /// The mean evaluation after short random play.
    fn rollout(
        &self,
        game: &Halma,
        leaf: &State,
        pov: Player,
        rng: &mut Rng,
        control: &mut Control<'_>,
    ) -> f64 {
        let mut scratch = Vec::new();
        let mut sum = 0.0;
        for _ in 0..self.params.rollouts {
            let mut state = leaf.clone();
            for _ in 0..self.params.length.length {
                let Some(mv) = game.random_move(&state, &mut scratch, rng) else { break };
                game.make(&mut state, mv);
                if !control.tick() {
                    break;
                }
            }
            sum += self.eval.value(game, &state, pov) as f64;
        }
        sum / f64::from(self.params.rollouts)
    }

    /// The tree of the position, with what is known of it from before.
    fn tree_of(&mut self, task: &Task<'_, Halma>) -> Tree {
        let kept = self.tree.take().filter(|_| self.params.reuse);
        let kept = kept.and_then(|tree| {
            if tree.root == *task.state { Some(tree) } else { tree.descend(task.game, task.state) }
        });
        kept.unwrap_or_else(|| Tree::new(task.state.clone()))
    }

    /// The turn with the greatest selection value among those tried, and what it is worth.
    fn answer(&self, tree: &Tree, pov: Player, rng: &mut Rng) -> Option<Line<Move>> {
        let child = tree.select(0, self.params.constant, true, rng)?;
        let node = &tree.nodes[child];
        Some(Line::points(pov, node.moves.clone(), node.total / node.visits))
    }
}

impl Search<Halma> for MonteCarlo {
    fn think(
        &mut self,
        task: &Task<'_, Halma>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if let Some(planned) = self.plan.recall(task, control) {
            return planned;
        }
        let mut rng = Rng::stream(task.seed, 0);
        let mut tree = self.tree_of(task);
        for _ in 0..self.params.iterations {
            if !control.tick() {
                break;
            }
            self.iterate(&mut tree, task.game, &mut rng, control);
        }
        let pov = task.game.to_move(task.state);
        let line = self.answer(&tree, pov, &mut rng).unwrap_or_else(|| {
            let first = turns(task.game, task.state, self.params.chain.hops).swap_remove(0);
            let value = self.eval.value(task.game, &first.after, pov) as f64;
            Line::points(pov, first.moves, value)
        });
        self.plan.remember(task, &line);
        self.tree = Some(tree);
        let answer = thought(vec![line], 1, control);
        report(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.tree = None;
        self.plan.clear();
    }
}
