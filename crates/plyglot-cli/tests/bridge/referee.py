"""Plays a game of Chexers, as the course's referee does: python3 referee.py RED GREEN BLUE

A player is MODULE or MODULE:CLASS; with `served:` before it, it is run by serve.py in a process of its own.
Every action is looked up among those that `plyglot engine` calls legal.
"""

import importlib
import json
import os
import subprocess
import sys

from plyglot_bridge import serve
from plyglot_bridge.chexers import COLOURS, write_action
from plyglot_bridge.engine import Engine


class Served:
    """A player behind serve.py."""

    def __init__(self, name, colour):
        command = [sys.executable, serve.__file__, name, os.path.dirname(os.path.abspath(__file__))]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, universal_newlines=True)
        self.ask({"init": colour})

    def ask(self, order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer
        assert answer["cpu"] >= 0 and answer["memory"] >= 0, answer
        return answer

    def action(self):
        return serve.in_tuples(self.ask({"action": True})["action"])

    def update(self, colour, action):
        self.ask({"update": [colour, action]})

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
        self.process.stdout.close()


def make(name, colour):
    if name.startswith("served:"):
        return Served(name[len("served:"):], colour)
    module, _, own = name.partition(":")
    return getattr(importlib.import_module(module), own or "Player")(colour)


rules = Engine("chexers", 1)
players = [make(name, colour) for name, colour in zip(sys.argv[1:], COLOURS)]
moves = []
while True:
    game = " ".join(["startpos"] + (["moves"] + moves if moves else []))
    if rules.query(game, "gameover") == "true":
        break
    seat = len(moves) % 3
    action = players[seat].action()
    assert isinstance(action, tuple) and len(action) == 2, action
    move = write_action(action)
    assert move in rules.query(game, "legal").split(), (move, game)
    moves.append(move)
    for player in players:
        player.update(COLOURS[seat], action)
for player in players:
    if isinstance(player, Served):
        player.end()
print(rules.query(game, "result"), "after", len(moves), "actions")
