"""ai-othello, an alpha-beta search that solves endings, as a bot for Reversi. It needs the program of that crate:

    cargo install ai-othello

    plyglot match reversi --agents best 'exec(cmd="python3 examples/outside/ai_othello.py",name=ai-othello)' \\
        --games 100 --cpu-time 0.1 --margin 60 --random-plies 4

It searches to a fixed depth; here to one after the other until the time is used, so it takes more than that. A number
after the name of this file multiplies the time.
"""
import shutil, subprocess, sys, time
from ugi import serve

SOLVED = 10  # the endings that it solves: so many empty squares


class Othello:
    """Its protocol is much like ours; who cannot move passes there and is skipped here."""

    def __init__(self, times):
        program = shutil.which("ai-othello")
        if not program:
            sys.exit("there is no ai-othello: install it with cargo")
        self.times = times
        self.program = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command, answer):
        """What follows the word with which the line that answers begins."""
        self.program.stdin.write(command + "\n")
        self.program.stdin.flush()
        for line in self.program.stdout:
            if line.startswith(answer):
                return line[len(answer) :].strip()
            if line.startswith("error"):
                break
        sys.exit(f"{command}: {line}")

    def reset(self):
        self.moves = []

    def legal(self):
        self.program.stdin.write("position startpos moves " + " ".join(self.moves) + "\n")
        return self.ask("legal", "legalmoves").split()

    def skip(self):
        if "pass" in self.legal():
            self.moves.append("pass")

    def play(self, move):
        self.skip()
        self.moves.append(move)

    def think(self, seconds):
        self.skip()
        [best, *others], before = self.legal(), self.used()
        if others and 60 - len(self.moves) + self.moves.count("pass") <= SOLVED:
            return self.ask(f"go depth 1 endgame {SOLVED}", "bestmove")
        for depth in range(1, 17):
            if others and self.used() - before < seconds * self.times:
                best = self.ask(f"go depth {depth}", "bestmove")
        return best

    def used(self):
        return time.clock_gettime(~self.program.pid << 3 | 2)  # Linux: the clock of another process


serve("ai-othello", Othello(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0))
