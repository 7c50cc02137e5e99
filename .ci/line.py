"""A line to a server that is slow or cut: delays each direction by a time, and stalls for 3 of every 10 seconds if told so."""
import asyncio
import threading


class Line:
    def __init__(self, port, delay=0, stalls=False):
        """Listens at `self.port` and forwards to `port`. `delay` is in seconds, for each direction."""
        self.target, self.delay, self.stalls = port, delay, stalls
        self.is_cut, self.writers = False, set()
        self.loop = asyncio.new_event_loop()
        server = self.loop.run_until_complete(asyncio.start_server(self.connect, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def cut(self):
        """Ends all connections, and refuses new ones until `mend`."""
        self.is_cut = True
        for writer in list(self.writers):
            self.loop.call_soon_threadsafe(writer.transport.abort)

    def mend(self):
        self.is_cut = False

    async def connect(self, reader, writer):
        if self.is_cut:
            return writer.close()
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.close()
        both = {writer, there[1]}
        self.writers |= both
        await asyncio.gather(self.carry(reader, there[1]), self.carry(there[0], writer))
        self.writers -= both

    async def carry(self, reader, writer):
        queue = asyncio.Queue()
        sending = asyncio.create_task(self.send(queue, writer))
        try:
            while part := await reader.read(1 << 16):
                queue.put_nowait((self.loop.time() + self.delay, part))
        except OSError:
            pass
        queue.put_nowait((self.loop.time() + self.delay, None))
        await sending

    async def send(self, queue, writer):
        try:
            while True:
                due, part = await queue.get()
                if self.stalls and due % 10 < 3:
                    due += 3 - due % 10
                await asyncio.sleep(max(0, due - self.loop.time()))
                if part is None:
                    return writer.close()
                writer.write(part)
                await writer.drain()
        except OSError:
            writer.close()
