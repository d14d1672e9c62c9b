"""English draughts over DXP: connects, follows, plays any legal move. dxp_random.py HOST PORT"""
import random, socket, sys
PLACES = {n: ((n - 1) // 4, 2 * ((n - 1) % 4) + 1 - (n - 1) // 4 % 2) for n in range(1, 33)}
NUMBERS = {place: n for n, place in PLACES.items()}
WAYS, CROWN = {"w": [-1], "z": [1]}, {"w": range(1, 5), "z": range(29, 33)}
def ahead(at, piece):  # the next two squares in every direction that a piece may take
    (row, col), ways = PLACES[at], WAYS.get(piece, [-1, 1])
    return [[NUMBERS.get((row + k * d, col + k * r)) for k in (1, 2)] for d in ways for r in (-1, 1)]
def jumps(start, at, piece, taken):
    for over, to in ahead(at, piece):
        enemy = to and over not in taken and board[over].lower() not in "e" + piece.lower()
        if enemy and (board[to] == "e" or to == start):
            stops = to in CROWN.get(piece, [])
            yield from not stops and list(jumps(start, to, piece, taken + [over])) or [(start, to, taken + [over])]
def legal():
    own = [n for n in board if board[n].lower() == colour]
    steps = [(n, to, []) for n in own for to, _ in ahead(n, board[n]) if to and board[to] == "e"]
    return [jump for n in own for jump in jumps(n, n, board[n], [])] or steps
def play(start, to, taken):
    piece = board[start]
    board.update({n: "e" for n in [start, *taken]})
    board[to] = piece.upper() if to in CROWN.get(piece, []) else piece
    return f"M0000{start:02}{to:02}{len(taken):02}" + "".join(f"{n:02}" for n in taken)
peer, data, turn = socket.create_connection((sys.argv[1], int(sys.argv[2]))), b"", ""
while part := peer.recv(4096):
    *messages, data = (data + part).split(b"\0")
    for text in map(bytes.decode, messages):
        if text[0] == "R":
            colour, turn, board = text[35].lower(), text[43].lower(), dict(enumerate(text[44:], 1))
            peer.sendall(f"A{'Python bot':32}0\0".encode())
        elif text[0] == "M":
            play(int(text[5:7]), int(text[7:9]), [int(text[n:n + 2]) for n in range(11, len(text), 2)])
            turn = colour
        elif text[0] == "E" and turn:  # unless it is the answer to ours
            turn = peer.sendall(b"E00\0")
        if text[0] in "RM" and turn == colour:
            choices = legal()
            peer.sendall((play(*random.choice(choices)) if choices else "E10").encode() + b"\0")
            turn = "theirs" if choices else ""
