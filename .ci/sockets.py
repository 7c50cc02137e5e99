#!/usr/bin/env python3
"""Tests our WebSocket client with a server in Python's standard library, over ws and wss: .ci/sockets.py FOLDER-OF-BINARIES"""
import base64, hashlib, os, socket, ssl, struct, subprocess, sys, tempfile, threading, time

probe = os.path.join(sys.argv[1], "SocketProbe")
closes = []


def read(peer, count):
    data = b""
    while len(data) < count:
        part = peer.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def frame(first, payload):
    size = len(payload)
    if size < 126:
        return bytes([first, size]) + payload
    if size < 1 << 16:
        return bytes([first, 126]) + struct.pack(">H", size) + payload
    return bytes([first, 127]) + struct.pack(">Q", size) + payload


def serve(peer):
    head = b""
    while b"\r\n\r\n" not in head:
        head += read(peer, 1)
        if head[:1] != b"G":
            return  # TLS, which this port doesn't support
    lines = head.decode().split("\r\n")
    assert lines[0] == "GET /echo HTTP/1.1", lines[0]
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    assert len(base64.b64decode(fields["sec-websocket-key"])) == 16 and fields["sec-websocket-version"] == "13"
    key = fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
    peer.sendall(
        f"HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nCONNECTION: keep-alive, upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: echo\r\n\r\n".encode())
    while True:
        first, second = read(peer, 2)
        assert second & 0x80, "a frame of the client is not masked"
        size = second & 0x7F
        if size == 126:
            size = struct.unpack(">H", read(peer, 2))[0]
        elif size == 127:
            size = struct.unpack(">Q", read(peer, 8))[0]
        mask = read(peer, 4)
        payload = bytearray(read(peer, size))
        for index in range(4):
            payload[index::4] = payload[index::4].translate(bytes(byte ^ mask[index] for byte in range(256)))
        payload = bytes(payload)
        if first == 0x8A:  # the response to our ping
            continue
        if first == 0x88:
            closes.append(struct.unpack(">H", payload[:2])[0])
            peer.sendall(frame(0x88, payload))
            return
        # Sends two fragments, the second of which may begin within a character, with a ping between them.
        half = size // 2 + 1 if size else 0
        peer.sendall(frame(first & 0x0F, payload[:half]) + frame(0x89, b"?") + frame(0x80, payload[half:]))


def accept(listener, context):
    while True:
        peer, _ = listener.accept()
        try:
            if context:
                peer = context.wrap_socket(peer, server_side=True)
            serve(peer)
        except (EOFError, OSError, ssl.SSLError):
            pass  # a client that doesn't trust the certificate disconnects
        finally:
            peer.close()


def listen(context):
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=accept, args=(listener, context), daemon=True).start()
    return listener.getsockname()[1]


def answer(listener, context, ends, resumed):
    while True:
        peer, _ = listener.accept()
        try:
            peer = context.wrap_socket(peer, server_side=True)
            head = b""
            while b"\r\n\r\n" not in head:
                head += read(peer, 1)
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
            resumed.append(peer.session_reused)
            if ends:
                peer.unwrap()
        except (EOFError, OSError, ssl.SSLError):
            pass
        finally:
            peer.close()


def make_certificates(folder):
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    for name in ("trusted", "other"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                "-keyout", f"{name}.key", "-out", f"{name}.pem")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "server.key", "-out", "server.csr")
    with open(os.path.join(folder, "names"), "w") as names:
        names.write("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "trusted.pem", "-CAkey", "trusted.key", "-CAcreateserial",
            "-days", "2", "-extfile", "names", "-out", "server.pem")


def expect(what, answer, *words):
    run = subprocess.run([probe, *words], capture_output=True, text=True, timeout=60)
    got = run.stdout.strip()
    assert run.returncode == 0 and got.startswith(answer), f"{what}: expected {answer!r}, got {got!r} {run.stderr!r}"
    print(f"{what}: {got}")


with tempfile.TemporaryDirectory() as folder:
    make_certificates(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
    plain, secure = listen(None), listen(context)
    trusted, other = os.path.join(folder, "trusted.pem"), os.path.join(folder, "other.pem")
    expect("ws", "echoed 18", f"http://127.0.0.1:{plain}")
    expect("wss, trusted certificate", "echoed 18", f"https://localhost:{secure}", trusted)
    expect("wss, input read in small pieces", "echoed 18", f"https://localhost:{secure}", trusted, "--small-pieces")
    deadline = time.monotonic() + 30
    while len(closes) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert closes == [1000, 1000, 1000], closes
    expect("wss, certificate of another host", "refused: tls", f"https://127.0.0.1:{secure}", trusted)
    expect("wss, untrusted authority", "refused: tls", f"https://localhost:{secure}", other)
    expect("wss, authorities of the system", "refused: tls", f"https://localhost:{secure}")
    expect("wss, missing certificate file", "refused: tls", f"https://localhost:{secure}", os.path.join(folder, "none"))
    expect("wss to a port that speaks ws", "refused: tls", f"https://localhost:{plain}", trusted)
    expect("ws to a port that speaks wss", "refused: ", f"http://localhost:{secure}")
    assert closes == [1000, 1000, 1000], closes
    # OpenSSL forgets a session of TLS 1.2 whose connection has ended without a close_notify.
    for version, ends, least in (("TLSv1_3", True, 9), ("TLSv1_2", True, 9), ("TLSv1_2", False, 0)):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(folder, "server.pem"), os.path.join(folder, "server.key"))
        context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
        listener, resumed = socket.create_server(("127.0.0.1", 0)), []
        threading.Thread(target=answer, args=(listener, context, ends, resumed), daemon=True).start()
        what = f"{version}, connections end {'with' if ends else 'without'} close_notify"
        expect(what, "received 20", f"https://localhost:{listener.getsockname()[1]}", trusted, "--requests")
        print(f"  {resumed.count(True)} of {len(resumed)} sessions resumed")
        assert resumed.count(True) >= least, resumed
