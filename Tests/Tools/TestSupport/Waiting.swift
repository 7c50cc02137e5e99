import ColmeiaBase
import Testing

/// Counts seconds in which something that should happen immediately hasn't happened. A second counts only if this task
/// has run in it. Its turns come behind everything else that is ready to run, so a busy machine isn't too late.
private struct Patience {
  private static let limit = 120
  private let clock = ContinuousClock()
  private(set) var end = ContinuousClock.now + .seconds(1)
  private var seconds = 0

  /// Begins another second if the current one is over. Returns whether there have been too many.
  mutating func isOver() -> Bool {
    if clock.now < end { return false }
    (end, seconds) = (clock.now + .seconds(1), seconds + 1)
    return seconds >= Self.limit
  }
}

extension Bell {
  /// Waits until a condition holds, checking it again whenever the bell rings. If it doesn't hold within the limit, the
  /// test fails with a message that contains `what`. A cancelled task stops waiting without a failure.
  @discardableResult package func wait(
    for what: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation, until isTrue: () async -> Bool
  ) async -> Bool {
    var patience = Patience()
    while true {
      let rings = rings
      if await isTrue() { return true }
      _ = await wait(after: rings, until: patience.end, ContinuousClock())
      if Task.isCancelled { return await isTrue() }
      if !patience.isOver() { continue }
      if await isTrue() { return true }
      Issue.record("timed out waiting for: \(what())", sourceLocation: location)
      return false
    }
  }
}

/// Waits until a condition holds that no bell announces, such as the number of open descriptors. It checks the
/// condition every few milliseconds. Prefer ``ColmeiaBase/Bell/wait(for:at:until:)`` if there is a bell.
@discardableResult package func poll(
  for what: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation, until isTrue: () async -> Bool
) async -> Bool {
  var patience = Patience()
  while await !isTrue() {
    guard (try? await ContinuousClock().sleep(for: .milliseconds(5))) != nil else { return await isTrue() }
    if patience.isOver() {
      Issue.record("timed out waiting for: \(what())", sourceLocation: location)
      return false
    }
  }
  return true
}

/// A count that tests can wait for.
package final class Tally: Sendable {
  private let bell = Bell()

  package init() {}

  package var value: Int { Int(bell.rings) }

  package func add() { bell.ring() }

  /// Waits until the count is at least `goal`.
  package func reaches(_ goal: Int, at location: SourceLocation = #_sourceLocation) async {
    await bell.wait(for: "a count of \(goal); it is \(value)", at: location) { value >= goal }
  }
}
