import Colmeia
import ColmeiaSync

/// The values that a callback has received, in order.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Guarded([Value]())

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}
