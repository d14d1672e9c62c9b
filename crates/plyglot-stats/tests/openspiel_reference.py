"""Writes openspiel_reference.json: alpha-rank and Nash averages by OpenSpiel, to compare with.

Needs the packages open_spiel, cvxpy, matplotlib and networkx; run as `python openspiel_reference.py` in this directory.
The tests read the written file alone.
"""

import json
import pathlib

import numpy as np
import pyspiel
from open_spiel.python.algorithms import nash_averaging
from open_spiel.python.egt import alpharank

random = np.random.default_rng(20)


def selections():
    yield {"alpha": 0.5, "population": 10}
    yield {"alpha": 2.0, "population": 15}
    yield {"alpha": 0.1, "population": 50}
    yield {"noise": 0.01}
    yield {"noise": 0.2}


def ranked(tables, selection):
    if "noise" in selection:
        found = alpharank.compute(tables, use_inf_alpha=True, inf_alpha_eps=selection["noise"])
    else:
        found = alpharank.compute(tables, m=selection["population"], alpha=selection["alpha"])
    return found[2].tolist()


def antisymmetric(size):
    half = random.uniform(-1, 1, (size, size))
    return np.round((half - half.T) / 2, 3)


def single_tables():
    yield np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    yield np.array([[0.5, 0.7], [0.3, 0.5]])
    yield np.array([[3.0, 0.0], [4.0, 1.0]])
    for size in (3, 4, 6, 9):
        yield np.round(random.uniform(0, 1, (size, size)), 3)
        yield antisymmetric(size)


def multi_tables():
    for shape in ((2, 2), (3, 2), (3, 4), (2, 2, 2), (3, 3, 3), (2, 3, 4)):
        yield [np.round(random.uniform(0, 1, shape), 3) for _ in shape]
    scores = np.array([[0.5, 0.8, 0.1], [0.2, 0.5, 0.6], [0.9, 0.4, 0.5]])
    yield [scores, 1 - scores]


def nash_tables():
    rock = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    yield rock
    yield np.array([[0.0, 4.6, -4.6], [-4.6, 0.0, 4.6], [4.6, -4.6, 0.0]])
    yield np.array([[0.0, 1.0], [-1.0, 0.0]])
    yield np.zeros((3, 3))
    # A copied agent shares the weight of the original.
    copied = rock[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    yield copied
    # A weak agent changes nothing.
    weak = np.zeros((4, 4))
    weak[:3, :3] = rock
    weak[3, :3], weak[:3, 3] = -0.2, 0.2
    yield weak
    for size in (3, 4, 5, 7, 10):
        yield antisymmetric(size)


def nash(payoffs):
    game = pyspiel.create_matrix_game(payoffs, -payoffs)
    shares, ratings = nash_averaging.nash_averaging(game, eps=0.0)
    return {"payoffs": payoffs.tolist(), "shares": shares.ravel().tolist(), "ratings": ratings.ravel().tolist()}


def main():
    single = [
        {"payoffs": table.tolist(), "selection": selection, "shares": ranked([table], selection)}
        for table in single_tables()
        for selection in selections()
    ]
    multi = [
        {
            "strategies": list(tables[0].shape),
            "payoffs": [table.ravel().tolist() for table in tables],
            "selection": selection,
            "shares": ranked(tables, selection),
        }
        for tables in multi_tables()
        for selection in selections()
    ]
    reference = {"single": single, "multi": multi, "nash": [nash(payoffs) for payoffs in nash_tables()]}
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(reference, indent=None, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
