"""The alpha-beta search of py-draughts as a bot for checkers. It needs PyPI's package:

    pip install py-draughts

    plyglot match checkers --agents best 'exec(cmd="python3 examples/outside/py_draughts.py",name=py-draughts)' \\
        --games 100 --cpu-time 0.1 --margin 60

Its American checkers leave it to the players whether to capture; here they must, also in its search. A number after
the name of this file multiplies the time that it takes.
"""
import sys
from draughts import AmericanBoard, SimpleEngine
from ugi import Waiter, serve


class Board(AmericanBoard):
    """Captures are compulsory, and the match decides what is a draw."""

    @property
    def legal_moves(self):
        moves = super().legal_moves
        return [move for move in moves if move.captured_list] or moves


class Draughts:
    """Who begins is White there and sits below, so squares are counted from the other end: our 1 is its 31."""

    def __init__(self, times):
        self.times, self.waiter = times, Waiter()

    def reset(self):
        self.board, self.engine = Board(), SimpleEngine(depth_limit=40)

    def play(self, move):
        path = [32 - int(n) for n in move.replace("x", "-").split("-")]
        self.board.push(next(own for own in self.board.legal_moves if own.square_list == path))

    def think(self, seconds):
        move = self.waiter.run(seconds * self.times, self.search)
        return ("x" if move.captured_list else "-").join(str(32 - n) for n in move.square_list)

    def search(self, seconds):
        self.engine.time_limit = seconds
        return self.engine.get_best_move(self.board.copy())


serve("py-draughts", Draughts(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
