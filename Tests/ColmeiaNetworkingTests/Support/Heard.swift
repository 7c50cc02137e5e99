import Colmeia
import ColmeiaSync

/// What a callback was told, in order.
final class Heard<Value: Sendable>: Sendable {
  private let values = Guarded([Value]())

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}
