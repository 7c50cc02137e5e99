import Colmeia
import ColmeiaNetworking
import ColmeiaSync

/// Makes few steps of many: each whole percent is told once, and only higher ones, so that one transfer sends at most 101
/// actions however many pieces it has. Where nobody knows of how much, nothing is told.
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
  /// Takes a percentage that was told, if it is one, and higher.
  mutating func raise(toPercent percent: Int) {
    if (0...100).contains(percent), percent > self ?? -1 { self = percent }
  }
}
