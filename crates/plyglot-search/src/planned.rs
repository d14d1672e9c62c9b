//! Looking ahead by whole turns in a game that is played decision by decision.

use plyglot_core::{Control, Game};

use crate::task::{Line, Search, Task, Thought};

/// Plays the turns that another search chooses, each as planned to its end.
pub(crate) struct Planned<G: Game> {
    search: Box<dyn Search<G>>,
    /// The turn being played, each decision with the position it is meant for.
    plan: Vec<(G::State, G::Move)>,
    /// What was thought when it was chosen.
    chosen: Option<Thought<G::Move>>,
}

impl<G: Game> Planned<G> {
    /// A player with nothing planned.
    pub(crate) fn new(search: Box<dyn Search<G>>) -> Self {
        Planned { search, plan: Vec::new(), chosen: None }
    }

    /// The rest of the turn, if the position is one of those it was planned for.
    fn recall(&self, task: &Task<'_, G>) -> Option<Thought<G::Move>> {
        let fits = |(state, mv): &(G::State, G::Move)| state == task.state && task.allows(mv);
        let at = self.plan.iter().position(fits)?;
        let chosen = self.chosen.as_ref().filter(|_| at > 0)?;
        let moves = self.plan[at..].iter().map(|(_, mv)| *mv).collect();
        let line = Line { moves, ..chosen.lines[0].clone() };
        Some(Thought { lines: vec![line], nodes: 0, ..chosen.clone() })
    }

    fn remember(&mut self, task: &Task<'_, G>, thought: &Thought<G::Move>) {
        let mut state = task.state.clone();
        self.plan.clear();
        for mv in &thought.lines[0].moves {
            self.plan.push((state.clone(), *mv));
            task.game.make(&mut state, *mv);
            if !task.game.mid_turn(&state) {
                break;
            }
        }
        self.chosen = Some(thought.clone());
    }
}

impl<G: Game> Search<G> for Planned<G> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        if let Some(planned) = self.recall(task) {
            return planned;
        }
        let between_turns = !task.game.mid_turn(task.state);
        let Some(game) = task.game.by_turns().filter(|_| between_turns) else {
            return self.search.think(task, control, report);
        };
        let only = turns_from(task, &game);
        let whole = Task { game: &game, only: &only, ..*task };
        let thought = self.search.think(&whole, control, &mut |thought| {
            report(&unfold(task, &game, thought.clone()));
        });
        let thought = unfold(task, &game, thought);
        self.remember(task, &thought);
        thought
    }

    fn new_game(&mut self) {
        self.plan.clear();
        self.chosen = None;
        self.search.new_game();
    }

    fn can_restrict(&self) -> bool {
        self.search.can_restrict()
    }
}

/// The whole turns that begin with one of the decisions asked for; none if all may be played.
fn turns_from<G: Game>(task: &Task<'_, G>, whole: &G) -> Vec<G::Move> {
    let mut turns = Vec::new();
    if !task.only.is_empty() {
        whole.moves(task.state, &mut turns);
        turns.retain(|turn| {
            let decisions = task.game.decisions(task.state, *turn);
            decisions.first().is_some_and(|first| task.allows(first))
        });
    }
    turns
}

/// A thought about turns as one about their decisions.
fn unfold<G: Game>(
    task: &Task<'_, G>,
    whole: &G,
    mut thought: Thought<G::Move>,
) -> Thought<G::Move> {
    for line in &mut thought.lines {
        let mut state = task.state.clone();
        let mut decisions = Vec::new();
        for turn in &line.moves {
            decisions.extend(task.game.decisions(&state, *turn));
            whole.make(&mut state, *turn);
        }
        line.moves = decisions;
    }
    thought
}
