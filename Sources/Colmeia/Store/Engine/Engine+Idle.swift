extension Engine {
  /// Calls `body` once nothing is left to reduce. This is a control, so that it runs after all earlier entries; the
  /// immediate answers of their effects arrive behind it, in which case it enqueues itself again.
  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    enqueue(.control { engine in if engine.isIdle { body() } else { engine.whenIdle(body) } })
  }

  /// Whether no input is waiting to be processed. Called by the drainer.
  private var isIdle: Bool {
    func isInput(_ entry: Entry) -> Bool { if case .control = entry { false } else { true } }
    return !drainer.pointee.queue.contains(where: isInput) && inbox.withLock { !$0.queue.contains(where: isInput) }
  }
}
