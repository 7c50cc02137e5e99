import Synchronization

/// A clock that the test advances.
package final class StepClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset: Swift.Duration
    package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let offset = Mutex(Swift.Duration.zero)

  package init() {}

  package var now: Instant { Instant(offset: offset.withLock { $0 }) }
  package var minimumResolution: Swift.Duration { .zero }
  package func advance(by duration: Swift.Duration) { offset.withLock { $0 += duration } }
  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {}
}
