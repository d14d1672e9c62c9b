//! ReversiXT: Reversi for 2 to 8 players on any map.
