//! Finding, counting and picking moves, many squares at a time.
//!
//! The squares from which a step or jump in some direction is possible form a mask. The masks of the
//! two forward directions lie side by side in one `u64`, those of the two backward directions, which
//! only kings use, in another.

use plyglot_core::Rng;

use crate::{
    board::{Direction, JUMP_FROM, Position, STEP_FROM, Side, TURN, forward},
    moves::Move,
};

/// Appends the legal moves, draw rules aside.
#[inline]
pub(crate) fn moves(position: &Position, out: &mut Vec<Move>) {
    match position.side {
        Side::Black => View::<false>::of(position).moves(out),
        Side::White => View::<true>::of(position).moves(out),
    }
}

/// Visits the same moves.
pub(crate) fn each(position: &Position, visit: &mut impl FnMut(Move)) {
    match position.side {
        Side::Black => View::<false>::of(position).each(visit),
        Side::White => View::<true>::of(position).each(visit),
    }
}

/// How many moves [`moves`] appends.
#[inline]
pub(crate) fn count(position: &Position) -> u64 {
    match position.side {
        Side::Black => View::<false>::of(position).count(),
        Side::White => View::<true>::of(position).count(),
    }
}

/// Whether there is a move.
#[inline]
pub(crate) fn any(position: &Position) -> bool {
    match position.side {
        Side::Black => View::<false>::of(position).any(),
        Side::White => View::<true>::of(position).any(),
    }
}

/// Whether there is a capture, which is then compulsory.
pub(crate) fn must_capture(position: &Position) -> bool {
    match position.side {
        Side::Black => View::<false>::of(position).jumps().any(),
        Side::White => View::<true>::of(position).jumps().any(),
    }
}

/// One of the moves, each as likely as any other.
#[inline]
pub(crate) fn random(position: &Position, scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
    match position.side {
        Side::Black => View::<false>::of(position).random(scratch, rng),
        Side::White => View::<true>::of(position).random(scratch, rng),
    }
}

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
struct View<const WHITE: bool> {
    own: u32,
    kings: u32,
    opponent: u32,
    empty: u32,
}

/// Origins by direction.
#[derive(Clone, Copy)]
struct Origins {
    forward: u64,
    backward: u64,
}

impl Origins {
    #[inline(always)]
    fn any(self) -> bool {
        self.forward | self.backward != 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.forward.count_ones() + self.backward.count_ones()
    }

    /// Calls `visit` with origin and direction of each.
    #[inline(always)]
    fn each<const WHITE: bool>(self, mut visit: impl FnMut(u32, Direction)) {
        for (mut pair, white) in [(self.forward, WHITE), (self.backward, !WHITE)] {
            while pair != 0 {
                let at = pair.trailing_zeros();
                visit(at & 31, forward(white)[0] + (at >> 5) as usize);
                pair &= pair - 1;
            }
        }
    }

    /// Origin and direction of a random one; there must be one.
    #[inline(always)]
    fn pick<const WHITE: bool>(self, rng: &mut Rng) -> (u32, Direction) {
        let split = self.forward.count_ones();
        let chosen = rng.below(self.count() as usize) as u32;
        let (at, white) = if chosen < split {
            (nth_bit(self.forward, chosen), WHITE)
        } else {
            (nth_bit(self.backward, chosen - split), !WHITE)
        };
        (at & 31, forward(white)[0] + (at >> 5) as usize)
    }
}

