//! The searches as plainly as they can be written: no window, no table, no order.

use plyglot_core::{Evaluate, Game, Handover, PerPlayer, Player, seats};

use super::tree::{Node, Tree, Values};
use crate::params::Silent;

/// The children of a node, each with the depth left, decisions inside a turn being free.
fn children(game: &Tree, state: &Node, depth: u32) -> Vec<(Node, u32)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let play = |mv: u8| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        let left = if game.mid_turn(&child) { depth } else { depth - 1 };
        (child, left)
    };
    moves.into_iter().map(play).collect()
}

fn leaf(game: &Tree, state: &Node, depth: u32, pov: Player) -> Option<i64> {
    match game.outcome(state) {
        Some(payoffs) => Some(Values.terminal(game, state, &payoffs, pov)),
        None => (depth == 0).then(|| Values.score(game, state, pov)),
    }
}

/// The team of `pov` against everybody else.
pub(crate) fn paranoid(game: &Tree, state: &Node, depth: u32, pov: Player) -> i64 {
    if let Some(value) = leaf(game, state, depth, pov) {
        return value;
    }
    let values = children(game, state, depth).into_iter();
    let values = values.map(|(child, left)| paranoid(game, &child, left, pov));
    if game.team(game.to_move(state)) == game.team(pov) {
        values.max().unwrap()
    } else {
        values.min().unwrap()
    }
}

/// The values of the root's moves, in generation order.
pub(crate) fn root_values(
    game: &Tree,
    state: &Node,
    depth: u32,
    search: impl Fn(&Node, u32) -> i64,
) -> Vec<i64> {
    children(game, state, depth).iter().map(|(child, left)| search(child, *left)).collect()
}

/// One opponent replies to each turn of `pov`, whoever it is. Only for more than two players: of two
/// the rules' order stands.
pub(crate) fn best_reply(
    game: &Tree,
    state: &Node,
    depth: u32,
    pov: Player,
    turn: Turn,
    allies: bool,
) -> i64 {
    if let Some(value) = leaf(game, state, depth, pov) {
        return value;
    }
    let mut starts = vec![state.clone()];
    if !game.mid_turn(state) {
        let of_side = |seat: &Player| match turn {
            Turn::Root => *seat == pov,
            Turn::Team => game.team(*seat) == game.team(pov),
            Turn::Others => game.team(*seat) != game.team(pov),
        };
        let given = |seat| {
            let mut given = state.clone();
            game.give_turn(&mut given, seat);
            given
        };
        starts = seats(game.players()).filter(of_side).map(given).collect();
    }
    let values =
        starts.iter().flat_map(|start| children(game, start, depth)).map(|(child, left)| {
            let next = match turn {
                _ if game.mid_turn(&child) => turn,
                Turn::Root | Turn::Team => Turn::Others,
                Turn::Others if allies => Turn::Team,
                Turn::Others => Turn::Root,
            };
            best_reply(game, &child, left, pov, next, allies)
        });
    if turn == Turn::Others { values.min().unwrap() } else { values.max().unwrap() }
}

/// Who moves in a best-reply search.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Turn {
    Root,
    Team,
    Others,
}

/// Which opponents have had their turn since the last one of `pov`'s team, and whether one searched.
#[derive(Clone, Default)]
pub(crate) struct Round {
    acted: Vec<Player>,
    searched: bool,
}

/// Everybody in turn, but only one opponent of a round searches; the others play their first move, or the one
/// that leaves them best off, which costs no depth. Turns are played out whole.
pub(crate) fn best_reply_plus(
    game: &Tree,
    state: &Node,
    depth: u32,
    pov: Player,
    silent: Silent,
    round: &Round,
) -> i64 {
    if let Some(value) = leaf(game, state, depth, pov) {
        return value;
    }
    let mover = game.to_move(state);
    if game.team(mover) == game.team(pov) {
        let ends = whole_turns(game, state).into_iter();
        return ends
            .map(|end| best_reply_plus(game, &end, depth - 1, pov, silent, &Round::default()))
            .max()
            .unwrap();
    }
    let mut acted = round.acted.clone();
    acted.push(mover);
    let after = |end: &Node, depth: u32, searched: bool| {
        let next = game.to_move(end);
        let over = game.team(next) == game.team(pov) || acted.contains(&next);
        let round = Round { acted: acted.clone(), searched };
        let round = if over { Round::default() } else { round };
        best_reply_plus(game, end, depth, pov, silent, &round)
    };
    let mut ordered = state.clone();
    loop {
        let mv = silent_move(game, &ordered, silent);
        game.make(&mut ordered, mv);
        if !game.mid_turn(&ordered) {
            break;
        }
    }
    if round.searched {
        return after(&ordered, depth, true);
    }
    let ends = whole_turns(game, state);
    let mut values: Vec<i64> = ends.iter().map(|end| after(end, depth - 1, true)).collect();
    let next = game.to_move(&ordered);
    let over = game.outcome(&ordered).is_some();
    if !over && game.team(next) != game.team(pov) && !acted.contains(&next) {
        values.push(after(&ordered, depth, false));
    }
    values.into_iter().min().unwrap()
}

