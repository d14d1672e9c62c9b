//! A model as text: a line that says what it is, then the weights.
//!
//! The first line is `plyglot model 2`, the second a JSON object with everything but the weights and with
//! their number and checksum, the rest the weights as differences to the stage before, two bytes each,
//! compressed and in base 64. So any editor shows where a model comes from, and everything that reads text
//! files can read it. Weights are known by their checksum; a seal is the checksum of what the second line says
//! of them, but for where they come from.

use std::{
    fmt,
    io::{Read as _, Write as _},
    str::Lines,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{Model, Network, Pedigree, SIZES, Target};

const MAGIC: &str = "plyglot model 2";
/// The most weights of a model.
const MOST_WEIGHTS: usize = 1 << 26;
/// The most stages of a model with a hidden layer.
const MOST_STAGES: usize = 256;
/// Characters of a seal.
const SEAL: usize = 16;
/// Characters of a line of weights.
const LINE: usize = 120;

/// Why a text is no model, or not one that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// It does not begin as models do.
    Foreign,
    /// Its second line cannot be read.
    Header(String),
    /// It has more weights than any game needs.
    TooLarge(usize),
    /// The weights end early, go on after their end, or are not what was written.
    Damaged(String),
    /// It is of another game.
    Game(String),
    /// It is for other features.
    Layout,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Foreign => {
                write!(f, "this is no file of learnt weights: its first line is not {MAGIC:?}")
            }
            ModelError::Header(why) => write!(f, "line 2, which describes the weights: {why}"),
            ModelError::TooLarge(count) => {
                write!(f, "{count} weights are more than the {MOST_WEIGHTS} that any game may have")
            }
            ModelError::Damaged(why) => write!(f, "the weights are damaged: {why}"),
            ModelError::Game(game) => write!(f, "these weights are for {game}"),
            ModelError::Layout => f.write_str(
                "these weights are for other features than these rules have: learn them anew, \
                 or play under the rules that they were learnt under",
            ),
        }
    }
}

impl std::error::Error for ModelError {}

#[derive(Serialize, Deserialize)]
struct Header {
    game: String,
    target: Target,
    /// As text, since JSON's numbers are not made for 64 bits.
    layout: String,
    scale: f64,
    stages: usize,
    weights: usize,
    /// Units of the hidden layer, whose numbers follow the weights.
    #[serde(default, skip_serializing_if = "is_none")]
    hidden: usize,
    sha256: String,
    /// The checksum of all of that.
    seal: String,
    pedigree: Pedigree,
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_none(hidden: &usize) -> bool {
    *hidden == 0
}

impl Header {
    /// The checksum of what it says of the weights.
    fn sealed(&self) -> String {
        let Header { game, target, layout, scale, stages, weights, hidden, sha256, .. } = self;
        let facts =
            format!("{game} {target:?} {layout} {scale} {stages} {weights} {hidden} {sha256}");
        checksum(facts.as_bytes()).chars().take(SEAL).collect()
    }

    /// Reads the first two lines.
    fn read(lines: &mut Lines<'_>) -> Result<Header, ModelError> {
        if lines.next().map(str::trim_end) != Some(MAGIC) {
            return Err(ModelError::Foreign);
        }
        serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| ModelError::Header(error.to_string()))
    }
}

impl Model {
    /// The model as text. `stages` is how many stages the weights are of.
    pub fn write(&self, stages: usize) -> String {
        let mut bytes = packed(&self.weights, stages);
        if let Some(network) = &self.network {
            bytes.extend(packed(&network.numbers().collect::<Vec<_>>(), 1));
        }
        let header = Header {
            game: self.game.clone(),
            target: self.target,
            layout: format!("{:016x}", self.digest),
            scale: self.scale,
            stages,
            weights: self.weights.len(),
            hidden: self.network.as_ref().map_or(0, |network| network.hidden),
            sha256: checksum(&bytes),
            seal: String::new(),
            pedigree: self.pedigree.clone(),
        };
        let header = Header { seal: header.sealed(), ..header };
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
        let body = STANDARD.encode(written.expect("memory takes everything"));
        let header = serde_json::to_string(&header).expect("a header is plain data");
        let mut text = format!("{MAGIC}\n{header}\n");
        for line in body.as_bytes().chunks(LINE) {
            text.push_str(std::str::from_utf8(line).expect("base 64 is ASCII"));
            text.push('\n');
        }
        text
    }

