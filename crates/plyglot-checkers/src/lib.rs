//! English draughts, with FEN, PDN and board files.
