"""A player for the referee of Chexers: python3 -m referee plyglot_bridge.chexers RED BLUE"""

import re

from plyglot_bridge.engine import Engine

# A player has 256 turns at most and 60 seconds for all of them. The referee counts the processor time of
# its own process, so that the agent's is never held against it; it is kept to all the same.
SECONDS = 0.2

COLOURS = ("red", "green", "blue")

NUMBER = re.compile(r"-?\d+")


class Player:
    """Plays what one of Plyglot's agents would play."""

    def __init__(self, colour):
        if colour not in COLOURS:
            raise ValueError("a colour is red, green or blue, not {!r}".format(colour))
        self.colour = colour
        self._moves = []
        # As the referee has it, a last exit on the very last turn of the game comes too late.
        self._engine = Engine("chexers(last_turn=draw)", SECONDS)

    def action(self):
        """The agent's action in the game so far."""
        moves = " ".join(["moves"] + self._moves) if self._moves else ""
        move = self._engine.best_move("startpos " + moves)
        return read_action(move or "PASS")

    def update(self, colour, action):
        """Somebody, perhaps this player, has acted."""
        self._moves.append(write_action(action))


def write_action(action):
    """An action in the spelling of Plyglot: ("MOVE", ((0, 0), (1, 0))) is MOVE(0,0)(1,0)."""
    kind, places = action
    if kind == "PASS":
        return kind
    places = [places] if kind == "EXIT" else places
    return kind + "".join("({},{})".format(q, r) for q, r in places)


def read_action(text):
    """The action of such a spelling, in tuples, which the referee compares with its own."""
    kind = text[:4]
    numbers = [int(number) for number in NUMBER.findall(text)]
    places = tuple(zip(numbers[::2], numbers[1::2]))
    if kind == "PASS":
        return kind, None
    return kind, places[0] if kind == "EXIT" else places
