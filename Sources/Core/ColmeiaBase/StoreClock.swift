/// A type-erased clock, which measures durations since its creation.
@usableFromInline package struct StoreClock: Sendable {
  @usableFromInline package let now: @Sendable () -> Duration
  @usableFromInline package let sleep: @Sendable (_ until: Duration) async throws -> Void

  @inlinable package init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Returns the deadline after `delay`, which is limited to a century, because clocks can't sleep for every possible
  /// duration.
  @usableFromInline package func deadline(after delay: Duration) -> Duration {
    now() + min(max(delay, .zero), .seconds(100 * 366 * 86_400))
  }
}
