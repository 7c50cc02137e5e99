"""Records all scenarios that can be recorded, searches the cassette for secrets, and replays it without a server."""
import json
import os
import re
import subprocess
import sys
import tempfile

colmeia = f"{sys.argv[1]}/colmeia"
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
temporary = tempfile.TemporaryDirectory()
folder = temporary.name
path = f"{folder}/all.cassette"
selection = ["run", "-q", f"{top}/Examples/Scenarios", "--tags", "not race"]


def run(*arguments, before=()):
    """Runs the scenarios and returns their outcomes."""
    log = f"{folder}/log"
    done = subprocess.run(
        [*before, colmeia, *selection, "--jsonl", log, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    events = [json.loads(line) for line in open(log, encoding="utf-8")]
    assert not [e for e in events if e["event"] == "note"], [e for e in events if e["event"] == "note"]
    return sorted((e["scenario"], e["outcome"]) for e in events if e["event"] == "result")


live = run("--record", path)
assert os.stat(path).st_mode & 0o777 == 0o600
assert os.listdir(folder).count("all.cassette") == 1 and not [n for n in os.listdir(folder) if n.endswith(".tmp")]
text = open(path, encoding="utf-8").read()

# All passwords and Facebook tokens in the scenarios. The back end's own tokens are recognized by their length below.
named = set()
for name in os.listdir(f"{top}/Examples/Scenarios"):
    for line in open(f"{top}/Examples/Scenarios/{name}", encoding="utf-8"):
        if re.match(r"secret |.*(password|Password|Facebook)", line):
            named |= {w for w in re.findall(r'"([^"]{6,})"', line) if re.fullmatch(r"[\w-]*\d[\w-]*|facebook-\w+", w)}
assert len(named) >= 5, named
for secret in named:
    assert secret not in text, f"the cassette contains the secret '{secret}'"
for line in map(json.loads, text.splitlines()):
    for field in line.get("headers", []):
        name, value = field.split(": ", 1)
        if name.lower() in ("token", "authorization", "cookie", "set-cookie", "access-token"):
            # An empty field means that the session's token is unchanged.
            assert not value or re.search(r"<[a-z]+ \d+>$", value), field
    line.pop("sha256", None)
    for word in re.findall(r"[0-9a-z]{40,}", json.dumps({k: v for k, v in line.items() if k != "headers"})):
        raise AssertionError(f"'{word}' looks like a token")

# If the system allows it, the replay runs without any network, not even loopback.
isolated = ["unshare", "-rn"] if subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode == 0 else []
assert run("--replay", path, before=isolated) == live
print(f"cassette: {len(live)} scenarios were recorded and replayed{' without a network' if isolated else ''}, and none of {len(named)} secrets were recorded")
