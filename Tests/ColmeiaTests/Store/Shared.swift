import Colmeia
import ColmeiaSync

/// What was noted, in order, by closures on any thread.
final class Log<Element: Sendable>: Sendable {
  private let content = Guarded<[Element]>([])
  var elements: [Element] { content.withLock { $0 } }
  func append(_ element: Element) { content.withLock { $0.append(element) } }
}

/// A place for something that comes later, such as the store that a closure made before it needs.
final class Slot<Value: Sendable>: Sendable {
  private let content = Guarded<Value?>(nil)
  var value: Value? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}

/// Something whose end can be seen.
final class Witness: Sendable {}
