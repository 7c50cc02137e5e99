import Synchronization

/// The names of everything that clients have sent and that was acknowledged, and the time at which to kill the back
/// end.
final class CrashLedger: Sendable {
  struct Content: Sendable {
    var sent: Set<String> = []
    var acknowledged: [String] = []
    /// The iddog tokens that were issued.
    var tokens: [String] = []
    /// The number of acknowledgements after which the back end is killed.
    var last = Int.max
    var isKilled = false
  }

  private let content = Mutex(Content())

  var now: Content { content.withLock(\.self) }

  /// Begins a round, which ends after `answers` more acknowledgements.
  func begin(_ answers: Int) {
    content.withLock { content in
      content.last = content.acknowledged.count + answers
      content.isKilled = false
    }
  }

  func send(_ name: String) { content.withLock { _ = $0.sent.insert(name) } }

  func acknowledge(_ name: String, token: String? = nil) {
    content.withLock { content in
      content.acknowledged.append(name)
      if let token { content.tokens.append(token) }
    }
  }

  /// Returns whether the caller must kill the back end now.
  func isLast() -> Bool {
    content.withLock { content in
      guard !content.isKilled, content.acknowledged.count >= content.last else { return false }
      content.isKilled = true
      return true
    }
  }
}
