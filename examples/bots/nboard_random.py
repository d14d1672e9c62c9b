"""An Othello engine over standard input and output (NBoard) that plays any legal move."""
import random, re, sys

SQUARES = [column + row for row in "12345678" for column in "ABCDEFGH"]


def flips(square, own):
    """The squares that a stone of a colour would turn over."""
    other, column, row = "*O"[own == "*"], "ABCDEFGH".index(square[0]), "12345678".index(square[1])
    found = []
    for right, down in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
        line, x, y = [], column + right, row + down
        while 0 <= x < 8 and 0 <= y < 8 and board[SQUARES[8 * y + x]] == other:
            line, x, y = line + [SQUARES[8 * y + x]], x + right, y + down
        if 0 <= x < 8 and 0 <= y < 8 and board[SQUARES[8 * y + x]] == own:
            found += line
    return found if board[square] == "-" else []


def play(move):
    global turn
    if move[:2] in SQUARES:  # anything else is a pass
        board.update(dict.fromkeys(flips(move[:2], turn) + [move[:2]], turn))
    turn = "*O"[turn == "*"]


for line in sys.stdin:
    if line.startswith("nboard"):
        print("set myname PythonBot", flush=True)
    elif line.startswith("set game"):
        squares, turn = re.search(r"BO\[8 ([-*O ]*) ([*O])\]", line).groups()
        board = dict(zip(SQUARES, squares.replace(" ", "")))
        for move in re.findall(r"[BW]\[(.*?)\]", line.split("BO[")[1]):
            play(move.upper())
    elif line.startswith("move"):
        play(line.split()[1].upper())
    elif line.startswith("ping"):
        print("pong", line.split()[1], flush=True)
    elif line.startswith("go"):
        print("===", random.choice([square for square in SQUARES if flips(square, turn)] or ["PA"]), flush=True)
