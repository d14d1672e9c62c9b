"""A player as the Chexers course wants them: the referee makes one for each colour, asks it and tells it."""
import random

HEXES = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
PROGRESS = {"red": lambda q, r: q, "green": lambda q, r: r, "blue": lambda q, r: -q - r}


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.board = {place: own for own in PROGRESS for place in HEXES if PROGRESS[own](*place) == -3}

    def action(self):
        return random.choice(list(self.actions()) or [("PASS", None)])

    def update(self, colour, action):
        kind, places = action
        if kind == "EXIT":
            del self.board[places]
        elif kind != "PASS":
            (a, b), (c, d) = places
            self.board[c, d] = self.board.pop((a, b))
            if kind == "JUMP":
                self.board[(a + c) // 2, (b + d) // 2] = colour

    def actions(self):
        free = HEXES - set(self.board)
        for q, r in [place for place, own in self.board.items() if own == self.colour]:
            if PROGRESS[self.colour](q, r) == 3:
                yield "EXIT", (q, r)
            for dq, dr in STEPS:
                near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                if near in free:
                    yield "MOVE", ((q, r), near)
                elif far in free:
                    yield "JUMP", ((q, r), far)
