import Synchronization

/// What clients have sent, and what was answered; and who kills the back end when.
final class CrashLedger: Sendable {
  struct Content: Sendable {
    var sent: Set<String> = []
    var acknowledged: [String] = []
    /// Tokens of iddog that were given.
    var tokens: [String] = []
    /// At how many answers the back end is killed.
    var last = Int.max
    var isKilled = false
  }

  private let content = Mutex(Content())

  var now: Content { content.withLock(\.self) }

  /// Begins a round, in which so many further answers are waited for.
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

  /// Whether it is time to kill, and whoever asks is the one to do it.
  func isLast() -> Bool {
    content.withLock { content in
      guard !content.isKilled, content.acknowledged.count >= content.last else { return false }
      content.isKilled = true
      return true
    }
  }
}
