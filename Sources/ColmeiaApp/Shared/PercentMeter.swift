import Colmeia
import ColmeiaSync
import ColmeiaTransport

/// Reports the progress of a transfer in whole percents, each once and rising, so that it sends at most 101 actions however
/// many pieces there are. Nothing is reported when the size is not known.
final class PercentMeter: Sendable {
  private let last = Guarded(-1)
  private let tell: @Sendable (Int) -> Void

  init(_ tell: @escaping @Sendable (Int) -> Void) { self.tell = tell }

  /// A transfer has gone on.
  func hear(_ progress: TransferProgress) {
    guard let percent = progress.percent else { return }
    let isNews = last.withLock { last in
      defer { last = max(last, percent) }
      return percent > last
    }
    if isNews { tell(percent) }
  }
}

extension Int? {
  /// Takes a percentage if it is valid, and higher than the last.
  mutating func raise(toPercent percent: Int) {
    if (0...100).contains(percent), percent > self ?? -1 { self = percent }
  }
}
