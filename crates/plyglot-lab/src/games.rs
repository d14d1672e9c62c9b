//! What can be played and by whom, with options as forms.

use plyglot_catalog::{Catalog, Opened, SearchEntry, Shipped, model::Model};
use plyglot_core::{Format, GameEntry, Named, OptionKind, OptionSpec, Options, options::no_files};
use serde::{Deserialize, Serialize};

use crate::{Error, Limits, files};

/// A game of the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Game {
    /// The name in specifications.
    pub name: String,
    /// One line on what it is.
    pub about: String,
    /// How many players it takes.
    pub players: String,
    /// Its options.
    pub options: Vec<Field>,
    /// Its evaluations, the best general one first, with their weights.
    pub evaluations: Vec<Part>,
    /// Its move orderings.
    pub orders: Vec<Part>,
    /// The formats of files of its games.
    pub formats: Vec<Part>,
}

/// Something that specifications name, with its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Part {
    /// The name in specifications.
    pub name: String,
    /// One line on what it is.
    pub about: String,
    /// Its options.
    pub options: Vec<Field>,
}

/// A search, and the games that it can play as they are by default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Search {
    /// Its name and options.
    #[serde(flatten)]
    pub part: Part,
    /// The names of the games.
    pub games: Vec<String>,
}

/// One option as a field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it takes.
    #[serde(flatten)]
    pub kind: Kind,
    /// What it has if nothing is said; nothing where something else decides.
    pub default: Option<String>,
    /// One line on what it does.
    pub help: String,
}

/// What an option takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", content = "values", rename_all = "snake_case")]
pub enum Kind {
    /// On or off.
    Flag,
    /// A whole number from one to another.
    Int([i64; 2]),
    /// Memory to take in megabytes, from one to another.
    Megabytes([i64; 2]),
    /// Threads to use, from one to another.
    Threads([i64; 2]),
    /// A real number from one to another.
    Real([f64; 2]),
    /// A specification of its own.
    Spec,
    /// One of these words.
    Choice(Vec<String>),
    /// The contents of a file, or one of these built-in ones.
    File(Vec<String>),
}

impl From<&OptionSpec> for Field {
    fn from(option: &OptionSpec) -> Field {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let kind = match option.kind {
            OptionKind::Flag => Kind::Flag,
            OptionKind::Int { min, max } => Kind::Int([min, max]),
            OptionKind::Megabytes { min, max } => Kind::Megabytes([min, max]),
            OptionKind::Threads { min, max } => Kind::Threads([min, max]),
            OptionKind::Real { min, max } => Kind::Real([min, max]),
            OptionKind::Spec => Kind::Spec,
            OptionKind::Choice(among) => Kind::Choice(words(among)),
            OptionKind::File(builtin) => Kind::File(words(builtin)),
        };
        let default = (!option.default.is_empty()).then(|| option.default.to_owned());
        Field { name: option.name.to_owned(), kind, default, help: option.help.to_owned() }
    }
}

/// Options as the fields of a form.
pub fn form(options: &[OptionSpec]) -> Vec<Field> {
    options.iter().map(Field::from).collect()
}

impl From<&Named> for Part {
    fn from(named: &Named) -> Part {
        let (name, about) = (named.name.to_owned(), named.about.to_owned());
        Part { name, about, options: form(named.options) }
    }
}

impl From<&Format> for Part {
    fn from(format: &Format) -> Part {
        let (name, about) = (format.name.to_owned(), format.about.to_owned());
        Part { name, about, options: Vec::new() }
    }
}

impl From<&GameEntry> for Game {
    fn from(game: &GameEntry) -> Game {
        let parts = |list: Vec<Named>| list.iter().map(Part::from).collect();
        Game {
            name: game.name.to_owned(),
            about: game.about.to_owned(),
            players: game.players.to_owned(),
            options: form(game.options),
            evaluations: parts((game.evaluations)()),
            orders: parts((game.orders)()),
            formats: files::formats(game)
                .iter()
                .filter(|own| own.written)
                .map(Part::from)
                .collect(),
        }
    }
}

/// Learnt weights that come with a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// The game.
    pub game: String,
    /// The name in specifications: `learned(file=NAME)`.
    pub name: String,
    /// Where they come from, or why they cannot be used.
    pub about: String,
    /// Whether they are what `learned` without a file stands for under the rules asked about.
    pub used: bool,
}

