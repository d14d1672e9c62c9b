"""A program for two-player Halma by files: it is run once for every turn, in the folder of its files."""

mode, colour, seconds, *rows = open("input.txt").read().split()
me, board = colour[0], {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
flip = lambda at: (15 - at[0], 15 - at[1])
corner = {(x, y) for y, length in enumerate((5, 5, 4, 3, 2)) for x in range(length)}
home, target = (corner, set(map(flip, corner))) if me == "B" else (set(map(flip, corner)), corner)
goal = (15, 15) if me == "B" else (0, 0)
far = lambda at: (at[0] - goal[0]) ** 2 + (at[1] - goal[1]) ** 2

def turns(start):
    """Where a piece can go, each square with the squares on the way."""
    board[start], ends, queue = ".", {}, [(start, [start])]
    around = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    for at, path in queue:
        for dx, dy in around:
            step, hop = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
            if at == start and board.get(step) == ".":
                ends[step] = [start, step]
            if board.get(step, ".") != "." and board.get(hop) == "." and hop not in ends and hop != start:
                ends[hop] = path + [hop]
                queue.append((hop, ends[hop]))
    board[start] = me
    return [path for end, path in ends.items() if start not in target or end in target]

paths = [path for at in board if board[at] == me for path in turns(at)]
sign = 1 if me == "B" else -1
deeper = lambda a, b: sign * (b[0] - a[0]) >= 0 and sign * (b[1] - a[1]) >= 0
inside, outside = [p for p in paths if p[0] in home], [p for p in paths if p[0] not in home and p[-1] not in home]
leave = [p for p in inside if p[-1] not in home]
within = [p for p in inside if p[-1] in home and deeper(p[0], p[-1])]
best = max(leave or within or outside, key=lambda path: far(path[0]) - far(path[-1]))
with open("output.txt", "w") as output:
    for (ax, ay), (bx, by) in zip(best, best[1:]):
        word = "E" if max(abs(ax - bx), abs(ay - by)) == 1 else "J"
        print(f"{word} {ax},{ay} {bx},{by}", file=output)
