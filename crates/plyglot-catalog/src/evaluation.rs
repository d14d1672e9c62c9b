//! Evaluations by their specifications: those of a game's list, and the one that is learnt.

use plyglot_core::{
    AnySession, Eval, EvalEntry, Evaluate, Features, Game, LEARNED, LEARNED_OPTIONS, Layout,
    Listed, OptionValue, Options, Player, Scale, Session, Spec, SpecError,
    options::{Loader, no_files},
    shorten,
};
use plyglot_model::{Learned, Model};

use crate::{
    agent::unknown,
    files::{self, check_digest, digest},
};

/// The name of no evaluation.
pub(crate) const NONE: &str = "none";

/// An evaluation that a specification names.
pub(crate) enum Chosen<G: Listed> {
    /// None: only finished games are known.
    Nothing,
    /// One of the game's list.
    Listed(&'static EvalEntry<G>, Options),
    /// One that was learnt, with the name of its weights.
    Learned(String, Learned<G>),
}

impl<G: Listed> Chosen<G> {
    /// Reads a specification. `learned` without a file is what comes with the game for these rules; where
    /// nothing does, it is the first of the list, and the normal form says so.
    pub(crate) fn read(
        text: &str,
        session: &dyn AnySession,
        load: Loader<'_>,
    ) -> Result<Self, SpecError> {
        let spec = Spec::parse(text)?;
        match (&*spec.name, G::FEATURES) {
            (NONE, _) => Ok(Chosen::Nothing),
            (LEARNED, Some(features)) => learned(&spec, features, own(session)?, load),
            _ => listed(&spec),
        }
    }

    /// How its points translate.
    pub(crate) fn scale(&self) -> Option<Scale> {
        match self {
            Chosen::Nothing => None,
            Chosen::Listed(entry, _) => Some(entry.scale),
            Chosen::Learned(_, learned) => Some(Scale::new(learned.model().scale)),
        }
    }

    pub(crate) fn build(self) -> Eval<G> {
        match self {
            Chosen::Nothing => Box::new(Nothing),
            Chosen::Listed(entry, weights) => (entry.build)(&weights),
            Chosen::Learned(_, learned) => Box::new(learned),
        }
    }

    /// The specification that tells everything.
    pub(crate) fn normal_form(&self) -> String {
        match self {
            Chosen::Nothing => NONE.to_owned(),
            Chosen::Listed(entry, weights) => format!("{}{}", entry.name, weights.normal_form()),
            Chosen::Learned(file, learned) => {
                let digest = digest(&learned.model().checksum);
                let given = vec![("file".to_owned(), file.clone()), ("digest".to_owned(), digest)];
                Spec { name: LEARNED.to_owned(), given }.to_string()
            }
        }
    }

    /// The shortest specification that means the same.
    pub(crate) fn short(&self) -> String {
        match self {
            Chosen::Nothing => NONE.to_owned(),
            Chosen::Listed(entry, weights) => {
                let given = weights.changed(&Options::defaults(entry.weights));
                Spec { name: entry.name.to_owned(), given }.to_string()
            }
            Chosen::Learned(file, _) => {
                let given = vec![("file".to_owned(), file.clone())];
                Spec { name: LEARNED.to_owned(), given }.to_string()
            }
        }
    }
}

fn own<G: Listed>(session: &dyn AnySession) -> Result<&G, SpecError> {
    let session = session.as_any().downcast_ref::<Session<G>>();
    session.map(Session::game).ok_or_else(|| SpecError(format!("this is not {}", G::NAME)))
}

fn listed<G: Listed>(spec: &Spec) -> Result<Chosen<G>, SpecError> {
    let found = G::EVALUATIONS.iter().find(|entry| entry.name == spec.name);
    let entry = found.ok_or_else(|| {
        let learned = G::FEATURES.map(|_| LEARNED);
        let known = G::EVALUATIONS.iter().map(|entry| entry.name).chain(learned);
        unknown::<G>("evaluation", &spec.name, NONE, known)
    })?;
    let weights = Options::check(entry.name, entry.weights, &spec.given, &no_files)?;
    Ok(Chosen::Listed(entry, weights))
}

fn learned<G: Listed>(
    spec: &Spec,
    features: &'static dyn Features<G>,
    game: &G,
    load: Loader<'_>,
) -> Result<Chosen<G>, SpecError> {
    let shipped = |path: &str| G::LEARNT.iter().find(|learnt| learnt.name == path);
    let read = |path: &str| match shipped(path) {
        Some(own) => Ok(own.file.to_owned()),
        None => load(path).map_err(|why| {
            let names: Vec<_> = G::LEARNT.iter().map(|learnt| learnt.name).collect();
            match names.is_empty() {
                true => why,
                false => format!("{why}; {} comes with {}", G::NAME, names.join(", ")),
            }
        }),
    };
    let options = Options::check(LEARNED, LEARNED_OPTIONS, &spec.given, &read)?;
    let wanted = options.spec("digest").unwrap_or_default();
    let (file, text) = match options.get("file") {
        Some(OptionValue::File(name, Some(text))) => (name.clone(), text.as_str()),
        _ => match G::LEARNT.iter().find(|learnt| (learnt.fits)(game)) {
            Some(learnt) => (learnt.name.to_owned(), learnt.file),
            None if !wanted.is_empty() => {
                let wanted = shorten(wanted);
                return Err(SpecError(format!(
                    "{LEARNED}: option digest={wanted}: no weights come with {} for these rules; \
                     expected their file, too",
                    G::NAME
                )));
            }
            None => return Ok(G::EVALUATIONS.first().map_or(Chosen::Nothing, usual)),
        },
    };
    let refuse = |why: String| SpecError(format!("{LEARNED}: file {}: {why}", shorten(&file)));
    let learned = remembered(text, features, game).map_err(&refuse)?;
    check_digest(&learned.model().checksum, wanted).map_err(&refuse)?;
    Ok(Chosen::Learned(file, learned))
}

/// An evaluation of the list as it comes.
fn usual<G: Listed>(entry: &'static EvalEntry<G>) -> Chosen<G> {
    Chosen::Listed(entry, Options::defaults(entry.weights))
}

/// The weights of a text, which must be for these rules.
fn remembered<G: Listed>(
    text: &str,
    features: &'static dyn Features<G>,
    game: &G,
) -> Result<Learned<G>, String> {
    let fit = |model: Model| Learned::new(features, game, model);
    let read = || Model::read(text, G::NAME).and_then(fit).map_err(|error| error.to_string());
    // What is made of them depends on the features that these rules have and on whether there are two sides.
    let (layout, duel) = (Layout::of(features, game).digest, game.sides().count() == 2);
    let owner = format!("{} {layout:016x} {duel}", G::NAME);
    let learned = files::remembered(&owner, text, read)?;
    Ok((*learned).clone())
}

/// Knows nothing but finished games.
struct Nothing;

impl<G: Game> Evaluate<G> for Nothing {
    type Score = i64;

    fn score(&self, _game: &G, _state: &G::State, _pov: Player) -> i64 {
        0
    }
}
