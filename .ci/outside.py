"""Tests of `colmeia` that need another process: .ci/outside.py FOLDER-OF-BINARIES. Signals that end a run, the limit of open
files, the end of connections, and the app against a server that is already running."""
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

colmeia = f"{os.path.abspath(sys.argv[1])}/colmeia"
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
temporary = tempfile.TemporaryDirectory()
sys.path.insert(0, f"{top}/Examples/Python")
from colmeia import Colmeia  # noqa: E402


def folder():
    return tempfile.mkdtemp(dir=temporary.name)


def scenario(text):
    path = f"{folder()}/a.scn"
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'scenario "t"\n{text}\n')
    return path


def run(*words):
    return subprocess.run([colmeia, *words], capture_output=True, text=True, timeout=120)


def appears(what, holds):
    end = time.monotonic() + 30
    while not (found := holds()):
        assert time.monotonic() < end, f"timeout while waiting for {what}"
        time.sleep(0.05)
    return found


# A request without a response: the run waits, with its token on the disk, until its timeout.
silent = socket.create_server(("127.0.0.1", 0))
there = f"silent=http://127.0.0.1:{silent.getsockname()[1]}"
waits = scenario(
    'timeout 500s\ndispatch auth.typed "ann@example.org"\ndispatch auth.submit\n'
    'await state auth.session.signedIn present\nrequest GET "{{silent}}/" within 400s')


def asked():
    """Waits until the run has sent the request."""
    silent.settimeout(30)
    return silent.accept()[0]


# Two signals in quick succession can be handled by either handler.
for name, times in [("SIGINT", 1), ("SIGQUIT", 1), ("SIGTERM", 1), ("SIGHUP", 1)] + 4 * [("SIGINT", 2)]:
    at, left = folder(), folder()
    files = [f"{at}/j", f"{at}/l", f"{at}/c"]
    words = ["--junit", files[0], "--jsonl", files[1], "--record", files[2], "--origin", there]
    with subprocess.Popen([colmeia, "run", "-q", waits, *words], env={**os.environ, "TMPDIR": left}) as process:
        client = asked()
        assert any(names for _, _, names in os.walk(left)), "the run has not stored a token"
        for _ in range(times):
            process.send_signal(getattr(signal, name))
            time.sleep(0.002)
        assert process.wait(30) == 130, f"{name}: {process.returncode}"
    client.close()
    assert all(os.path.getsize(file) for file in files), f"{name}: a report is missing"
    assert os.listdir(left) == [], f"{name}: temporary files remain: {os.listdir(left)}"
print("outside: a run that is ended by a signal writes its reports and removes its temporary files")


def fewer():
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2048))


with subprocess.Popen([colmeia, "run", "-q", waits, "--origin", there], preexec_fn=fewer) as process:
    client = asked()
    with open(f"/proc/{process.pid}/limits", encoding="utf-8") as limits:
        files = next(line for line in limits if line.startswith("Max open files"))
    process.send_signal(signal.SIGINT)
client.close()
assert files.split()[3] == "2048", files
print("outside: a run raises its limit of open files to the maximum")

heads = []
plain = socket.create_server(("127.0.0.1", 0))


def answer():
    while True:
        client = plain.accept()[0]
        heads.append(client.recv(65536).decode())
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]")
        client.recv(1)
        client.close()


threading.Thread(target=answer, daemon=True).start()
loads = scenario("dispatch events.load\nawait state events.list.value present")
for kind in ("session", "links"):
    done = run("run", loads, "--transport", kind, "--origin", f"server=http://127.0.0.1:{plain.getsockname()[1]}")
    assert done.returncode == 0, done.stdout + done.stderr
assert len(heads) == 2 and all("\r\nConnection: close\r\n" in head for head in heads), heads
print("outside: connections are closed after the response")

log = f"{folder()}/exchanges"
done = run("run", f"{top}/Examples/Scenarios/album.scn", "--exchanges", log)
assert done.returncode == 0, done.stdout + done.stderr
with open(log, encoding="utf-8") as file:
    lines = file.read()
sent = [int(count) for count in re.findall(r"POST \S+/album/photos\S* 201, (\d+) bytes sent", lines)]
assert len(sent) >= 4 and min(sent) > 500 and "beto-123" not in lines, lines
print("outside: the log of requests counts the bytes of uploads")

done = run("run", scenario('dispatch feed.load "husky"'))
assert done.returncode == 1 and (done.stdout + done.stderr).count("for 'feed' was ignored") == 1, done
print("outside: an ignored action is reported once")

with subprocess.Popen([colmeia, "backend"], stdout=subprocess.PIPE, text=True) as backend:
    server = f"server={backend.stdout.readline().split()[-1]}"
    done = run("run", f"{top}/Examples/Scenarios/eventbee-api.scn", "--origin", server)
    assert done.returncode == 0, done.stdout + done.stderr
    # The scenario has changed the existing server: a second run finds the account in use.
    assert run("run", f"{top}/Examples/Scenarios/eventbee-api.scn", "--origin", server).returncode == 1

    kept = f"{folder()}/kept"

    def signed_in(*actions):
        """Dispatches actions in a front end's app, whose files are in a given folder, and waits until the user is signed in."""
        app = Colmeia(colmeia, "--origin", server, "--folder", kept)
        for action in actions:
            app.dispatch(action)
        app.wait(lambda state: state["auth"]["session"]["signedIn"]["email"] == "ann@example.org")
        assert app.close() == 0

    signed_in({"auth": {"typed": "ann@example.org"}}, {"auth": "submit"})
    assert os.stat(kept).st_mode & 0o777 == 0o700
    signed_in()  # again, from the stored session
    backend.send_signal(signal.SIGINT)
print("outside: the app and its scenarios work with a server that already runs")
