//! Chexers: a three-player race on 37 hexes.
