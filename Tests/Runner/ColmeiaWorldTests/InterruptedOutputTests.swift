import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaWorld

/// Tests of output to a pipe whose reader may have stopped reading when the user interrupts the program.
@Suite(.blocking, .timeLimit(.minutes(10))) struct InterruptedOutputTests {
  @Test func `An interruption ends a write that waits for a reader, which isn't a failure`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { for end in [reading, writing] { close(end) } }
    let (output, interruption) = (OutputFile(descriptor: writing, name: "a pipe"), Interruption())
    let results = Guarded<[Bool]>([])
    let hasEnded = Bell()
    Thread.detachNewThread {
      for text in ["first", String(repeating: "x", count: 1 << 20), "last"] {
        let isWritten = output.write(text, until: interruption)
        results.withLock { $0.append(isWritten) }
      }
      hasEnded.ring()
    }
    await poll(for: "a full pipe") {
      var asked = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
      return Foundation.poll(&asked, 1, 0) == 0
    }
    #expect(hasEnded.rings == 0)
    interruption.turnOn()
    // A write that goes on holds the lock that the output's properties need.
    guard await hasEnded.wait(for: "the end of the write", until: { hasEnded.rings > 0 }) else { return }
    #expect(results.withLock { $0 } == [true, false, false])
    #expect(output.failure == nil && !output.hasLostReader && !output.write("more"))
  }

  @Test func `An interrupted write is completed while the reader reads`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let text = String(repeating: "0123456789", count: 100_000)
    let interruption = Interruption()
    interruption.turnOn()
    Thread.detachNewThread {
      _ = OutputFile(descriptor: writing, name: "a pipe").write(text, until: interruption)
      close(writing)
    }
    #expect(try FileHandle(fileDescriptor: reading, closeOnDealloc: true).readToEnd() == Data(text.utf8))
  }
}
