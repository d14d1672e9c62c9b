"""What an agent thinks of a position: python3 analyse.py ADDRESS GAME [MOVE ...]

ADDRESS is what `plyglot web` prints, with its token.
"""
import json, sys, time, urllib.request

server, token = sys.argv[1].split("/#k=")


def ask(path, body=None, method=None):
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    request = urllib.request.Request(server + "/api/v1" + path, data, head, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or "null")


question = {"game": sys.argv[2], "moves": sys.argv[3:], "agent": "best", "lines": 3}
view = ask("/positions", {"game": sys.argv[2], "moves": sys.argv[3:]})
found = ask("/analyses", {**question, "hold": {"nodes": 200000}})
while found["state"] in ("queued", "running"):
    time.sleep(0.1)
    found = ask("/analyses/" + found["id"])
print(view["says"], "depth", found["answer"]["depth"], "nodes", found["nodes"])
for line in found["answer"]["lines"]:
    scores = [f"{name} {score:.0%}" for name, score in zip(view["players"], line["expected"]) if score is not None]
    print(" ".join(line["pv"][:6]), "|", ", ".join(scores))
ask("/analyses/" + found["id"], method="DELETE")
