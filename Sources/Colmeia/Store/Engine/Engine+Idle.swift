extension Engine {
  /// Calls `body` once nothing is left to reduce, including the immediate answers of effects, and subscribers know it.
  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    enqueue(.control { $0.drainer.pointee.idle.append(body) })
  }
}
