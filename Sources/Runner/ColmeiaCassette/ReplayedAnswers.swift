import ColmeiaBase

/// The recorded responses that an effect has received. If it is cancelled, nobody has used them, so an equal request may
/// have them.
package final class ReplayedAnswers: Sendable {
  /// The responses to the effect that the current task belongs to.
  @TaskLocal package static var current: ReplayedAnswers?

  private let numbers = Guarded<[(replay: CassetteReplay, number: Int)]>([])

  package init() {}

  func add(_ number: Int, of replay: CassetteReplay) { numbers.withLock { $0.append((replay, number)) } }

  /// Whether the effect has received none.
  package var isEmpty: Bool { numbers.withLock { $0.isEmpty } }

  /// Gives the responses back, because the effect was cancelled.
  package func discard() {
    for (replay, number) in numbers.withLock({ $0 }) { replay.change { $0.cancelled.abandoned.append(number) } }
  }
}
