"""A bot for the course's Halma server: python3 halma_greedy.py [HOST [PORT]]"""
import socket, sys

SIZE, BASE = 16, (4, 4, 3, 2)  # for team8: 8, (3, 2, 1)
host, port = (sys.argv[1:] + ["127.0.0.1", "8123"][len(sys.argv) - 1:])[:2]
lines = socket.create_connection((host, int(port))).makefile("rw", newline="\n")

def base(corner):  # 0 and 3 are opposite corners, and so are 1 and 2
    flip = lambda value, yes: SIZE - 1 - value if yes else value
    return {(flip(x, corner & 1), flip(y, corner & 2)) for y, row in enumerate(BASE) for x in range(row)}

def choose(board, me, hopped):  # one hop is enough, so that a chain ends after it
    own, target, moves = {at for at in board if board[at] == me}, base(me ^ 3), []
    if hopped or own == target:
        return "null null"
    goal = (me ^ 3) % 2 * (SIZE - 1), (me ^ 3) // 2 * (SIZE - 1)
    far = lambda x, y: (goal[0] - x) ** 2 + (goal[1] - y) ** 2
    for x, y in own:
        for dx, dy in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            length = 2 if (x + dx, y + dy) in board else 1
            to = x + dx * length, y + dy * length
            free = min(to) >= 0 and max(to) < SIZE and to not in board
            if free and ((x, y) not in target or to in target):  # who has arrived stays
                moves.append((far(x, y) - far(*to), f"({x},{y}) ({to[0]},{to[1]})"))
    return max(moves)[1]

board, me, hopped = {at: corner for corner in range(4) for at in base(corner)}, None, False
print("START greedy", file=lines, flush=True)
for words in (line.split() for line in lines):
    if words[0] == "START":
        me = int(words[1][-1])
    elif words[0] == "PLAY":
        print(me, choose(board, me, hopped), file=lines, flush=True)
    elif words[0] == "GAMEOVER":
        break
    elif words[1] == "null":
        hopped = False
    else:  # an action of anybody, a hop if it is two squares long
        (x, y), to = [tuple(map(int, word.strip("()").split(","))) for word in words[1:]]
        board[to], hopped = board.pop((x, y)), max(abs(x - to[0]), abs(y - to[1])) == 2
