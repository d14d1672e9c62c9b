//! Whom the players of a tree are taken to play for, as a change of what they get: with it one max^n
//! search serves as max^n, paranoid and offensive search alike.

use plyglot_core::{Evaluate, Game, Payoffs, PerPlayer, Player, seats};

use crate::drawn::{disdain, is_drawn};

/// Whom the players of a tree play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stance {
    /// Everybody for themselves.
    Maxn,
    /// Everybody else against the root's team.
    Paranoid,
    /// Everybody for themselves, but the root's team for the loss of this player.
    Against(Player),
}

/// What positions are worth to everybody under a stance.
pub(crate) struct Outlook<'a, G: Game, E: ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    pub(crate) root: Player,
    pub(crate) stance: Stance,
    /// How much less than nothing a draw is worth to the root.
    pub(crate) contempt: f64,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Outlook<'_, G, E> {
    /// The values of a position; `ending` says what everybody gets if the game is over there.
    pub(crate) fn values(&self, state: &G::State, ending: Option<&Payoffs>) -> PerPlayer<E::Score> {
        let mut values = match ending {
            None => self.eval.scores(self.game, state),
            Some(payoffs) => {
                let mut values = PerPlayer::default();
                for seat in seats(self.game.players()) {
                    values[seat] = self.eval.terminal(self.game, state, payoffs, seat);
                }
                if self.contempt != 0.0 && is_drawn(self.game, payoffs) {
                    disdain(self.game, self.root, self.contempt, &mut values);
                }
                values
            }
        };
        let own = values[self.root];
        for seat in seats(self.game.players()) {
            let mate = self.game.team(seat) == self.game.team(self.root);
            match self.stance {
                Stance::Maxn => {}
                Stance::Paranoid => values[seat] = if mate { own } else { -own },
                Stance::Against(leader) if mate => values[seat] = -values[leader],
                Stance::Against(_) => {}
            }
        }
        values
    }
}
