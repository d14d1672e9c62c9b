"""An English draughts engine over standard input and output that plays any legal move."""
import random, re, sys
PLACES = {n: ((n - 1) // 4, 2 * ((n - 1) % 4) + 1 - (n - 1) // 4 % 2) for n in range(1, 33)}
NUMBERS = {place: n for n, place in PLACES.items()}
WAYS, CROWN = {"w": [-1], "b": [1]}, {"w": range(1, 5), "b": range(29, 33)}
def read(fen):  # every square's piece, and under 0 whose turn it is
    board = dict.fromkeys(PLACES, "e") | {0: fen[0].lower()}
    for side in fen.split(":")[1:]:
        for king, one, last in re.findall(r"(K?)(\d+)-?(\d*)", side):
            board.update(dict.fromkeys(range(int(one), int(last or one) + 1), side[0] if king else side[0].lower()))
    return board
def ahead(at, piece):  # the next two squares in every direction that a piece may take
    (row, col), ways = PLACES[at], WAYS.get(piece, [-1, 1])
    return [[NUMBERS.get((row + k * d, col + k * r)) for k in (1, 2)] for d in ways for r in (-1, 1)]
def jumps(path, piece, taken):
    for over, to in ahead(path[-1], piece):
        enemy = to and over not in taken and board[over].lower() not in "e" + piece.lower()
        if enemy and (board[to] == "e" or to == path[0]):
            more = [] if to in CROWN.get(piece, []) else jumps(path + [to], piece, taken + [over])
            yield from list(more) or [path + [to]]
def legal():
    own = [n for n in PLACES if board[n].lower() == board[0]]
    steps = [[n, to] for n in own for to, _ in ahead(n, board[n]) if to and board[to] == "e"]
    return [path for n in own for path in jumps([n], board[n], [])] or steps
def play(path):
    piece, board[0], board[path[0]] = board[path[0]], "bw"[board[0] == "b"], "e"
    for (a, b), (c, d) in zip([PLACES[n] for n in path], [PLACES[n] for n in path[1:]]):
        board[NUMBERS.get(((a + c) // 2, (b + d) // 2), path[0])] = "e"  # what was jumped over
    board[path[-1]] = piece.upper() if path[-1] in CROWN.get(piece, []) else piece
print("READY", flush=True)
for word, *rest in filter(None, map(str.split, sys.stdin)):
    if word == "NEWGAME":
        board = read(rest.pop(0) if rest else "B:W21-32:B1-12")
    for move in rest if word in ("NEWGAME", "MOVE") else []:
        play([int(n) for n in re.split("[-x]", move)])
    if word == "GO":
        path = random.choice(legal() or [[]])
        print("BESTMOVE", "x".join(map(str, path)) or "none", flush=True)
        path and play(path)
    print(*["NAME PythonBot\n"] if word == "GETNAME" else [], end="", flush=True)
