/// An event (E15).
public struct Event: Sendable, Equatable, Codable, Identifiable {
  /// The number that the server assigned to the event.
  public let id: Int
  /// The name.
  public var name: String
  /// The description by the organizer.
  public var about = ""
  /// Who may enroll.
  public var permission = EventPermission.open
  /// The start time, in seconds since 1970.
  public var start = 0
  /// The end time, in seconds since 1970.
  public var end = 0
  /// The number of the organizer, if the server provides it.
  public var organizer: Int?
}

/// The permission that controls who may enroll in an event. An unknown value is preserved and sent back unchanged
/// (E15).
public enum EventPermission: Sendable, Hashable {
  /// Everyone may enroll.
  case open
  /// Only people whom the organizer adds can participate.
  case closed
  /// A permission unknown to the app; the payload is the server's value.
  case other(String)
}

extension EventPermission: RawRepresentable, Codable {
  /// Creates the permission for the server's value.
  public init(rawValue: String) {
    switch rawValue {
    case "public": self = .open
    case "private": self = .closed
    default: self = .other(rawValue)
    }
  }

  /// The server's value for the permission.
  public var rawValue: String {
    switch self {
    case .open: "public"
    case .closed: "private"
    case .other(let word): word
    }
  }
}

/// A participant of an event, or a person who could be added to it.
public struct Person: Sendable, Equatable, Codable, Identifiable {
  /// The number that the server assigned to the person.
  public let id: Int
  /// The name.
  public var name: String
}

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
