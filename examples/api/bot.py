"""A bot that plays a game in the lab: python3 bot.py ADDRESS [GAME]

ADDRESS is what `plyglot web` prints, with its token. The bot takes the first seat and plays what
comes to mind; agents take the others. Open the lab and watch it.
"""
import json, random, sys, time, urllib.request

server, token = sys.argv[1].split("/#k=")
game = sys.argv[2] if len(sys.argv) > 2 else "reversi"


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    head = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(server + "/api/v1" + path, data, head)) as answer:
        return json.load(answer)


players = len(ask("/positions", {"game": game})["players"])
agent = {"who": "agent", "spec": "best", "limits": {"nodes": 1000}}
seats = [{"who": "person", "name": "bot.py"}] + [agent] * (players - 1)
table = ask("/tables", {"game": game, "seats": seats})
while table["ending"] is None:
    view = table["view"]
    if view["turn"] == 0:
        move = random.choice(view["moves"])["move"]
        table = ask(f"/tables/{table['id']}/play", {"seat": 0, "move": move, "at": len(view["plies"])})
    else:
        time.sleep(0.02)
        table = ask(f"/tables/{table['id']}")
print(table["outcome"], "after", len(table["view"]["plies"]), "moves")
