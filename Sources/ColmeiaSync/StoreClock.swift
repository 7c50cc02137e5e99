/// A clock of any type, as durations since this was made.
@usableFromInline package struct StoreClock: Sendable {
  @usableFromInline package let now: @Sendable () -> Duration
  @usableFromInline package let sleep: @Sendable (_ until: Duration) async throws -> Void

  @inlinable package init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// When `delay` will be over; a century at the latest, because clocks cannot sleep for all that a duration can say.
  @usableFromInline package func deadline(after delay: Duration) -> Duration {
    now() + min(max(delay, .zero), .seconds(100 * 366 * 86_400))
  }
}
