//! The laws of evaluations: whoever follows a search says what the evaluation says anew, whatever is played and taken
//! back, and of several positions at once it says what it says of each.

use plyglot_catalog::model::{
    Label, Learned, Model, Pedigree, Samples, Settings, Target, teach, train,
};
use plyglot_core::{
    Evaluate, Features, Game, Layout, Listed, Options, PerPlayer, Rng, options::no_files, seats,
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

/// A game under some options.
fn game<G: Listed>(options: &[(&str, &str)]) -> G {
    let given: Vec<_> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let options = Options::check(G::NAME, G::OPTIONS, &given, &no_files).unwrap();
    G::build(&options).unwrap()
}

/// What could be learnt of a game: weights, a small and a large network, and these without weights.
fn learnt<G: Listed>(game: &G) -> Vec<(usize, Learned<G>)> {
    let (features, mut found) = (G::FEATURES.unwrap(), Vec::new());
    for hidden in [0, 16, 128] {
        let mut own = model(game, features, hidden);
        for alone in [false, true] {
            if alone {
                own.weights.clear();
            }
            // A network for a game without patterns is refused, and so is nothing at all.
            let fit = Learned::new(features, game, own.clone()).ok();
            found.extend(fit.map(|eval| (hidden, eval)));
        }
    }
    assert!(!found.is_empty());
    found
}

fn follows<G: Listed>(options: &[(&str, &str)]) {
    let game: G = game(options);
    for (hidden, eval) in learnt(&game) {
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

/// Whether an evaluation says of many positions what it says of each, however many they are.
fn agrees<G: Listed>(game: &G, eval: &dyn Evaluate<G, Score = i64>, name: &str) {
    let states = walk(game, &mut Rng::new(7), 1000);
    let (mut found, mut rest) = (vec![PerPlayer::default()], &states[..]);
    for size in [0, 1, 2, 7, 64].into_iter().cycle() {
        let (some, others) = rest.split_at(size.min(rest.len()));
        eval.scores_of(game, some, &mut found);
        assert_eq!(found.len(), some.len(), "{} {name}", G::NAME);
        for (state, found) in some.iter().zip(&found) {
            assert_eq!(*found, eval.scores(game, state), "{} {name}", G::NAME);
            for pov in seats(game.players()) {
                assert_eq!(found[pov], eval.score(game, state, pov), "{} {name}", G::NAME);
            }
        }
        rest = others;
        if rest.is_empty() {
            break;
        }
    }
}

fn batches<G: Listed>(options: &[(&str, &str)]) {
    let game: G = game(options);
    for entry in G::EVALUATIONS {
        agrees(&game, &*(entry.build)(&Options::defaults(entry.weights)), entry.name);
    }
    for (hidden, eval) in learnt(&game) {
        agrees(&game, &eval, &format!("learnt with {hidden}"));
        agrees(&game, &std::sync::Arc::new(eval), &format!("shared with {hidden}"));
    }
}

/// Checks something on all games.
macro_rules! on_all_games {
    ($check:ident) => {
        $check::<plyglot_reversi::Reversi>(&[]);
        $check::<plyglot_reversi::Reversi>(&[("size", "6")]);
        $check::<plyglot_checkers::Checkers>(&[]);
        $check::<plyglot_dala::Dala>(&[]);
        $check::<plyglot_chexers::Chexers>(&[]);
        $check::<plyglot_halma::Halma>(&[]);
        $check::<plyglot_reversixt::ReversiXt>(&[("map", "cross3")]);
    };
}

#[test]
fn following_is_beginning_anew() {
    on_all_games!(follows);
}

#[test]
fn many_at_once_are_as_one_by_one() {
    on_all_games!(batches);
}