impl<const WHITE: bool> View<WHITE> {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        let (own, opponent) =
            if WHITE { (position.white, position.black) } else { (position.black, position.white) };
        View { own, kings: own & position.kings, opponent, empty: !(own | opponent) }
    }

    #[inline(always)]
    fn steps(&self) -> Origins {
        self.from(|white| both(white, |d| step(self.empty, d)))
    }

    /// Origins of jumps, which may be first jumps of chains.
    #[inline(always)]
    fn jumps(&self) -> Origins {
        self.from(|white| self.may_jump(white))
    }

    /// The pieces that stand on origins.
    #[inline(always)]
    fn from(&self, origins: impl Fn(bool) -> u64) -> Origins {
        Origins {
            forward: origins(WHITE) & twice(self.own),
            backward: if self.kings == 0 { 0 } else { origins(!WHITE) & twice(self.kings) },
        }
    }

    /// Squares from which a piece of ours could jump in the directions that are forward for a side.
    #[inline(always)]
    fn may_jump(&self, white: bool) -> u64 {
        both(white, |d| jump(self.opponent, self.empty, d))
    }

    /// Whether a piece that makes one of these jumps must jump again.
    ///
    /// The board is looked at as it stands. That the piece jumped and the origin still look occupied
    /// hides only the way straight back, which is closed anyway.
    #[inline(always)]
    fn go_on(&self, jumps: Origins) -> bool {
        let forward = fold(self.may_jump(WHITE));
        if landings(WHITE, jumps.forward) & forward != 0 {
            return true;
        }
        if self.kings == 0 {
            return false;
        }
        let king_jumps = jumps.forward & twice(self.kings);
        let kings = landings(WHITE, king_jumps) | landings(!WHITE, jumps.backward);
        kings & (forward | fold(self.may_jump(!WHITE))) != 0
    }

    fn any(&self) -> bool {
        self.jumps().any() || self.steps().any()
    }

    #[inline(always)]
    fn moves(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if jumps.any() {
            if self.go_on(jumps) {
                self.captures(jumps, &mut |mv| out.push(mv));
            } else {
                jumps.each::<WHITE>(|at, d| out.push(Move::jump(at, d)));
            }
            return;
        }
        let steps = self.steps();
        out.reserve(steps.count() as usize);
        steps.each::<WHITE>(|at, d| out.push(Move::step(at, d)));
    }

    fn each(&self, visit: &mut impl FnMut(Move)) {
        let jumps = self.jumps();
        if jumps.any() {
            self.captures(jumps, visit);
        } else {
            self.steps().each::<WHITE>(|at, d| visit(Move::step(at, d)));
        }
    }

    #[inline(always)]
    fn random(&self, scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        let jumps = self.jumps();
        if !jumps.any() {
            let steps = self.steps();
            if !steps.any() {
                return None;
            }
            let (at, d) = steps.pick::<WHITE>(rng);
            return Some(Move::step(at, d));
        }
        if !self.go_on(jumps) {
            let (at, d) = jumps.pick::<WHITE>(rng);
            return Some(Move::jump(at, d));
        }
        let base = scratch.len();
        self.captures(jumps, &mut |mv| scratch.push(mv));
        let pick = scratch[base + rng.below(scratch.len() - base)];
        scratch.truncate(base);
        Some(pick)
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        let jumps = self.jumps();
        if !jumps.any() {
            return u64::from(self.steps().count());
        }
        if !self.go_on(jumps) {
            return u64::from(jumps.count());
        }
        if self.kings == 0 {
            return u64::from(count_men::<WHITE>(jumps.forward, self.may_jump(WHITE)));
        }
        let mut count = 0;
        self.captures(jumps, &mut |_| count += 1);
        count
    }

    /// Visits every capture that begins with one of these jumps.
    fn captures(&self, jumps: Origins, visit: &mut impl FnMut(Move)) {
        jumps.each::<WHITE>(|at, d| {
            let king = self.kings >> at & 1 != 0;
            let directions = if king { &[0, 1, 2, 3][..] } else { &forward(WHITE)[..] };
            self.chains(Move::jump(at, d), self.empty | 1 << at, directions, visit);
        });
    }

    /// Visits every whole chain that begins with this one. A man on its crown row needs no special
    /// treatment: there is nothing forward of it to jump.
    fn chains(
        &self,
        chain: Move,
        empty: u32,
        directions: &[Direction],
        visit: &mut impl FnMut(Move),
    ) {
        let opponent = self.opponent & !chain.captured;
        let mut over = true;
        for &d in directions {
            if jump(opponent, empty, d) >> chain.destination() & 1 != 0 {
                over = false;
                self.chains(chain.then(d), empty, directions, visit);
            }
        }
        if over {
            visit(chain);
        }
    }
}

/// The number of chains of men that begin with these jumps, found for whole sets of squares: where
/// men `may_jump` does not change while they do.
fn count_men<const WHITE: bool>(jumps: u64, may_jump: u64) -> u32 {
    let count = |jumps: u64| {
        let landed = landings(WHITE, jumps);
        let over = (landed & !fold(may_jump)).count_ones();
        let on = twice(landed) & may_jump;
        if on == 0 { over } else { over + count_men::<WHITE>(on, may_jump) }
    };
    // One direction at a time: chains that meet on a square are still two.
    const LEFT: u64 = u32::MAX as u64;
    count(jumps & LEFT) + count(jumps & !LEFT)
}

/// Squares from which a step in a direction leads to an empty one.
#[inline(always)]
fn step(empty: u32, direction: Direction) -> u32 {
    STEP_FROM[direction] & empty.rotate_right(TURN[direction])
}

/// Squares from which a jump in a direction leads over an opponent to an empty one.
#[inline(always)]
fn jump(opponent: u32, empty: u32, direction: Direction) -> u32 {
    let over = opponent.rotate_right(TURN[direction]);
    JUMP_FROM[direction] & over & empty.rotate_right(2 * TURN[direction])
}

/// Origins for both directions that are forward for a side.
#[inline(always)]
fn both(white: bool, origins: impl Fn(Direction) -> u32) -> u64 {
    let [left, right] = forward(white);
    u64::from(origins(left)) | u64::from(origins(right)) << 32
}

/// Where jumps from these origins land.
#[inline(always)]
fn landings(white: bool, pair: u64) -> u32 {
    let [left, right] = forward(white);
    (pair as u32).rotate_left(2 * TURN[left]) | ((pair >> 32) as u32).rotate_left(2 * TURN[right])
}

/// The squares of a pair, whatever the direction.
#[inline(always)]
fn fold(pair: u64) -> u32 {
    pair as u32 | (pair >> 32) as u32
}

/// The same squares for both directions.
#[inline(always)]
fn twice(mask: u32) -> u64 {
    u64::from(mask) | u64::from(mask) << 32
}

/// The index of the `n`-th lowest bit that is set, counted from zero; there must be one.
#[inline(always)]
fn nth_bit(mask: u64, n: u32) -> u32 {
    (0..n).fold(mask, |rest, _| rest & (rest - 1)).trailing_zeros()
}
