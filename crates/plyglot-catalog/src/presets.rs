//! Named specifications: a preset is nothing but a name for one, and everything in it can be
//! overridden.

use plyglot_core::Spec;

/// A named specification of a game's player.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The game.
    pub game: &'static str,
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// What the name stands for.
    pub spec: &'static str,
}

/// The presets of the project's games.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        game: "dala",
        name: "best",
        about: "alpha-beta that follows captures to their end",
        spec: "alphabeta(lmr=1,quiescence=6)",
    },
    Preset {
        game: "chexers",
        name: "best",
        about: "one enemy answers, the other plays on; never content with a repetition",
        spec: "brs+(contempt=1000000,repetition=once)",
    },
    Preset {
        game: "reversixt",
        name: "best",
        about: "everybody else as one enemy",
        spec: "paranoid",
    },
    Preset {
        game: "reversi",
        name: "best",
        about: "alpha-beta, late moves less deep",
        spec: "alphabeta(lmr=1,order=replies)",
    },
    Preset {
        game: "checkers",
        name: "best",
        about: "alpha-beta that follows captures to their end and never repeats a position by choice",
        spec: "alphabeta(lmr=1,quiescence=8,repetition=once,contempt=50)",
    },
    Preset {
        game: "halma",
        name: "best",
        about: "best-reply search over whole turns, each played as planned",
        spec: "brs(plan=on,lmr=2,eval=default(aside=170))",
    },
];

/// The specification with a preset's name replaced by what it stands for; options that are given
/// override the preset's own.
pub(crate) fn expand(presets: &[Preset], game: &str, spec: Spec) -> Spec {
    let Some(preset) =
        presets.iter().find(|preset| preset.game == game && preset.name == spec.name)
    else {
        return spec;
    };
    let mut expanded = Spec::parse(preset.spec).expect("presets are checked by a test");
    for (name, value) in spec.given {
        expanded.given.retain(|(own, _)| *own != name);
        expanded.given.push((name, value));
    }
    expanded
}
