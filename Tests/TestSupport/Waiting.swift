import ColmeiaSync
import Testing

/// How long a test waits for what should come at once: longer than it takes on a machine that does much else, and not for
/// ever.
private let limit = Duration.seconds(120)

extension Bell {
  /// Waits until something is true, and looks again whenever this rings. What does not come is a failure of the test, which
  /// says what it has waited for. A task that is cancelled waits no longer, which is no failure.
  @discardableResult package func wait(
    for what: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation, until isTrue: () async -> Bool
  ) async -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      let rings = rings
      if await isTrue() { return true }
      let hasRung = await wait(after: rings, until: deadline, clock)
      if Task.isCancelled { return await isTrue() }
      if hasRung, clock.now < deadline { continue }
      if await isTrue() { return true }
      Issue.record("waited for this, and it did not come: \(what())", sourceLocation: location)
      return false
    }
  }
}

/// Waits until something is true that nobody tells of, such as how many descriptors the system has open: looks again every
/// few milliseconds. Where somebody can tell, there is ``ColmeiaSync/Bell/wait(for:at:until:)``.
@discardableResult package func lookAgain(
  for what: @autoclosure () -> String, at location: SourceLocation = #_sourceLocation, until isTrue: () async -> Bool
) async -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while await !isTrue() {
    guard (try? await clock.sleep(for: .milliseconds(5))) != nil else { return await isTrue() }
    if clock.now > deadline {
      Issue.record("waited for this, and it did not come: \(what())", sourceLocation: location)
      return false
    }
  }
  return true
}

/// A count that tests wait for.
package final class Tally: Sendable {
  private let bell = Bell()

  package init() {}

  package var value: Int { Int(bell.rings) }

  package func add() { bell.ring() }

  /// Waits until it is `goal` or more.
  package func reaches(_ goal: Int, at location: SourceLocation = #_sourceLocation) async {
    await bell.wait(for: "a count of \(goal); it is \(value)", at: location) { value >= goal }
  }
}