    /// Where the model of a text comes from; its weights are not looked at.
    pub fn pedigree_of(text: &str) -> Result<Pedigree, ModelError> {
        Ok(Header::read(&mut text.lines())?.pedigree)
    }

    /// Reads a model of a game.
    pub fn read(text: &str, game: &str) -> Result<Model, ModelError> {
        let mut lines = text.lines();
        let header = Header::read(&mut lines)?;
        if header.game != game {
            return Err(ModelError::Game(header.game));
        }
        if header.weights > MOST_WEIGHTS {
            return Err(ModelError::TooLarge(header.weights));
        }
        let fits = header.stages > 0 && header.weights.is_multiple_of(header.stages);
        let digest = u64::from_str_radix(&header.layout, 16).ok();
        let (Some(digest), true, true) = (digest, fits, header.scale > 0.0) else {
            return Err(ModelError::Header(
                "layout, scale, stages and weights do not fit".to_owned(),
            ));
        };
        let hidden = header.hidden;
        if hidden > 0 && !SIZES.contains(&hidden) {
            return Err(ModelError::Header(format!(
                "a hidden layer of {hidden} units: expected one of {SIZES:?}"
            )));
        }
        if hidden > 0 && header.stages > MOST_STAGES {
            return Err(ModelError::Header(format!(
                "a hidden layer of {} stages: expected at most {MOST_STAGES}",
                header.stages
            )));
        }
        if header.sealed() != header.seal {
            return Err(ModelError::Header("it is not what was written".to_owned()));
        }
        let more = if hidden == 0 { 0 } else { Network::size(hidden, header.stages) };
        let mut bytes = unpacked(lines, (header.weights + more) * 2)?;
        if checksum(&bytes) != header.sha256 {
            return Err(ModelError::Damaged("the checksum is another".to_owned()));
        }
        let numbers = bytes.split_off(header.weights * 2);
        let network = (hidden > 0).then(|| Network::of(hidden, summed(&numbers, 1)));
        Ok(Model {
            game: header.game,
            network,
            target: header.target,
            digest,
            scale: header.scale,
            pedigree: header.pedigree,
            weights: summed(&bytes, header.stages),
            checksum: header.sha256,
        })
    }
}

/// The bytes behind lines of base 64, exactly so many.
fn unpacked<'a>(lines: impl Iterator<Item = &'a str>, count: usize) -> Result<Vec<u8>, ModelError> {
    let damaged = |why: String| ModelError::Damaged(why);
    let body: String = lines.map(str::trim_end).collect();
    let body = STANDARD.decode(body).map_err(|error| damaged(error.to_string()))?;
    let (mut bytes, mut decoder) = (Vec::new(), ZlibDecoder::new(&*body));
    let read = decoder.by_ref().take(count as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| damaged(error.to_string()))?;
    if bytes.len() != count {
        return Err(damaged(format!("{count} bytes were announced, others came")));
    }
    match decoder.total_in() == body.len() as u64 {
        true => Ok(bytes),
        false => Err(damaged("they go on after their end".to_owned())),
    }
}

/// Every weight as its difference to the stage before, low bytes first and then high ones, stage by stage.
fn packed(weights: &[i16], stages: usize) -> Vec<u8> {
    let size = weights.len() / stages.max(1);
    let mut bytes = Vec::with_capacity(2 * weights.len());
    let mut before = vec![0; size];
    for stage in weights.chunks(size.max(1)) {
        let steps: Vec<_> =
            stage.iter().zip(&before).map(|(own, before)| own.wrapping_sub(*before)).collect();
        bytes.extend(steps.iter().map(|step| step.to_le_bytes()[0]));
        bytes.extend(steps.iter().map(|step| step.to_le_bytes()[1]));
        before.copy_from_slice(stage);
    }
    bytes
}

fn summed(bytes: &[u8], stages: usize) -> Vec<i16> {
    let size = bytes.len() / 2 / stages;
    let (mut weights, mut before) = (Vec::with_capacity(bytes.len() / 2), vec![0i16; size]);
    for stage in bytes.chunks(2 * size.max(1)) {
        let (low, high) = stage.split_at(size);
        for ((before, low), high) in before.iter_mut().zip(low).zip(high) {
            *before = before.wrapping_add(i16::from_le_bytes([*low, *high]));
        }
        weights.extend_from_slice(&before);
    }
    weights
}
