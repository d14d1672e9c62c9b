//! The law of trackers: whoever follows a search says what the evaluation says anew, whatever is played and taken
//! back.

use plyglot_catalog::model::{
    Label, Learned, Model, Pedigree, Samples, Settings, Target, teach, train,
};
use plyglot_core::{
    Evaluate, Features, Game, Layout, Listed, Options, Rng, options::no_files, seats,
};

/// A model that foretells nothing but has weights and units for everything that is seen.
fn model<G: Listed>(game: &G, features: &'static dyn Features<G>, hidden: usize) -> Model {
    let layout = Layout::of(features, game);
    let mut samples = Samples::new(layout.clone()).with_planes();
    let mut rng = Rng::new(5);
    for state in walk(game, &mut rng, 300) {
        let drawn: Vec<f32> = (0..game.players()).map(|_| rng.below(1000) as f32).collect();
        let all: f32 = drawn.iter().sum();
        let label = match game.sides().count() {
            2 => Label::Mover(drawn[0] / 1000.0),
            _ => Label::Shares(drawn.iter().map(|share| share / all).collect()),
        };
        samples.push(features, game, &state, &label);
    }
    let settings = Settings { epochs: 1, ..Settings::default() };
    let trained = train(&samples, &samples, None, &settings);
    let base = samples.values(&trained.weights);
    let taught =
        (hidden > 0).then(|| teach((&samples, &base), (&samples, &base), hidden, None, &settings));
    Model {
        game: G::NAME.to_owned(),
        target: Target::Result,
        digest: layout.digest,
        scale: 1.0,
        pedigree: Pedigree::default(),
        weights: trained.quantised(Target::Result),
        network: taught.map(|own| own.network),
        checksum: String::new(),
    }
}

/// Running positions on a way through games, with moves taken back now and then.
fn walk<G: Game>(game: &G, rng: &mut Rng, count: usize) -> Vec<G::State> {
    let mut path = vec![game.start()];
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    while found.len() < count {
        let mut state = path[path.len() - 1].clone();
        moves.clear();
        if game.outcome(&state).is_none() {
            found.push(state.clone());
            game.moves(&state, &mut moves);
        }
        if moves.is_empty() || rng.below(4) == 0 {
            let kept = path.len() - rng.below(path.len().min(6));
            path.truncate(kept);
        } else {
            game.make(&mut state, moves[rng.below(moves.len())]);
            path.push(state);
        }
    }
    found
}

fn follows<G: Listed>(options: &[(&str, &str)]) {
    let given: Vec<_> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let options = Options::check(G::NAME, G::OPTIONS, &given, &no_files).unwrap();
    let game = G::build(&options).unwrap();
    let features = G::FEATURES.unwrap();
    for hidden in [0, 16, 128] {
        let mut own = model(&game, features, hidden);
        for alone in [false, true] {
            if alone {
                own.weights.clear();
            }
            let Ok(eval) = Learned::new(features, &game, own.clone()) else { continue };
            let Some(mut tracker) = eval.tracker(&game) else { continue };
            let mut differing = 0;
            for state in walk(&game, &mut Rng::new(hidden as u64), 2000) {
                for pov in seats(game.players()) {
                    let fresh = eval.score(&game, &state, pov);
                    assert_eq!(tracker.score(&game, &state, pov), fresh, "{} {hidden}", G::NAME);
                    differing += usize::from(fresh != 0);
                }
            }
            assert!(differing > 0, "{} {hidden}: it has something to say", G::NAME);
        }
    }
}

#[test]
fn following_is_beginning_anew() {
    follows::<plyglot_reversi::Reversi>(&[]);
    follows::<plyglot_reversi::Reversi>(&[("size", "6")]);
    follows::<plyglot_checkers::Checkers>(&[]);
    follows::<plyglot_dala::Dala>(&[]);
    follows::<plyglot_chexers::Chexers>(&[]);
    follows::<plyglot_halma::Halma>(&[]);
    follows::<plyglot_reversixt::ReversiXt>(&[("map", "cross3")]);
}
