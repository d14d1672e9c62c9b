"""A bot for Reversi that takes as many stones as it can."""
import sys

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"

def turned(board, own, x, y):  # what a stone of a colour on column x and row y turns over
    found = []
    for dx, dy in AROUND if board[8 * y + x] == "-" else []:
        line, u, v = [], x + dx, y + dy
        while 0 <= u < 8 and 0 <= v < 8 and board[8 * v + u] not in ("-", own):
            line.append(8 * v + u)
            u, v = u + dx, v + dy
        if 0 <= u < 8 and 0 <= v < 8 and board[8 * v + u] == own:
            found += line
    return found

def moves(board, own):
    """The legal moves, each with the number of stones that it turns over."""
    count = {"abcdefgh"[x] + str(y + 1): len(turned(board, own, x, y)) for y in range(8) for x in range(8)}
    return {move: stones for move, stones in count.items() if stones}

for line in sys.stdin:
    words = line.split()
    if words in (["ugi"], ["isready"]):
        print("id name greedy\nugiok" if words == ["ugi"] else "readyok", flush=True)
    elif words[:1] == ["position"]:
        at = words.index("moves") if "moves" in words else len(words)
        stones, own = START.split() if words[1] == "startpos" else words[2:at]
        board = list(stones)
        for move in words[at + 1:]:
            x, y = "abcdefgh".index(move[0]), int(move[1]) - 1
            for square in turned(board, own, x, y) + [8 * y + x]:
                board[square] = own
            other = "O" if own == "X" else "X"
            own = other if moves(board, other) else own  # who cannot move is skipped
    elif words[:1] == ["go"]:
        legal = moves(board, own)
        best = max(legal, key=legal.get)
        print(f"info depth 1 value {legal[best]}\nbestmove {best}", flush=True)
