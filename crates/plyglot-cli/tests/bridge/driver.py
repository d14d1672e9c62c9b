"""Plays checkers as the driver of CSC384 does, with a `GameEngine` on each side: python3 driver.py SQUARES

SQUARES is `even` or `odd`: those that the pieces stand on. Every move is looked up among those that
`plyglot engine` calls legal.
"""

import sys

from plyglot_bridge.checkers import GameEngine, place, write_position
from plyglot_bridge.engine import Engine

mirrored = sys.argv[1] == "even"
rules = Engine("checkers", 1)
engines = {colour: GameEngine(colour) for colour in "rb"}


def board(position):
    """The state that the driver hands to its players."""
    state = [["."] * 8 for _ in range(8)]
    for pieces in position.split(":")[1:3]:
        letter = "r" if pieces[0] == "W" else "b"
        for piece in filter(None, pieces[1:].split(",")):
            row, col = place(int(piece.lstrip("K")), mirrored)
            state[row][col] = letter.upper() if piece[0] == "K" else letter
    return state


position = rules.query("fen W:W21-32:B1-12", "position")
plies = longest = 0
colour = "r"
while plies < 300:
    state = board(position)
    assert write_position(state, colour, mirrored) == position.split(":H")[0], position
    path = engines[colour].nextMove(state, True, 5, True, True)
    legal = rules.query("fen " + position, "legal").split()
    if not path:
        assert legal == ["none"], position
        break
    assert all(isinstance(square, tuple) for square in path), path
    numbers = ["{}".format(4 * row + (7 - col if mirrored else col) // 2 + 1) for row, col in path]
    move = [own for own in legal if own.replace("x", "-") == "-".join(numbers)]
    assert len(move) == 1, (path, legal)
    position = rules.query("fen " + position + " moves " + move[0], "position")
    colour = "b" if colour == "r" else "r"
    plies += 1
    longest = max(longest, len(engines["r"]._moves))
print("over after", plies, "plies,", longest, "of them known to red")
