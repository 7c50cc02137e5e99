#!/usr/bin/env python3
"""The counter in Python, with ctypes and asyncio: python3 Examples/C/counter.py .build/c/libCounterC.so"""
import asyncio
import ctypes
import json
import sys

OK, NOTHING, ENDED = 0, 1, 2


class App:
    """A running app. `send` sends messages to it, and `receive` is called with its messages on the loop's thread."""

    def __init__(self, path, create, receive, **options):
        self.library, self.receive = ctypes.CDLL(path), receive
        pointer, number = ctypes.c_void_p, ctypes.c_uint64
        for name, answer, arguments in [
                (create, number, [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(pointer)]),
                ("colmeia_abi", ctypes.c_uint32, []),
                ("colmeia_send", ctypes.c_int32, [number, ctypes.c_char_p, ctypes.c_size_t]),
                ("colmeia_next", ctypes.c_int32,
                 [number, ctypes.c_int32, ctypes.POINTER(pointer), ctypes.POINTER(ctypes.c_size_t)]),
                ("colmeia_descriptor", ctypes.c_int32, [number]),
                ("colmeia_destroy", ctypes.c_int32, [number]),
                ("colmeia_free", None, [pointer]),
                ("colmeia_error_text", ctypes.c_char_p, [ctypes.c_int32])]:
            function = getattr(self.library, name)
            function.restype, function.argtypes = answer, arguments
        assert self.library.colmeia_abi() == 1
        text, error = json.dumps(options).encode(), pointer()
        self.handle = getattr(self.library, create)(text, len(text), ctypes.byref(error))
        if not self.handle:
            raise ValueError(self.taken(error))

    def taken(self, text):
        """Returns the text and frees the library's copy."""
        value = ctypes.string_at(text.value).decode()
        self.library.colmeia_free(text)
        return value

    def send(self, message):
        text = json.dumps(message).encode()
        self.check(self.library.colmeia_send(self.handle, text, len(text)))

    def check(self, answer):
        if answer < 0:
            raise RuntimeError(self.library.colmeia_error_text(answer).decode())
        return answer

    def next(self, milliseconds=0):
        """Returns the next message, or None if there is none. Raises EOFError if the app has ended."""
        text = ctypes.c_void_p()
        answer = self.check(self.library.colmeia_next(self.handle, milliseconds, ctypes.byref(text), None))
        if answer == ENDED:
            raise EOFError
        return json.loads(self.taken(text)) if answer == OK else None

    async def run(self):
        """Handles all messages until the app ends."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        descriptor = self.check(self.library.colmeia_descriptor(self.handle))

        def readable():
            try:
                while (message := self.next()) is not None:
                    self.receive(self, message)
            except EOFError:
                loop.remove_reader(descriptor)
                ended.set()

        loop.add_reader(descriptor, readable)
        await ended.wait()
        self.check(self.library.colmeia_destroy(self.handle))


def receive(app, message):
    print(json.dumps(message))
    if "perform" in message:
        effect = message["perform"]
        number, factors = effect["effect"]["factor"], []
        while number > 1:
            factors.append(next(d for d in range(2, number + 1) if number % d == 0))
            number //= factors[-1]
        app.send({"answer": {"effect": effect["number"], "action": {"factored": factors}}})
        app.send({"end": effect["number"]})
        app.send("bye")


if __name__ == "__main__":
    counter = App(sys.argv[1], "counter_create", receive, claims=["factor"])
    counter.send({"dispatch": {"add": 360}})
    counter.send({"dispatch": "factor"})
    asyncio.run(counter.run())
