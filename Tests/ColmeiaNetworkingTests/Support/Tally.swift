import Colmeia

/// A count that tests wait for, instead of sleeping.
final class Tally: Sendable {
  private struct Content {
    var value = 0
    var waiters: [(goal: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let content = Guarded(Content())

  var value: Int { content.withLock { $0.value } }

  func add() {
    let ready = content.withLock { content in
      content.value += 1
      let value = content.value
      let ready = content.waiters.filter { $0.goal <= value }.map(\.continuation)
      content.waiters.removeAll { $0.goal <= value }
      return ready
    }
    for continuation in ready { continuation.resume() }
  }

  /// Waits until it is `goal` or more.
  func reaches(_ goal: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = content.withLock { content in
        if content.value < goal { content.waiters.append((goal, continuation)) }
        return content.value >= goal
      }
      if isThere { continuation.resume() }
    }
  }
}
