//! Files that conform reads, damaged: errors, never a panic.

use std::fs;

use plyglot_conform::{Subject, check_games, check_perft};
use plyglot_core::{GameEntry, Rng};
use plyglot_reversi::Reversi;

use crate::testdata;

#[test]
fn damaged_files_are_refused_or_disagree() {
    let good = fs::read_to_string(testdata("reversixt/playouts.jsonl")).unwrap();
    let good: String = good.lines().take(2).map(|line| format!("{line}\n")).collect();
    let subject = Subject::new(GameEntry::of::<Reversi>());
    let mut rng = Rng::new(9);
    for round in 0..300 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..=round % 5 {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => bytes.truncate(at),
                _ => bytes.insert(at, b"[]{}\",:0-"[rng.below(9)]),
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let _ = check_games(&subject, &text, &mut |_| {});
        let _ = check_perft(&subject, &text, 1000, &mut |_| {});
    }
}