/// The learnt weights that come with an opened game.
pub fn weights(catalog: &Catalog, opened: &Opened) -> Result<Vec<Weights>, Error> {
    let learnt = catalog.learnt(opened).map_err(|error| Error::spec("game", &error))?;
    let about = |file: &str| match Model::pedigree_of(file) {
        Ok(pedigree) => pedigree.to_string(),
        Err(error) => error.to_string(),
    };
    let own = |own: Shipped| Weights {
        game: opened.entry.name.to_owned(),
        name: own.name.to_owned(),
        about: about(own.file),
        used: own.used,
    };
    Ok(learnt.into_iter().map(own).collect())
}

/// All games, in the order of lists.
pub fn games(catalog: &Catalog) -> Vec<Game> {
    catalog.games().map(Game::from).collect()
}

/// A named player of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Agent {
    /// The game.
    pub game: String,
    /// Its name and, if it is no preset, its options.
    #[serde(flatten)]
    pub part: Part,
    /// Of a preset, what the name stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<String>,
    /// The full normal form of its specification.
    pub specification: String,
}

/// The presets and classic players of a game; what a preset stands for may depend on the options of the game.
pub fn agents(catalog: &Catalog, opened: &Opened) -> Result<Vec<Agent>, Error> {
    let refused = |error| Error::spec("game", &error);
    let game = opened.entry.name;
    let full = |name: &str| catalog.agent(name, opened, &no_files).map(|own| own.spec().to_owned());
    let mut agents = Vec::new();
    for preset in opened.entry.presets_of(opened.session.sides().count()) {
        let (name, about) = (preset.name.to_owned(), preset.about.to_owned());
        agents.push(Agent {
            game: game.to_owned(),
            specification: full(&name).map_err(refused)?,
            part: Part { name, about, options: Vec::new() },
            stands_for: Some(catalog.stands_for(preset.name, opened).map_err(refused)?),
        });
    }
    for player in catalog.players(game).map_err(refused)? {
        agents.push(Agent {
            game: game.to_owned(),
            specification: full(player.name).map_err(refused)?,
            part: Part::from(&player),
            stands_for: None,
        });
    }
    Ok(agents)
}

/// A search with the games that it can play under their default options.
pub fn search(catalog: &Catalog, entry: &SearchEntry) -> Search {
    let plays = |game: &&GameEntry| {
        let session = game.build(&Options::defaults(game.options));
        session.is_ok_and(|session| catalog.fits(entry, &*session).is_ok())
    };
    let (name, about) = (entry.name.to_owned(), entry.about.to_owned());
    let mut options = form(entry.options);
    let usual: Vec<_> = catalog.games().flat_map(|game| game.usual(entry.name)).collect();
    for field in options.iter_mut().filter(|own| usual.iter().any(|(name, _)| *name == own.name)) {
        // The game decides.
        field.default = None;
    }
    Search {
        part: Part { name, about, options },
        games: catalog.games().filter(plays).map(|game| game.name.to_owned()).collect(),
    }
}

/// A strength that people choose by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Level {
    /// Its number, from 1.
    pub level: u8,
    /// Who plays.
    pub spec: String,
    /// What a move may cost.
    pub limits: Limits,
    /// What that means, in words.
    pub about: String,
}

/// The positions that a move may cost, level by level from the second on.
const LEVEL_NODES: [u64; 7] = [60, 300, 1_500, 8_000, 40_000, 200_000, 1_000_000];

/// The strengths of a game, the weakest first: anything at all, then the usual agent with more and more
/// positions to look at.
pub fn levels(game: &GameEntry) -> Vec<Level> {
    let agent = usual_agent(game);
    let first = Level {
        level: 1,
        spec: "random".to_owned(),
        limits: Limits::default(),
        about: "plays any legal move, all with equal chances".to_owned(),
    };
    let level = |(level, nodes): (u8, u64)| Level {
        level,
        spec: agent.to_owned(),
        limits: Limits { nodes: Some(nodes), millis: None },
        about: format!("{agent} looks at no more than {} positions a move", grouped(nodes)),
    };
    [first].into_iter().chain((2..).zip(LEVEL_NODES).map(level)).collect()
}

/// The agent that plays and gives hints when none is named: the best one the game has.
pub fn usual_agent(game: &GameEntry) -> &'static str {
    let best = game.presets.iter().any(|preset| preset.name == "best");
    if best { "best" } else { "paranoid" }
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
