//! `ubfm`: unbounded best-first minimax, for any number of players.
//!
//! The tree grows where best play leads: each step follows the best moves known to a leaf, gives it
//! all its children, evaluates them and carries the values up. (Korf and Chickering 1996; named and
//! studied by Cohen-Solal.)

use plyglot_core::{
    Bound, Control, Evaluate, Game, Handover, Options, PerPlayer, Player, Score, SpecError,
    choices, options,
};

use crate::{
    Built, Parts,
    outlook::{Outlook, Stance},
    params::{Draws, Evaluated, no_memory},
    past::Past,
    task::{Line, Search, Task, Thought},
    turns::first_legal,
};

options! {
    /// What `ubfm` is set to.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct UbfmParams {
        eval: Evaluated,
        /// whether the others play for themselves or against the root
        backup: Backup = "maxn",
        /// the move played: followed most often, or of the greatest value
        play("final"): Play = "visits",
        /// most leaves that are expanded per move; 0 leaves it to the limits
        steps: u64 = "0" in 0..=1i64 << 40,
        draws: Draws,
        /// most memory for the tree, in MB
        memory: usize as Megabytes = "256" in 1..=1 << 20,
    }
}

choices! {
    /// Whom the others play for.
    enum Backup {
        /// Themselves.
        Maxn = "maxn",
        /// Against the root.
        Paranoid = "paranoid",
    }
}

choices! {
    /// The move played.
    enum Play {
        /// The one followed most often.
        Visits = "visits",
        /// The one of the greatest value.
        Value = "value",
    }
}

/// How much is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// More search may change its value.
    Open,
    /// The player choosing there beats everybody; by how much may change.
    Won,
    /// Everything below it is known.
    Exact,
}

/// A position; its children stand side by side in the arena.
struct Node<M, S> {
    mv: Option<M>,
    /// Whose decision led here.
    seat: Player,
    known: Known,
    first: u32,
    count: u32,
    visits: u32,
    values: PerPlayer<S>,
}

/// Unbounded best-first minimax.
struct Ubfm<G: Game, E: Evaluate<G> + ?Sized> {
    eval: Box<E>,
    params: UbfmParams,
    /// The memory of all trees: giving it back would take longer than a move may overrun.
    arena: Vec<Node<G::Move, E::Score>>,
    /// Nodes that a tree may have.
    room: usize,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Ubfm<G, E> {
    /// A search with address space for the greatest tree at once: one that had to move while it grows
    /// would overrun. An error if the machine does not give it.
    fn new(eval: Box<E>, params: UbfmParams) -> Result<Self, SpecError> {
        let room = ((params.memory << 20) / size_of::<Node<G::Move, E::Score>>()).max(1);
        let mut arena = Vec::new();
        arena.try_reserve_exact(room).map_err(|_| no_memory("memory", params.memory))?;
        Ok(Ubfm { eval, params, arena, room })
    }
}

/// The tree of one search.
struct Growth<'a, G: Game, E: Evaluate<G> + ?Sized> {
    outlook: Outlook<'a, G, E>,
    nodes: Vec<Node<G::Move, E::Score>>,
    room: usize,
    past: Past,
    state: G::State,
    /// The moves to choose from at the root; all if it is empty.
    only: &'a [G::Move],
    moves: Vec<G::Move>,
    path: Vec<usize>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Growth<'_, G, E> {
    /// Follows the best moves to a leaf and expands it; false when nothing more can be done.
    fn step(&mut self, start: &G::State, control: &mut Control<'_>) -> bool {
        let game = self.outlook.game;
        self.state.clone_from(start);
        self.path.clear();
        self.path.push(0);
        let (mark, mut at) = (self.past.mark(), 0);
        while let Some(next) = self.best_child(at, true) {
            if !control.tick() {
                break;
            }
            at = next;
            self.path.push(at);
            if let Some(mv) = self.nodes[at].mv {
                game.make(&mut self.state, mv);
            }
            self.past.enter(game, &self.state);
        }
        let grown = !control.spent() && self.expand(at, control);
        self.past.rewind(mark);
        if grown {
            self.back_up();
        }
        grown
    }

    /// Gives a leaf its children with their values; false, and no child, when the budget or the
    /// memory does not suffice.
    fn expand(&mut self, at: usize, control: &mut Control<'_>) -> bool {
        let game = self.outlook.game;
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        if at == 0 && !self.only.is_empty() {
            self.moves.retain(|mv| self.only.contains(mv));
        }
        let first = self.nodes.len();
        if first + self.moves.len() > self.room && at != 0 {
            return false;
        }
        let seat = game.to_move(&self.state);
        for idx in 0..self.moves.len() {
            if !control.tick() {
                self.nodes.truncate(first);
                return false;
            }
            let mv = self.moves[idx];
            let undo = game.make(&mut self.state, mv);
            let ending = self.past.peek(game, &self.state);
            let values = self.outlook.values(&self.state, ending.as_ref());
            game.unmake(&mut self.state, mv, undo);
            let known = if ending.is_some() { Known::Exact } else { Known::Open };
            let mv = Some(mv);
            self.nodes.push(Node { mv, seat, known, first: 0, count: 0, visits: 0, values });
        }
        (self.nodes[at].first, self.nodes[at].count) = (first as u32, self.moves.len() as u32);
        true
    }

