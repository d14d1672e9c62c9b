"""The Monte Carlo tree search of OpenSpiel, with random playouts, as a bot for Reversi or checkers. It needs PyPI's package:

    pip install open_spiel

    plyglot match checkers --agents best 'exec(cmd="python3 examples/outside/openspiel.py checkers",name=openspiel)' \\
        --games 100 --cpu-time 0.1 --margin 60

The game is `othello` or `checkers`; a second word multiplies the time that it takes: `checkers 10`.
"""
import sys, time
import pyspiel
from ugi import serve


class Tree:
    """As many simulations as the time allows, by what the last ones took."""

    def __init__(self, name, times):
        self.game, self.times, self.seed = pyspiel.load_game(name), times, 0

    def reset(self):
        self.state, self.rate = self.game.new_initial_state(), 3000.0

    def choose(self, state, seconds):
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        self.seed, seconds = self.seed + 1, seconds * self.times
        simulations = max(8, int(self.rate * seconds))
        playouts = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, playouts, 2.0, simulations, 1000, True, self.seed, False)
        before = time.process_time()
        root = bot.mcts_search(state)
        took = time.process_time() - before
        if root.explore_count > 100:  # fewer, where a result is proven at once, tell nothing of the speed
            self.rate = root.explore_count / max(took, 1e-4)
        return root.best_child().action


class Othello(Tree):
    """Squares are called as here; who cannot move passes there and is skipped here."""

    def skip(self):
        while self.state.legal_actions() and self.state.action_to_string(self.state.legal_actions()[0]) == "pass":
            self.state.apply_action(self.state.legal_actions()[0])

    def play(self, move):
        self.skip()
        self.state.apply_action(self.state.string_to_action(move))

    def think(self, seconds):
        self.skip()
        return self.state.action_to_string(self.choose(self.state, seconds))


class Checkers(Tree):
    """Who begins sits below there, so the board is turned around; jumps are actions of their own."""

    NAMES = {n: "hgfedcba"[2 * ((n - 1) % 4) + ((n - 1) // 4 + 1) % 2] + str((n - 1) // 4 + 1) for n in range(1, 33)}
    NUMBERS = {name: n for n, name in NAMES.items()}

    def play(self, move):
        path = [self.NAMES[int(n)] for n in move.replace("x", "-").split("-")]
        for a, b in zip(path, path[1:]):
            self.state.apply_action(self.state.string_to_action(a + b))

    def think(self, seconds):
        state, path = self.state.clone(), []
        while not path or state.current_player() == self.state.current_player():
            action = self.choose(state, seconds)
            step = state.action_to_string(action)
            path, jumps = path or [step[:2]], abs(int(step[1]) - int(step[3])) == 2
            path.append(step[2:4])
            state.apply_action(action)
        return ("x" if jumps else "-").join(str(self.NUMBERS[square]) for square in path)


name, times = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
serve("openspiel", {"othello": Othello, "checkers": Checkers}[name](name, times))
