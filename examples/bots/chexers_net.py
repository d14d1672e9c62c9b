"""A player of the course in networked games of Chexers: python3 chexers_net.py HOST PORT [NAME] [CHANNEL]"""
import json, socket, sys

from chexers_player import Player


def in_tuples(value):
    return tuple(map(in_tuples, value)) if isinstance(value, list) else value


server = socket.create_connection((sys.argv[1], int(sys.argv[2])))
say = lambda **keys: server.sendall(json.dumps(keys).encode() + b"\n")
say(mtype="PLAY", name=(sys.argv + ["random"])[3], channel=(sys.argv + ["", ""])[4])
lines = map(json.loads, server.makefile())
next(lines)  # the server has taken us in
for message in lines:
    kind = message["mtype"]
    if kind == "INIT":
        player = Player(message["colour"])
    elif kind == "UPD8":
        player.update(message["colour"], in_tuples(message["action"]))
    if kind == "TURN":
        say(mtype="ACTN", action=player.action())
    elif kind in ("OKAY", "INIT", "UPD8"):
        say(mtype="OKAY")
    elif kind in ("OVER", "ERRO"):
        print(message.get("result") or message["reason"])
