import ColmeiaBase

/// Values that the command line gives by name. It notes the names that are read, so that a mistyped one is reported.
public struct GivenValues<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
  private final class Reads: Sendable { let names = Guarded<Set<String>>([]) }

  private let reads = Reads()

  /// Creates values by name.
  public init(_ all: [String: Value]) { unread = all }
  /// Creates values by name.
  public init(dictionaryLiteral elements: (String, Value)...) { unread = Dictionary(elements) { $1 } }

  /// The value with this name, or `nil` if none is given.
  public subscript(name: String) -> Value? {
    get {
      reads.names.withLock { _ = $0.insert(name) }
      return unread[name]
    }
    set { unread[name] = newValue }
  }

  /// The names and values, without noting them as read.
  package private(set) var unread: [String: Value]
  /// The names that were read, including those without a value.
  var namesRead: Set<String> { reads.names.withLock { $0 } }
}
