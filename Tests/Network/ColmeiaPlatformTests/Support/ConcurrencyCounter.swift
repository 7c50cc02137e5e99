import ColmeiaBase

/// A counter for the maximum number of concurrent operations.
final class ConcurrencyCounter: Sendable {
  private let content = Guarded((now: 0, most: 0))

  var most: Int { content.withLock { $0.most } }

  func enter() {
    content.withLock { content in
      content.now += 1
      content.most = max(content.most, content.now)
    }
  }

  func leave() { content.withLock { $0.now -= 1 } }
}
