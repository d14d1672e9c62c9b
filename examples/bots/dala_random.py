"""A Dala bot that sees nothing but the board: over standard input and output, or over TCP with HOST PORT."""
import random, socket, sys

if sys.argv[1:]:
    reader = writer = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw", newline="\n")
else:
    reader, writer = sys.stdin, sys.stdout

def say(*words):
    print(*words, file=writer, flush=True)

def threes(board, me):
    """All runs of exactly three in rows and columns, each as its place in the board."""
    rows = [[(r, c) for c in range(6)] for r in range(6)]
    found = set()
    for line in rows + list(zip(*rows)):
        signs = "".join(me if board[at] == me else "." for at in line)
        found |= {line[i] + line[i + 2] for i in range(4) if ("." + signs + ".")[i:i + 5] == "." + 3 * me + "."}
    return found

def actions(board, me, hand):
    empty = [at for at in board if board[at] == "0"]
    if hand:
        centre = [at for at in empty if at[0] in (2, 3) and at[1] in (2, 3)]
        return [(None, to) for to in (centre if hand > 10 and centre else empty)]
    near = lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    return [(at, to) for at in board if board[at] == me for to in empty if near(at, to)]

hand = 12
for words in (line.split() for line in reader):
    if words[0] == "DALA":
        me = words[2]
        say("NAME random")
    elif words[0] == "TURN":
        board = {(r, c): sign for r in range(6) for c, sign in enumerate(reader.readline().strip())}
        start, to = random.choice(actions(board, me, hand))
        after = {**board, **({start: "0"} if start else {}), to: me}
        enemies, hand = [at for at in board if board[at] not in ("0", me)], max(hand - 1, 0)
        take = ("TAKE", *random.choice(enemies)) if threes(after, me) - threes(board, me) and enemies else ()
        say(*(("MOVE", *start) if start else ("DROP",)), *to, *take)
