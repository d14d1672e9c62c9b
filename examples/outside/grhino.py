"""GRhino, an Othello program with patterns learnt from games, as a bot for Reversi. It needs Debian's package:

    apt-get install grhino

A level fixes how deep it looks; it knows no limit of time, so the match allows it to be late:

    plyglot match reversi --agents best 'exec(cmd="python3 examples/outside/grhino.py --level=4",name=grhino)' \\
        --games 100 --cpu-time 0.1 --margin 60 --random-plies 4

What follows the name of this file is for `gtp-rhino`: --level=1 to 5, --book=0 to 5, --mid=N, --end=N, --win=N.
"""
import os, shutil, subprocess, sys, time
from ugi import serve


class Rhino:
    """Speaks GTP with the program, which knows the rules: what it calls illegal for one colour is the other's move."""

    def __init__(self, options):
        program = shutil.which("gtp-rhino", path=os.environ.get("PATH", "") + ":/usr/games")
        if not program:
            sys.exit("there is no gtp-rhino: install grhino")
        self.program = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """The answer to a command, or nothing if the program refuses."""
        self.program.stdin.write(command + "\n")
        self.program.stdin.flush()
        lines = list(iter(lambda: self.program.stdout.readline().strip(), ""))
        return " ".join(lines)[1:].strip() or "done" if lines and lines[0].startswith("=") else None

    def skip(self):
        self.ask(f"play {self.turn} pass")
        self.turn = "white" if self.turn == "black" else "black"

    def reset(self):
        self.ask("clear_board")
        self.turn = "black"

    def play(self, move):
        if not self.ask(f"play {self.turn} {move}"):
            self.skip()
            if not self.ask(f"play {self.turn} {move}"):
                sys.exit(f"{move} is refused")
        self.turn = "white" if self.turn == "black" else "black"

    def think(self, _seconds):
        move = self.ask(f"reg_genmove {self.turn}")
        if move == "pass":
            self.skip()
            move = self.ask(f"reg_genmove {self.turn}")
        return move.lower()

    def used(self):
        return time.clock_gettime(~self.program.pid << 3 | 2)  # Linux: the clock of another process


serve("grhino", Rhino(sys.argv[1:]))
