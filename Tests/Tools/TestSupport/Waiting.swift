import ColmeiaBase
import Testing

/// The maximum time to wait for something that should happen immediately. It is long enough for a busy machine.
private let limit = Duration.seconds(120)

extension Bell {
  /// Waits until a condition holds, checking it again whenever the bell rings. If it doesn't hold within the limit, the
  /// test fails with a message that contains `what`. A cancelled task stops waiting without a failure.
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
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while await !isTrue() {
    guard (try? await clock.sleep(for: .milliseconds(5))) != nil else { return await isTrue() }
    if clock.now > deadline {
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
