//! What values rest on, which says where else they hold.

/// What the values found so far in a subtree rest on.
#[derive(Clone, Copy)]
pub(crate) struct Footing {
    /// Whether some of them are estimates rather than ends of the game.
    pub(crate) estimated: bool,
    /// Whether the clock ended some of them short of their depth.
    pub(crate) cut: bool,
    /// The earliest entry of the history that some of them, draws by repetition, go back to.
    since: usize,
    /// The distance to the root of the first position that some turn came back to.
    circled: usize,
}

impl Footing {
    pub(crate) const NONE: Footing =
        Footing { estimated: false, cut: false, since: usize::MAX, circled: usize::MAX };

    /// Whether they hold on other paths and at other times too.
    pub(crate) fn is_lasting(&self) -> bool {
        self.since == usize::MAX && !self.cut
    }

    /// Whether they hold wherever a position comes up that has so many entries of the history above it and
    /// stands `ply` decisions from the root: nothing goes back to what is above it.
    pub(crate) fn holds_below(&self, above: usize, ply: usize) -> bool {
        !self.cut && self.since >= above && self.circled >= ply
    }

    /// Notes a draw by repetition that goes back to an entry of the history.
    pub(crate) fn repeats(&mut self, since: usize) {
        self.since = self.since.min(since);
    }

    /// Notes a turn that came back to where it was at a distance to the root.
    pub(crate) fn circles(&mut self, ply: usize) {
        self.circled = self.circled.min(ply);
    }

    pub(crate) fn merge(&mut self, other: Footing) {
        self.estimated |= other.estimated;
        self.cut |= other.cut;
        self.repeats(other.since);
        self.circles(other.circled);
    }
}
