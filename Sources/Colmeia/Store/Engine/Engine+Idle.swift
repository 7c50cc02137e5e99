extension Engine {
  /// Calls `body` once nothing is left to reduce. A control, so that it comes behind all that was sent before; what that has
  /// started and was answered at once has arrived behind it.
  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    enqueue(.control { engine in if engine.isIdle { body() } else { engine.whenIdle(body) } })
  }

  /// Whether nothing has arrived that is to be reduced. Called by the drainer.
  private var isIdle: Bool {
    func isToReduce(_ entry: Entry) -> Bool { if case .control = entry { false } else { true } }
    if drainer.pointee.queue.contains(where: isToReduce) { return false }
    return inbox.withLock { !$0.queue.contains(where: isToReduce) }
  }
}

extension Store {
  /// Calls `body` as soon as nothing is left to reduce: what was sent before has been reduced, and so has what effects have
  /// answered at once.
  package func whenIdle(_ body: @escaping @Sendable () -> Void) { engine.whenIdle(body) }
}
