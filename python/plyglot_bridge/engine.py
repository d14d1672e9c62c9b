"""An agent of Plyglot as a process of its own, asked in the line protocol of `plyglot engine`."""

import os
import subprocess
import weakref


class EngineError(RuntimeError):
    """The agent cannot be started or asked."""


class Engine:
    """An agent for a game. Its process ends with this object, or with the interpreter."""

    def __init__(self, game, seconds):
        """Starts the agent that the environment names; `seconds` a move if that names no time."""
        self._milliseconds = max(1, round(1000 * _time(seconds)))
        program = os.environ.get("PLYGLOT", "plyglot")
        agent = os.environ.get("PLYGLOT_AGENT", "best")
        self._command = [program, "engine", game, "--agent", agent]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, universal_newlines=True, bufsize=1)
        except OSError as error:
            raise EngineError(
                "cannot run {!r}: {}; the variable PLYGLOT is the path of the program plyglot"
                .format(program, error.strerror)) from error
        weakref.finalize(self, _end, self._process)
        self._ask("isready", "readyok")

    def best_move(self, position):
        """The move that the agent plays in a position, or None if the game is over there."""
        self._say("position " + position)
        move, told = self._ask("go movetime {}".format(self._milliseconds), "bestmove")
        if move == "none":
            over = any("the game is over" in line for line in told)
            refused = [line for line in told if "error: " in line and "the game is over" not in line]
            if refused or not over:
                raise EngineError("no move for {!r}: {}".format(position, " ".join(refused or told)))
            return None
        return move

    def query(self, position, question):
        """The answer to a question about a position, as in `query legal`."""
        self._say("position " + position)
        return self._ask("query " + question, "response")[0]

    def _say(self, line):
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def _ask(self, line, word):
        """Says a line and waits for one that begins with the word: the rest of it, and what came before."""
        self._say(line)
        told = []
        for answer in self._process.stdout:
            first, _, rest = answer.strip().partition(" ")
            if first == word:
                return rest, told
            if answer.startswith("info string"):
                told.append(answer.strip())
        raise self._ended()

    def _ended(self):
        command = " ".join(self._command)
        return EngineError("{!r} ended with status {}".format(command, self._process.wait()))


def _time(otherwise):
    text = os.environ.get("PLYGLOT_TIME", "")
    if not text:
        return otherwise
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds <= 86400:
        raise EngineError("PLYGLOT_TIME is {!r}; it must be seconds for a move, as 0.2 is".format(text))
    return seconds


def _end(process):
    """Lets a process end by itself, which it does when its input ends, or sees to it."""
    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
