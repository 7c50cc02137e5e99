import ColmeiaBase
import ColmeiaTransport

/// Reports the progress of a transfer in whole percents. Each percentage is reported once, in increasing order, so that
/// at most 101 actions are sent, regardless of the number of chunks. Nothing is reported if the total size is unknown.
final class PercentMeter: Sendable {
  private let last = Guarded(-1)
  private let report: @Sendable (Int) -> Void

  init(_ report: @escaping @Sendable (Int) -> Void) { self.report = report }

  /// Handles a progress update of the transfer.
  func update(_ progress: TransferProgress) {
    guard let percent = progress.percent else { return }
    let isNews = last.withLock { last in
      defer { last = max(last, percent) }
      return percent > last
    }
    if isNews { report(percent) }
  }
}

extension Int? {
  /// Replaces the value with a percentage if it's in 0...100 and higher than the current one.
  mutating func raise(toPercent percent: Int) {
    if (0...100).contains(percent), percent > self ?? -1 { self = percent }
  }
}
