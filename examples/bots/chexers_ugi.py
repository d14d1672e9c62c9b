"""A bot for Chexers: it leaves the board where it can, takes pieces over, or goes on towards its edge."""
import random, re, sys

NEAR = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
CELLS = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]  # row by row
START = "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0"

def read(text):
    """The pieces of a position by cell, and the number of the player to move."""
    rows, turn = text.split()[:2]
    signs = re.sub(r"\d", lambda gap: "." * int(gap[0]), rows.replace("/", ""))
    return {cell: sign for cell, sign in zip(CELLS, signs) if sign != "."}, "rgb".index(turn)

def progress(colour, q, r):
    """How far a cell lies on a colour's way: 3 is its edge."""
    return {"r": q, "g": r, "b": -q - r}[colour]

def actions(board, colour):
    """All legal actions; whoever has none passes."""
    found = []
    for q, r in [cell for cell in board if board[cell] == colour]:
        if progress(colour, q, r) == 3:
            found.append(("EXIT", (q, r)))
        for dq, dr in NEAR:
            near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
            if near in CELLS and near not in board:
                found.append(("MOVE", (q, r), near))
            elif near in board and far in CELLS and far not in board:
                found.append(("JUMP", (q, r), far))
    return found or [("PASS",)]

def after(board, colour, kind, start=None, end=None):
    """The board after an action: whoever is jumped over changes colour."""
    board = {cell: sign for cell, sign in board.items() if cell != start}
    if kind in ("MOVE", "JUMP"):
        board[end] = colour
    if kind == "JUMP":
        board[(start[0] + end[0]) // 2, (start[1] + end[1]) // 2] = colour
    return board

def worth(board, colour, action):
    """Every own piece counts, the more the farther it is, and one that leaves most; equals by chance."""
    own = [cell for cell, sign in after(board, colour, *action).items() if sign == colour]
    return sum(7 + progress(colour, *cell) for cell in own) + 20 * (action[0] == "EXIT") + random.random()

for line in sys.stdin:
    words = line.split()
    if words in (["ugi"], ["isready"]):
        print("id name runner\nugiok" if words == ["ugi"] else "readyok", flush=True)
    elif words[:1] == ["position"]:
        at = words.index("moves") if "moves" in words else len(words)
        board, turn = read(START if words[1] == "startpos" else " ".join(words[2:at]))
        for word in words[at + 1:]:
            cells = [(int(q), int(r)) for q, r in re.findall(r"\((-?\d),(-?\d)\)", word)]
            board, turn = after(board, "rgb"[turn], word[:4], *cells), (turn + 1) % 3
    elif words[:1] == ["go"]:
        kind, *cells = max(actions(board, "rgb"[turn]), key=lambda own: worth(board, "rgb"[turn], own))
        print("bestmove " + kind + "".join(f"({q},{r})" for q, r in cells), flush=True)
    elif words == ["quit"]:
        break
