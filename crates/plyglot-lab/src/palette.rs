//! The one palette of all drawings: terminal, pictures, reports and pages take their colours from here.
//!
//! Seats are chosen to stay apart for colour-blind readers too, and letters on their fills to be read;
//! nothing is told by colour alone.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::Material;

/// A colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The colours of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatColours {
    /// The word for it.
    pub name: &'static str,
    /// Pieces and areas on a light ground.
    pub fill: Colour,
    /// Lines on a light ground.
    pub line: Colour,
    /// Everything on a dark ground.
    pub dark: Colour,
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ground {
    /// What it is made of.
    pub material: Material,
    /// Cells, and the darker cells of a chequered board.
    pub light: [Colour; 2],
    /// The same on a dark page.
    pub dark: [Colour; 2],
}

const fn colour(rgb: u32) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Colour(red, green, blue)
}

const fn seat(name: &'static str, fill: u32, line: u32, dark: u32) -> SeatColours {
    SeatColours { name, fill: colour(fill), line: colour(line), dark: colour(dark) }
}

const fn ground(material: Material, light: [u32; 2], dark: [u32; 2]) -> Ground {
    let ([light, deep], [dark, darker]) = (light, dark);
    Ground { material, light: [colour(light), colour(deep)], dark: [colour(dark), colour(darker)] }
}

/// The seats of games that do not name theirs after colours, in order.
pub const SEATS: [SeatColours; 8] = [
    seat("blue", 0x2c46a0, 0x1929a0, 0x496ce7),
    seat("red", 0xb13d00, 0xab3426, 0xd53736),
    seat("green", 0x55a890, 0x2b8870, 0xa2f2d1),
    seat("yellow", 0xf1d833, 0xbc8c00, 0xf9bf28),
    seat("purple", 0xa86cb2, 0x9b5398, 0xa6547f),
    seat("sky", 0x9fdafe, 0x209dd2, 0x68b4e4),
    seat("ink", 0x141b23, 0x1e2731, 0xddecff),
    seat("brown", 0x533628, 0x442e20, 0xad9882),
];

/// Seats named black and white are that on every ground.
pub const BLACK_AND_WHITE: [SeatColours; 2] =
    [seat("black", 0x22262b, 0x22262b, 0x22262b), seat("white", 0xfbf9f4, 0xfbf9f4, 0xfbf9f4)];

/// What boards are made of.
pub const GROUNDS: [Ground; 6] = [
    ground(Material::Linen, [0xece6da, 0xd3c9b4], [0x3b414a, 0x2f343c]),
    ground(Material::Sand, [0xead9b5, 0xd6c08f], [0x4a4130, 0x3a3325]),
    ground(Material::Slate, [0xe2e7ee, 0xc7d0dc], [0x38424e, 0x2c343e]),
    ground(Material::Felt, [0x3f9168, 0x357c59], [0x23573d, 0x1b4630]),
    ground(Material::Wood, [0xf2e3c8, 0xb98a5e], [0x8d7a5f, 0x5a4a38]),
    ground(Material::Paper, [0xefe7d6, 0xd9ceb6], [0x423c33, 0x342f28]),
];

/// Cells that cannot be used, on light and dark pages.
pub const BLOCKED: [Colour; 2] = [colour(0x5c6670), colour(0x232a32)];
/// What cells with a meaning of their own are mixed with ([`SPECIAL_SHARE`]), on light and dark pages.
pub const SPECIAL: [Colour; 2] = [colour(0x7a5cc4), colour(0xb9a0ff)];
/// The rim of pieces, on light and dark pages: it, not the fill, sets a piece off from its cell.
pub const RING: [Colour; 2] = [colour(0x15181c), colour(0xf4f6f8)];
/// Pieces of nobody.
pub const NEUTRAL: Colour = colour(0x8a949e);
/// Where the last move went, on light and dark pages.
pub const LAST: [Colour; 2] = [colour(0xffd54a), colour(0xe0b020)];
/// How much of a seat's colour is in its homes and exits.
pub const BASE_SHARE: f32 = 0.22;
/// How much of [`SPECIAL`] is in special cells.
pub const SPECIAL_SHARE: f32 = 0.25;

/// The colours of a seat: those of the colour that it is named after, else those of its number.
pub fn of_seat(name: &str, number: usize) -> SeatColours {
    let mut named = BLACK_AND_WHITE.iter().chain(&SEATS[..4]);
    *named.find(|own| own.name == name).unwrap_or(&SEATS[number % SEATS.len()])
}

/// The colours of a board.
pub fn of_board(material: Material) -> Ground {
    *GROUNDS.iter().find(|own| own.material == material).unwrap_or(&GROUNDS[0])
}

impl Colour {
    /// Black or white, whichever is better read on this colour.
    pub fn ink(self) -> Colour {
        let (black, white) = (Colour(0, 0, 0), Colour(255, 255, 255));
        if self.contrast(black) > self.contrast(white) { black } else { white }
    }

    /// The contrast of two colours, from 1 to 21.
    pub fn contrast(self, other: Colour) -> f32 {
        let (own, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (own / other).max(other / own)
    }

    /// This colour with a share of another.
    pub fn mixed(self, other: Colour, share: f32) -> Colour {
        let mix = |own: u8, other: u8| {
            (f32::from(own) + (f32::from(other) - f32::from(own)) * share).round() as u8
        };
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    fn luminance(self) -> f32 {
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_can_be_read_on_every_seat_and_rims_seen_on_every_board() {
        for own in SEATS.iter().chain(&BLACK_AND_WHITE) {
            for fill in [own.fill, own.dark] {
                assert!(fill.contrast(fill.ink()) >= 4.5, "{} {fill}", own.name);
            }
        }
        for own in GROUNDS {
            for (cells, ring) in [(own.light, RING[0]), (own.dark, RING[1])] {
                for cell in cells {
                    assert!(cell.contrast(ring) >= 3.0, "{:?} {cell}", own.material);
                }
            }
        }
        let page = [colour(0xffffff), colour(0x161c24)];
        for own in SEATS {
            assert!(own.line.contrast(page[0]) >= 2.9, "{} {}", own.name, own.line);
            assert!(own.dark.contrast(page[1]) >= 2.9, "{} {}", own.name, own.dark);
        }
    }

    #[test]
    fn seats_differ_and_keep_the_colour_that_they_are_named_after() {
        let far = |a: Colour, b: Colour| {
            let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
            part(a.0, b.0) + part(a.1, b.1) + part(a.2, b.2) > 60
        };
        for (at, one) in SEATS.iter().enumerate() {
            for other in &SEATS[..at] {
                let pairs =
                    [(one.fill, other.fill), (one.line, other.line), (one.dark, other.dark)];
                assert!(pairs.iter().all(|(a, b)| far(*a, *b)), "{} {}", one.name, other.name);
            }
        }
        for word in ["black", "white", "red", "green", "blue", "yellow"] {
            assert_eq!(of_seat(word, 7).name, word);
        }
        assert_eq!(of_seat("o", 1).name, "red");
        assert_eq!(serde_json::to_string(&SEATS[0].fill).unwrap(), "\"#2c46a0\"");
    }
}
