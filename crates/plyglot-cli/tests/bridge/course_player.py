"""A player of Chexers as students write them: it knows the rules, plays at random and talks too much."""

import random

HEXES = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def progress(colour, place):
    q, r = place
    return {"red": q, "green": r, "blue": -q - r}[colour]


class Player:
    def __init__(self, colour):
        print("hello from", colour)
        self.colour, self.random = colour, random.Random(colour)
        colours = ("red", "green", "blue")
        self.board = {place: own for place in HEXES for own in colours if progress(own, place) == -3}

    def action(self):
        print('{"action": ["PASS", null]}')
        actions = []
        for (q, r) in [place for place, own in self.board.items() if own == self.colour]:
            if progress(self.colour, (q, r)) == 3:
                return "EXIT", (q, r)
            for dq, dr in STEPS:
                near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                if near in HEXES and near not in self.board:
                    actions.append(("MOVE", ((q, r), near)))
                elif near in self.board and far in HEXES and far not in self.board:
                    actions.append(("JUMP", ((q, r), far)))
        return self.random.choice(actions) if actions else ("PASS", None)

    def update(self, colour, action):
        kind, places = action
        assert isinstance(places, tuple) or kind == "PASS", action
        if kind == "EXIT":
            del self.board[places]
        elif kind != "PASS":
            (q, r), (u, v) = places
            del self.board[q, r]
            self.board[u, v] = colour
            if kind == "JUMP":
                self.board[(q + u) // 2, (r + v) // 2] = colour


class Broken:
    """Makes a mistake of the kind that is asked for instead of an action."""

    def __init__(self, colour):
        self.colour = colour

    def action(self):
        return 1 // 0

    def update(self, colour, action):
        if colour == "red":
            raise SystemExit("no more")
        self.kept = bytearray(30 << 20)
        for at in range(0, len(self.kept), 4096):
            self.kept[at] = 1
