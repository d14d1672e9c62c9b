"""Plyglot's agents as players of the courses' own Python programs.

- plyglot_bridge.chexers: `Player` for the referee of Chexers
- plyglot_bridge.checkers: `GameEngine` for the graphical driver of CSC384
- plyglot_bridge.serve: the other direction, a course's `Player` for Plyglot

Three variables of the environment say who plays: PLYGLOT, the program (`plyglot` if it is not set),
PLYGLOT_AGENT, the agent (`best`), and PLYGLOT_TIME, the seconds that it has for a move.
"""
