"""The searches of rust-reversi as bots for Reversi. It needs PyPI's package:

    pip install rust-reversi

    plyglot match reversi --agents best 'exec(cmd="python3 examples/outside/rustreversi.py mobility",name=rust-reversi)' \\
        --games 100 --cpu-time 0.1 --margin 60 --random-plies 4

`mobility` and `discs` are alpha-beta with its evaluations of these, `mcts` its Monte Carlo tree search with random
playouts; a second word multiplies the time that it takes: `mcts 10`.
"""
import sys
import rust_reversi as rr
from ugi import Waiter, serve

SEARCHES = {
    "mobility": lambda: rr.AlphaBetaSearch(rr.LegalNumEvaluator(), 60, 1 << 20),
    "discs": lambda: rr.AlphaBetaSearch(rr.PieceEvaluator(), 60, 1 << 20),
    "mcts": lambda: rr.MctsSearch(1 << 30, 1.0, 10),
}


class Reversi:
    """Squares are counted row by row; who cannot move passes there and is skipped here."""

    def __init__(self, search, times):
        self.search, self.times, self.waiter = SEARCHES[search](), times, Waiter()

    def reset(self):
        self.board = rr.Board()

    def skip(self):
        if self.board.is_pass():
            self.board.do_pass()

    def play(self, move):
        self.skip()
        self.board.do_move("abcdefgh".index(move[0]) + 8 * (int(move[1]) - 1))

    def think(self, seconds):
        self.skip()
        timeout = lambda wall: self.search.get_move_with_timeout(self.board, max(1, round(1000 * wall)))
        square = self.waiter.run(seconds * self.times, timeout)
        return "abcdefgh"[square % 8] + str(square // 8 + 1)


serve("rust-reversi", Reversi(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1.0))
