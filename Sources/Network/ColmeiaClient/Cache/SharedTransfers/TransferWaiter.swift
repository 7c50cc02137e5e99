import ColmeiaBase
import ColmeiaTransport

/// A caller that waits for a shared transfer. It is resumed once, with the outcome or because it was cancelled.
final class TransferWaiter<Outcome: Sendable>: Sendable {
  /// `.some(nil)` if the caller was cancelled.
  private let ending = Awaited<Outcome??>(nil)
  /// The callback for the caller's progress.
  let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ progress: (@Sendable (TransferProgress) -> Void)?) { self.progress = progress }

  /// Waits for the outcome, or returns `nil` if the caller was cancelled.
  nonisolated(nonsending) func outcome() async -> Outcome? { await ending.firstRegardless { $0 } }

  /// Ends the wait with an outcome, or with `nil` if the caller was cancelled. Only the first call has an effect.
  func finish(_ outcome: Outcome?) {
    ending.change { ending in if case .none = ending { ending = .some(outcome) } }
  }
}
