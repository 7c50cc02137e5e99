/// A clock of any type, as durations since this was made.
@usableFromInline package struct StoreClock: Sendable {
  @usableFromInline package let now: @Sendable () -> Duration
  @usableFromInline package let sleep: @Sendable (_ until: Duration) async throws -> Void

  @inlinable package init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
