"""Lets another program play with a course's `Player`: python3 serve.py MODULE[:CLASS] [FOLDER...]

MODULE is what would be named on the referee's command line, and is looked for in the folders first. Orders
come as lines on standard input, one JSON object each, and each is answered by one line:

    {"init": "red"}                         {"ok": true, "cpu": 0.01, "memory": 0.5}
    {"action": true}                        {"action": ["MOVE", [[-3, 0], [-2, 0]]], "cpu": ..., "memory": ...}
    {"update": ["red", ["EXIT", [3, 0]]]}   {"ok": true, "cpu": ..., "memory": ...}

`cpu` is the processor time in seconds and `memory` the most memory in MB, both from the moment when the module
was loaded; `memory` is null where the system does not tell. What goes wrong is answered by {"error": "..."}.
Whatever the player prints goes to standard error, and it has nothing to read. The end of the input is the end.
"""

import importlib
import json
import os
import sys
import time
import traceback


class Served:
    """A player, once it is made, and what it has used."""

    def __init__(self, name, folders):
        module, _, self._class = name.partition(":")
        module = module[:-3] if module.endswith(".py") else module
        self._module = module.strip("/").replace("/", ".")
        sys.path[:0] = folders
        self._player = None
        self._cpu, self._memory = 0.0, None

    def obey(self, order):
        """The answer to an order."""
        if "init" in order:
            made = getattr(importlib.import_module(self._module), self._class or "Player")
            self._cpu, self._memory = time.process_time(), peak_memory()
            self._player = made(order["init"])
            return self._used({"ok": True})
        if self._player is None:
            raise ValueError("there is no player before init")
        if "action" in order:
            return self._used({"action": self._player.action()})
        if "update" in order:
            colour, action = order["update"]
            self._player.update(colour, in_tuples(action))
            return self._used({"ok": True})
        raise ValueError("an order is init, action or update")

    def _used(self, answer):
        answer["cpu"] = round(time.process_time() - self._cpu, 6)
        now = peak_memory()
        known = now is not None and self._memory is not None
        answer["memory"] = round(now - self._memory, 3) if known else None
        return answer


def in_tuples(value):
    """The same with tuples for lists."""
    return tuple(in_tuples(part) for part in value) if isinstance(value, list) else value


def peak_memory():
    """The most memory that this process ever had, in MB, if the system tells."""
    try:
        # What `resource` tells on Linux can be that of the process that started this one.
        with open("/proc/self/status") as status:
            sizes = [line.split()[1] for line in status if line.startswith("VmHWM:")]
        return int(sizes[0]) / 1024
    except (OSError, IndexError, ValueError):
        pass
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def complaint(error):
    """What went wrong and where, in a line; all of it goes to standard error."""
    traceback.print_exception(type(error), error, error.__traceback__)
    told = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[-1]
    frames = traceback.extract_tb(error.__traceback__)
    others = (main.__code__.co_filename, importlib.__file__)
    own = [frame for frame in frames if frame.filename not in others and frame.filename[0] != "<"]
    if own:
        told += " ({}, line {}, in {})".format(os.path.basename(own[-1].filename), own[-1].lineno, own[-1].name)
    return {"error": told}


def answer_to(served, line):
    """The line that answers a line."""
    try:
        # Some players count with numbers of other libraries, which `int` understands.
        return json.dumps(served.obey(json.loads(line)), default=int, allow_nan=False)
    except BaseException as error:  # whatever a player does, even leaving
        return json.dumps(complaint(error))


def main(name, *folders):
    """Obeys until the input ends."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    served = Served(name, list(folders))
    for line in orders:
        answers.write(answer_to(served, line) + "\n")
        answers.flush()
    sys.stderr.flush()
    # Threads of the player do not keep the process.
    os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: serve.py MODULE[:CLASS] [FOLDER...]")
    main(*sys.argv[1:])
