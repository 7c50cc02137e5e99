/// A value loaded from a server, together with the status of loading. The old value is kept while it's being reloaded.
public struct Loaded<Value: Sendable & Equatable & Codable>: Sendable, Equatable, Codable {
  /// The value, or `nil` before it has loaded for the first time.
  public var value: Value?
  /// Whether the value is being loaded.
  public var isLoading: Bool
  /// Why the last attempt to load the value failed.
  public var failure: EventbeeFailure?

  /// Creates a value that is loaded from a server. By default, it's not loaded yet.
  public init(_ value: Value? = nil, isLoading: Bool = false, failure: EventbeeFailure? = nil) {
    self.value = value
    self.isLoading = isLoading
    self.failure = failure
  }

  mutating func begin() {
    isLoading = true
    failure = nil
  }

  mutating func end(_ value: Value) { self = Loaded(value) }

  mutating func fail(_ failure: EventbeeFailure) {
    isLoading = false
    self.failure = failure
  }
}
