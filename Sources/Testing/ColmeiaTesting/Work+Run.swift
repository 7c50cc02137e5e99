import Colmeia

extension Work {
  /// Performs the work without a store, to test a handler.
  ///
  /// ```swift
  /// await handler.work(for: .load).run(Send { print($0) })
  /// ```
  ///
  /// - Parameter send: Receives the actions of the work.
  public nonisolated(nonsending) func run(_ send: Send<Action>) async {
    switch self {
    case .done: break
    case .action(let action): send(action)
    case .answer(let work): if let action = await work() { send(action) }
    case .async(let work): await work(send)
    }
  }
}
