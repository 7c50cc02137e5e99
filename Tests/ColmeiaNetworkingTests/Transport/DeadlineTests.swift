import Testing

@testable import ColmeiaNetworking

@Suite(.timeLimit(.minutes(1))) struct DeadlineTests {
  private let clock = HandClock()

  @Test func `Work that is done in time answers`() async {
    #expect(await within(.seconds(1), on: clock) { 7 } == 7)
  }

  @Test func `Work that fails in time throws its own error`() async {
    await #expect(throws: TransportError.offline) {
      try await within(.seconds(1), on: clock) { () throws(TransportError) -> Int in throw .offline }
    }
  }

  @Test func `Work that is late is cancelled and answers nothing`() async {
    let task = Task { [clock] in
      await within(.seconds(1), on: clock) { () async -> Bool in
        try? await clock.sleep(for: .seconds(1_000))
        return Task.isCancelled
      }
    }
    await clock.sleeps.reaches(2)
    clock.advance(by: .seconds(1))
    #expect(await task.value == nil)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test func `Who is cancelled hears from the work, not from the clock`() async {
    let task = Task { [clock] in
      await within(.seconds(1), on: clock) { () async -> String in
        try? await clock.sleep(for: .seconds(1_000))
        return "cancelled"
      }
    }
    await clock.sleeps.reaches(2)
    task.cancel()
    #expect(await task.value == "cancelled")
  }
}
