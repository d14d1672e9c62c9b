"""A Chexers bot for networked games: python3 chexers_random.py HOST PORT [NAME] [CHANNEL]"""
import json, random, socket, sys
HEXES = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
PROGRESS = {"red": lambda q, r: q, "green": lambda q, r: r, "blue": lambda q, r: -q - r}


def actions(own):
    free = HEXES - set(board)
    for q, r in [place for place, colour in board.items() if colour == own]:
        if PROGRESS[own](q, r) == 3:
            yield ["EXIT", [q, r]]
        for dq, dr in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]:
            for kind, to in [("MOVE", (q + dq, r + dr)), ("JUMP", (q + 2 * dq, r + 2 * dr))]:
                if to in free and (kind == "MOVE" or (q + dq, r + dr) not in free):
                    yield [kind, [[q, r], to]]


server = socket.create_connection((sys.argv[1], int(sys.argv[2])))
say = lambda **keys: server.sendall(json.dumps(keys).encode() + b"\n")
board = {place: own for own in PROGRESS for place in HEXES if PROGRESS[own](*place) == -3}
say(mtype="PLAY", name=(sys.argv + ["random"])[3], channel=(sys.argv + ["", ""])[4])
lines = map(json.loads, server.makefile())
next(lines)  # the server has taken us in
for message in lines:
    kind, (did, places) = message["mtype"], message.get("action", ["PASS", None])
    if kind == "INIT":
        colour = message["colour"]
    elif kind == "UPD8" and did == "EXIT":
        del board[tuple(places)]
    elif kind == "UPD8" and did != "PASS":
        (a, b), (c, d) = places
        board[c, d] = board.pop((a, b))
        if did == "JUMP":
            board[(a + c) // 2, (b + d) // 2] = message["colour"]
    if kind == "TURN":
        say(mtype="ACTN", action=random.choice(list(actions(colour)) or [["PASS", None]]))
    elif kind in ("OKAY", "INIT", "UPD8"):
        say(mtype="OKAY")
    elif kind in ("OVER", "ERRO"):
        print(message.get("result") or message["reason"])
