"""A ReversiXT client that plays any legal move: python3 reversixt_tcp.py [HOST [PORT]]

The rules are asked of `plyglot engine`, so that this file is only about the protocol; write your own
`choose`, or your own rules, and you have a player. PLYGLOT names the program if it is not on the path."""
import os, random, socket, struct, subprocess, sys

engine = subprocess.Popen([os.environ.get("PLYGLOT", "plyglot"), "engine", "reversixt"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def choose(map_text, moves):
    position = map_text.replace("\r", "").rstrip("\n").replace("\n", "\\n")
    rest = " moves " + " ".join(moves) if moves else ""
    print(f"position fen {position}{rest}\nquery legal", file=engine.stdin, flush=True)
    legal = next(line for line in engine.stdout if line.startswith("response"))
    return random.choice(legal.split()[1:])

host, port = (sys.argv[1:] + ["127.0.0.1", "7777"][len(sys.argv) - 1:])[:2]
server = socket.create_connection((host, int(port)))
stream = server.makefile("rb")

def send(kind, payload):
    server.sendall(struct.pack(">BI", kind, len(payload)) + payload)

send(1, bytes([42]))                                    # our group
moves = []
while head := stream.read(5):
    kind, length = struct.unpack(">BI", head)
    payload = stream.read(length)
    if kind == 2:                                       # the map
        map_text = payload.decode()
    elif kind == 3:                                     # our number
        print("player", payload[0])
    elif kind == 4:                                     # our move; the payload has the limits
        send(5, struct.pack(">HHB", *map(int, choose(map_text, moves).split(","))))
    elif kind == 6:                                     # somebody moved, perhaps we
        moves.append(",".join(map(str, struct.unpack(">HHBB", payload)[:3])))
    elif kind == 7:                                     # somebody is out
        moves.append(f"!{payload[0]}")
    elif kind == 9:                                     # the end; 8 is the end of phase one
        break
