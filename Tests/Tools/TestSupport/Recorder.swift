import ColmeiaBase

/// The values that a callback has received, in order.
package final class Recorder<Value: Sendable>: Sendable {
  private let values = Guarded([Value]())

  package init() {}

  package var all: [Value] { values.withLock { $0 } }

  package func add(_ value: Value) { values.withLock { $0.append(value) } }
}
