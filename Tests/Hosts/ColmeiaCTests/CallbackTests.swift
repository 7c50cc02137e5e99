import CColmeia
import Foundation
import TestSupport
import Testing

@testable import ColmeiaC

/// The context of a callback, which records the messages it receives.
private final class Listener {
  let handle: UInt64
  var received: [String] = []
  var answers: [Int32] = []
  var onMessage: (Listener) -> Void = { _ in }
  let onRelease: () -> Void

  init(_ handle: UInt64, _ onRelease: @escaping () -> Void = {}) {
    self.handle = handle
    self.onRelease = onRelease
  }

  deinit { onRelease() }

  /// Sets the callback, which retains the listener.
  func listen() -> Int32 {
    colmeia_on_message(
      handle,
      { message, _, context in
        guard let message, let context else { return }
        let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
        listener.received.append(String(cString: message))
        listener.onMessage(listener)
      }, Unmanaged.passRetained(self).toOpaque(),
      { context in if let context { Unmanaged<Listener>.fromOpaque(context).release() } })
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct CallbackTests {
  /// Pumps until the callback has received at least `count` messages, and returns how many it received.
  private func pump(_ host: Host, _ count: Int32) -> Int32 {
    var received: Int32 = 0
    while received < count {
      var asked = pollfd(fd: colmeia_descriptor(host.handle), events: Int16(POLLIN), revents: 0)
      if poll(&asked, 1, 60_000) < 1 { break }
      received += colmeia_pump(host.handle)
    }
    return received
  }

  /// Returns a host with three pending echoes and no other messages.
  private func host() throws -> Host {
    let host = try Host()
    _ = host.messages(upTo: "state")
    for number in 1...3 { host.send(["echo": .number(JSONNumber(number))]) }
    return host
  }

  @Test func `Messages are delivered on the thread that pumps`() throws {
    let host = try host()
    let listener = Listener(host.handle)
    #expect(listener.listen() == Answer.ok.code)
    #expect(listener.received == [])
    #expect(pump(host, 3) == 3)
    #expect(listener.received == [#"{"echo":1}"#, #"{"echo":2}"#, #"{"echo":3}"#])
    #expect(colmeia_pump(host.handle) == 0)
  }

  @Test func `A callback may call any function, because no lock is held; only a nested pump is refused`() throws {
    let host = try host()
    let listener = Listener(host.handle)
    listener.onMessage = { listener in
      if listener.received.count > 3 { return }
      listener.answers += [
        colmeia_pump(listener.handle), colmeia_send(listener.handle, #"{"dispatch": {"add": 1}}"#, 24),
        colmeia_descriptor(listener.handle) >= 0 ? 0 : -1,
      ]
    }
    #expect(listener.listen() == Answer.ok.code)
    #expect(pump(host, 6) == 6)
    #expect(listener.answers == (1...3).flatMap { _ in [Answer.busy.code, Answer.ok.code, Answer.ok.code] })
  }

  @Test func `Destroying the handle within a callback stops delivery, and releases the context after that call`()
    throws
  {
    let host = try host()
    var events: [String] = []
    do {
      let listener = Listener(host.handle) { events.append("released") }
      listener.onMessage = { listener in
        events.append("received")
        events.append("destroyed: \(colmeia_destroy(listener.handle))")
      }
      #expect(listener.listen() == Answer.ok.code)
    }
    #expect(pump(host, 1) == 1)
    #expect(events == ["received", "destroyed: 0", "released"])
    #expect(colmeia_pump(host.handle) == Answer.noHandle.code)
  }

  @Test func `A replaced callback is released once`() throws {
    let host = try host()
    var released = 0
    #expect(Listener(host.handle) { released += 1 }.listen() == Answer.ok.code)
    #expect(released == 0)
    #expect(Listener(host.handle) { released += 10 }.listen() == Answer.ok.code)
    #expect(released == 1)
    #expect(colmeia_on_message(host.handle, nil, nil, nil) == Answer.ok.code)
    #expect(released == 11)
  }
}