    /// The best child of a node for the player choosing; among the open ones if so wanted.
    fn best_child(&self, at: usize, open: bool) -> Option<usize> {
        let node = &self.nodes[at];
        let children = node.first as usize..(node.first + node.count) as usize;
        children
            .filter(|child| !open || self.nodes[*child].known == Known::Open)
            .reduce(|best, next| if self.value(next) > self.value(best) { next } else { best })
    }

    /// The value of a node for the player who chose it.
    fn value(&self, at: usize) -> E::Score {
        let node = &self.nodes[at];
        node.values[node.seat]
    }

    /// Carries values up the path.
    fn back_up(&mut self) {
        for idx in (0..self.path.len()).rev() {
            let at = self.path[idx];
            self.nodes[at].visits += 1;
            let Some(best) = self.best_child(at, false) else { continue };
            self.nodes[at].values = self.nodes[best].values;
            let node = &self.nodes[at];
            let children = &self.nodes[node.first as usize..(node.first + node.count) as usize];
            let least = children.iter().map(|child| child.known).min().unwrap_or(Known::Open);
            let won = self.nodes[best].known != Known::Open && self.beats_everybody(best);
            self.nodes[at].known = if won { least.max(Known::Won) } else { least };
        }
    }

    /// Whether the player who chose a node has beaten all opponents there.
    fn beats_everybody(&self, at: usize) -> bool {
        let (game, root) = (self.outlook.game, self.outlook.root);
        let seat = self.nodes[at].seat;
        // Under the paranoid view every value is the root's or its opposite: the root's opponents
        // have won once the root has lost to all of them.
        let judge = if self.outlook.stance == Stance::Maxn { seat } else { root };
        let others = game.sides().opponents(judge).count() as f64;
        self.value(at).real() > (others - 0.5) * E::Score::WIN.real()
    }

    /// The children of the root, the one to be played first.
    fn ranking(&self, play: Play) -> Vec<usize> {
        let root = &self.nodes[0];
        let mut all: Vec<_> = (root.first as usize..(root.first + root.count) as usize).collect();
        let by_value = play == Play::Value || root.known != Known::Open;
        all.sort_by(|a, b| {
            let value = self.value(*b).real().total_cmp(&self.value(*a).real());
            let visits = self.nodes[*b].visits.cmp(&self.nodes[*a].visits);
            if by_value { value.then(visits) } else { visits.then(value) }
        });
        all
    }

    /// The moves that best play takes from a child on.
    fn line_from(&self, mut at: usize) -> Vec<G::Move> {
        let mut line: Vec<_> = self.nodes[at].mv.into_iter().collect();
        while let Some(next) = self.best_child(at, false) {
            line.extend(self.nodes[next].mv);
            at = next;
        }
        line
    }

    fn thought(&self, task: &Task<'_, G>, play: Play, nodes: u64) -> Thought<G::Move> {
        let mut lines: Vec<_> = self
            .ranking(play)
            .into_iter()
            .take(task.lines.max(1))
            .map(|at| {
                let (seat, moves) = (self.outlook.root, self.line_from(at));
                match self.outlook.stance {
                    Stance::Maxn => {
                        Line::scored_by_all(task.game, seat, moves, &self.nodes[at].values)
                    }
                    _ => Line::scored(task.game, seat, moves, self.value(at), Bound::Exact),
                }
            })
            .collect();
        if lines.is_empty() {
            lines.push(first_legal(task));
        }
        let depth = lines[0].moves.len() as u32;
        let table = (self.nodes.len() * 1000 / self.room.max(1)) as u32;
        let proven = self.nodes[0].known == Known::Exact && task.game.sides().count() <= 2;
        Thought { lines, depth, nodes, table, proven }
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for Ubfm<G, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let root = task.game.to_move(task.state);
        let stance = match self.params.backup {
            Backup::Maxn => Stance::Maxn,
            Backup::Paranoid => Stance::Paranoid,
        };
        let (eval, contempt) = (&*self.eval, self.params.draws.contempt);
        let outlook = Outlook { game: task.game, eval, root, stance, contempt };
        let (values, known) = (PerPlayer::default(), Known::Open);
        let mut nodes = std::mem::take(&mut self.arena);
        nodes.clear();
        nodes.push(Node { mv: None, seat: root, known, first: 0, count: 0, visits: 0, values });
        let mut growth = Growth {
            outlook,
            nodes,
            room: self.room,
            past: Past::new(task.game, task.history, self.params.draws.repetition),
            state: task.state.clone(),
            only: task.only,
            moves: Vec::new(),
            path: Vec::new(),
        };
        let most = if self.params.steps == 0 { u64::MAX } else { self.params.steps };
        let (mut steps, mut next_report) = (0, 256);
        while steps < most
            && growth.nodes[0].known == Known::Open
            && growth.step(task.state, control)
        {
            steps += 1;
            if steps >= next_report || control.is_report_due() {
                next_report = 2 * steps.max(128);
                report(&growth.thought(task, self.params.play, control.nodes));
            }
        }
        let thought = growth.thought(task, self.params.play, control.nodes);
        self.arena = growth.nodes;
        thought
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `ubfm`.
pub(crate) fn build_ubfm<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    Ok(Box::new(Ubfm::<G, _>::new(parts.eval, UbfmParams::read(options))?))
}
