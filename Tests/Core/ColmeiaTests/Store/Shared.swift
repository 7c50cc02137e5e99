import Colmeia
import ColmeiaBase

/// Records elements in order, from closures on any thread.
final class Log<Element: Sendable>: Sendable {
  private let content = Guarded<[Element]>([])
  var elements: [Element] { content.withLock { $0 } }
  func append(_ element: Element) { content.withLock { $0.append(element) } }
}

/// Stores a value that is set later, such as the store that an earlier closure needs.
final class Slot<Value: Sendable>: Sendable {
  private let content = Guarded<Value?>(nil)
  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}

/// An object whose deallocation can be observed.
final class Witness: Sendable {}
