/// A clock of any type, as durations since the store began.
@usableFromInline struct StoreClock: Sendable {
  @usableFromInline let now: @Sendable () -> Duration
  @usableFromInline let sleep: @Sendable (_ until: Duration) async throws -> Void

  @inlinable init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
