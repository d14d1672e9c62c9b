//! The experiments that come with the program.

use plyglot_arena::Error;
use plyglot_catalog::Catalog;

use crate::file::{self, Experiment};

macro_rules! experiments {
    ($($name:literal),+ $(,)?) => {
        /// Names and texts of all files of the folder `experiments`.
        pub const FILES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../../experiments/", $name, ".toml")))),+
        ];
    };
}

experiments![
    "dala-depth",
    "dala-seats",
    "chexers-brs",
    "chexers-memory",
    "reversixt-aspiration",
    "checkers-cache",
    "halma-greedy",
    "halma-terms",
];

/// The experiment of that name.
pub fn find(name: &str, catalog: &Catalog) -> Result<Experiment, Error> {
    let Some((name, text)) = FILES.iter().find(|(own, _)| *own == name) else {
        let known: Vec<_> = FILES.iter().map(|(own, _)| *own).collect();
        let known = known.join(", ");
        return Err(Error::Input(format!("no experiment {name:?}; there are {known}")));
    };
    file::read(name, text, catalog)
        .map_err(|error| Error::Input(format!("experiments/{name}.toml: {error}")))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_embedded_and_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let mut there: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut listed: Vec<_> = FILES.iter().map(|(name, _)| format!("{name}.toml")).collect();
        there.sort();
        listed.sort();
        assert_eq!(listed, there);
        let catalog = Catalog::standard();
        for (name, _) in FILES {
            find(name, &catalog).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = find("dala", &Catalog::standard()).err().unwrap().to_string();
        assert!(error.starts_with("no experiment \"dala\"; there are dala-depth, "), "{error}");
    }
}
