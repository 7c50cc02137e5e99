import ColmeiaBase
import Synchronization

/// Records which children reduce an action, to find answers that reach another child: a handler was given the effect of
/// one child and belongs to another, or a child is declared with the case of another one. Nothing is recorded unless a
/// store asks for it, as stores do in debug builds.
@usableFromInline final class ChildTrail: Sendable {
  @TaskLocal static var current: ChildTrail?
  /// The number of stores that are recording.
  @usableFromInline static let recorders = Atomic<Int>(0)

  /// The paths of the children that have reduced, and that of the one that reduces now.
  private let paths = Guarded((done: [[ScopeKey]](), now: [ScopeKey]()))

  /// Calls `body`, in which a child reduces.
  @usableFromInline static func record<Result>(_ path: [ScopeKey], _ body: () -> Result) -> Result {
    guard let trail = current else { return body() }
    let outer = trail.paths.withLock { paths in
      let outer = paths.now
      paths.now += path
      // Of a child and its own children, only the innermost counts.
      if paths.done.last == outer { paths.done.removeLast() }
      paths.done.append(paths.now)
      return outer
    }
    defer { trail.paths.withLock { $0.now = outer } }
    return body()
  }

  /// Calls `reduce`. Returns what is wrong if it passes the answer of an effect to other children only.
  static func problem(answering owner: EffectScope, _ reduce: () -> Void) -> StoreProblem? {
    let trail = ChildTrail()
    recorders.wrappingAdd(1, ordering: .relaxed)
    $current.withValue(trail) { reduce() }
    recorders.wrappingSubtract(1, ordering: .relaxed)
    let done = trail.paths.withLock { $0.done }
    let isRight = done.contains { owner.keys.starts(with: $0) || $0.starts(with: owner.keys) }
    if done.isEmpty || isRight { return nil }
    return .foreignAnswer(effect: owner, action: EffectScope(done[0]))
  }
}
