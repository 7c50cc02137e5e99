import Colmeia
import ColmeiaSync

/// Work that may never end, such as an app's that does not heed its cancellation: it is waited for as long as that makes
/// sense, then cancelled and left to itself.
struct Bounded: Sendable {
  private let bell = Bell()
  private let interruption: Interruption?

  /// - Parameter interruption: ends the waiting, too; `nil` where nothing does.
  init(_ interruption: Interruption?) { self.interruption = interruption }

  /// What comes of the work; `nil` when it takes longer than `limit`, or the user wants an end and it takes longer than
  /// `grace` from then on.
  func run<Value: Sendable>(
    within limit: Duration, grace: Duration = .zero, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let outcome = Guarded<Result<Value, any Error>?>(nil)
    let bell = bell
    // No child task: whoever has children waits for them.
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      bell.ring()
    }
    interruption?.register(bell)
    defer { interruption?.forget(bell) }
    let clock = ContinuousClock()
    var deadline = clock.now.advanced(by: limit)
    var isHurried = false
    while true {
      let rings = bell.rings
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      if let interruption, interruption.isOn, !isHurried {
        isHurried = true
        deadline = min(deadline, clock.now.advanced(by: grace))
      }
      if clock.now >= deadline || Task.isCancelled { break }
      _ = await bell.wait(after: rings, until: deadline, clock)
    }
    task.cancel()
    return nil
  }
}
