"""What all bots of this folder share: the line protocol of docs/protocol.md, and a count of what they use.

A player has `reset()`, `play(move)` for a move of anybody, and `think(seconds)`, which answers with a move and does
not play it. It may have `used()`, its processor time in seconds; without it that of this process is taken. What a move
took on average is written to the file that the environment calls USED: `exec(cmd="…",env="USED=used.txt")`.
"""
import os, sys, time


class Waiter:
    """How long a program that looks at the clock on the wall must be let run to get so much processor time."""

    def __init__(self):
        self.wall = self.cpu = 0.01

    def run(self, seconds, think):
        wall, cpu = time.monotonic(), time.process_time()
        answer = think(seconds * max(1.0, self.wall / self.cpu))
        self.wall = 0.8 * self.wall + time.monotonic() - wall
        self.cpu = 0.8 * self.cpu + time.process_time() - cpu
        return answer


def serve(name, player, clock=0.1):
    """Answers the runner until it leaves; without a time for a move, `clock` seconds are meant."""
    used, played, moves, spent = getattr(player, "used", time.process_time), [], 0, 0.0
    player.reset()
    for line in sys.stdin:
        words = line.split()
        if words == ["ugi"]:
            print(f"id name {name}\nugiok", flush=True)
        elif words == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            if words[1] != "startpos":
                sys.exit("games must begin at the start position")
            told = words[3:]
            if told[: len(played)] != played:
                player.reset()
                played = []
            for move in told[len(played) :]:
                player.play(move)
            played = told
        elif words[:1] == ["go"]:
            seconds = int(words[words.index("movetime") + 1]) / 1000 if "movetime" in words else clock
            before = used()
            move = player.think(seconds)
            moves, spent = moves + 1, spent + used() - before
            print(f"bestmove {move}", flush=True)
            if file := os.environ.get("USED"):
                with open(file, "w") as totals:
                    totals.write(f"{moves} moves, {spent / moves:.4f} s of processor time each\n")
        elif words == ["quit"]:
            break
