"""A player for the graphical driver of CSC384 (2021): python3 driver.py plyglot_bridge.checkers OTHER"""

from plyglot_bridge.engine import Engine

# The course promises ten seconds for a move, and its driver allows sixty.
SECONDS = 1.0

SIDES = {"r": "W", "b": "B"}


class GameEngine:
    """Plays what one of Plyglot's agents would play."""

    def __init__(self, colour):
        if colour not in SIDES:
            raise ValueError("a colour is 'r' or 'b', not {!r}".format(colour))
        self.colour = colour
        self._engine = Engine("checkers(draws=csc384-2021)", SECONDS)
        # The game as far as it is known: a first position, and the moves since, up to our last one.
        self._first, self._moves = None, []

    def nextMove(self, state, alphabeta=True, limit=None, caching=False, ordering=False):
        """The squares of the agent's move as (row, column), or None if there is none.

        What the driver says about how to search is for programs that search so; an agent goes by time.
        """
        mirrored = is_mirrored(state)
        position = write_position(state, self.colour, mirrored)
        self._follow(position)
        move = self._engine.best_move(self._game(self._moves))
        if move is None and self._moves:
            # The driver alone says when a game that goes round in circles is over.
            self._first, self._moves = position, []
            move = self._engine.best_move(self._game([]))
        if move is None:
            return None
        self._moves.append(move)
        return [place(int(number), mirrored) for number in move.replace("x", "-").split("-")]

    def _follow(self, position):
        """Takes up the game at a position: after an answer to our last move, or afresh.

        With its past the agent knows which positions come again, so it does not go round in circles.
        """
        if self._first is not None:
            legal = self._engine.query(self._game(self._moves), "legal").split()
            for answer in [] if legal == ["none"] else legal:
                moves = self._moves + [answer]
                if self._engine.query(self._game(moves), "position").split(":H")[0] == position:
                    self._moves = moves
                    return
        self._first, self._moves = position, []

    def _game(self, moves):
        return " ".join(["fen", self._first] + (["moves"] + moves if moves else []))


def is_mirrored(state):
    """Whether the pieces stand on the squares that Plyglot does not use: row and column together even."""
    pieces = [(row, col) for row in range(8) for col in range(8) if state[row][col] != "."]
    even = sum((row + col) % 2 == 0 for row, col in pieces)
    if 0 < even < len(pieces):
        raise ValueError("pieces stand on squares of both colours")
    return even > 0


def write_position(state, colour, mirrored):
    """A position text: red is white there, and its squares have numbers."""
    pieces = {"W": [], "B": []}
    for number in range(1, 33):
        row, col = place(number, mirrored)
        letter = state[row][col]
        if letter != ".":
            pieces[SIDES[letter.lower()]].append("K" * letter.isupper() + str(number))
    lists = ":".join(side + ",".join(pieces[side]) for side in "WB")
    return "{}:{}".format(SIDES[colour], lists)


def place(number, mirrored):
    """Row and column of a square."""
    row = (number - 1) // 4
    col = 2 * ((number - 1) % 4) + (row + 1) % 2
    return row, 7 - col if mirrored else col