/// The move of somebody who does not search: the first, or the first of those that leave it best off.
fn silent_move(game: &Tree, state: &Node, silent: Silent) -> u8 {
    if silent == Silent::Order {
        return 0;
    }
    let (mover, mut moves) = (game.to_move(state), Vec::new());
    game.moves(state, &mut moves);
    let worth = |mv: &u8| {
        let mut after = state.clone();
        game.make(&mut after, *mv);
        Values.score(game, &after, mover)
    };
    let most = moves.iter().map(worth).max();
    moves.iter().copied().find(|mv| Some(worth(mv)) == most).unwrap()
}

fn whole_turns(game: &Tree, state: &Node) -> Vec<Node> {
    let mut ends = Vec::new();
    for (child, _) in children(game, state, 1) {
        if game.mid_turn(&child) {
            ends.extend(whole_turns(game, &child));
        } else {
            ends.push(child);
        }
    }
    ends
}

/// Everybody for themselves; `prefer` says whether a later child takes the place of an equal one.
pub(crate) fn maxn<E: Evaluate<Tree, Score = i64>>(
    game: &Tree,
    eval: &E,
    state: &Node,
    depth: u32,
    prefer: &dyn Fn(&PerPlayer<i64>, &PerPlayer<i64>) -> bool,
) -> PerPlayer<i64> {
    if let Some(payoffs) = game.outcome(state) {
        let mut values = PerPlayer::default();
        for seat in seats(game.players()) {
            values[seat] = eval.terminal(game, state, &payoffs, seat);
        }
        return values;
    }
    if depth == 0 {
        return eval.scores(game, state);
    }
    let mover = game.to_move(state);
    let mut best: Option<PerPlayer<i64>> = None;
    for (child, left) in children(game, state, depth) {
        let value = maxn(game, eval, &child, left, prefer);
        let better = best.is_none_or(|best| {
            value[mover] > best[mover] || value[mover] == best[mover] && prefer(&value, &best)
        });
        if better {
            best = Some(value);
        }
    }
    best.unwrap()
}

/// Paranoid with up to `plies` noisy decisions beyond the depth.
pub(crate) fn quiescent(
    game: &Tree,
    state: &Node,
    (depth, plies): (u32, u32),
    pov: Player,
    is_noisy: &dyn Fn(u8) -> bool,
) -> i64 {
    if let Some(payoffs) = game.outcome(state) {
        return Values.terminal(game, state, &payoffs, pov);
    }
    if depth == 0 && plies == 0 {
        return Values.score(game, state, pov);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let forced = depth > 0 || game.mid_turn(state) || moves.iter().all(|mv| is_noisy(*mv));
    let mut values = Vec::new();
    if !forced {
        values.push(Values.score(game, state, pov));
    }
    for mv in moves.into_iter().filter(|mv| forced || is_noisy(*mv)) {
        let mut child = state.clone();
        game.make(&mut child, mv);
        let turn = u32::from(!game.mid_turn(&child));
        let left = if depth > 0 { (depth - turn, plies) } else { (0, plies - 1) };
        values.push(quiescent(game, &child, left, pov, is_noisy));
    }
    let values = values.into_iter();
    let ours = game.team(game.to_move(state)) == game.team(pov);
    if ours { values.max().unwrap() } else { values.min().unwrap() }
}

/// Paranoid without the costly moves, wherever there are others.
pub(crate) fn choosy(
    game: &Tree,
    state: &Node,
    depth: u32,
    pov: Player,
    is_costly: &dyn Fn(u8) -> bool,
) -> i64 {
    if let Some(value) = leaf(game, state, depth, pov) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let spared = moves.iter().any(|mv| !is_costly(*mv));
    let values = moves.into_iter().filter(|mv| !spared || !is_costly(*mv)).map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        choosy(game, &child, depth - 1, pov, is_costly)
    });
    let ours = game.team(game.to_move(state)) == game.team(pov);
    if ours { values.max().unwrap() } else { values.min().unwrap() }
}
