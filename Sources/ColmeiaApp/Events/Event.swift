/// An event (E15).
public struct Event: Sendable, Equatable, Codable, Identifiable {
  /// The number by which the server knows it.
  public let id: Int
  /// The name.
  public var name: String
  /// The description, as its organiser wrote it.
  public var about = ""
  /// Who is allowed to enrol.
  public var permission = EventPermission.open
  /// When it begins, in seconds since 1970.
  public var start = 0
  /// When it ends, in seconds since 1970.
  public var end = 0
  /// Who organizes it, if the server says so.
  public var organizer: Int?
}

/// Who may enrol in an event. An unknown value is kept and sent back unchanged (E15).
public enum EventPermission: Sendable, Hashable {
  /// Everybody may enrol.
  case open
  /// Those whom the organizer adds.
  case closed
  /// A permission that the app does not know, in the server's word.
  case other(String)
}

extension EventPermission: RawRepresentable, Codable {
  /// The permission that the server calls `rawValue`.
  public init(rawValue: String) {
    switch rawValue {
    case "public": self = .open
    case "private": self = .closed
    default: self = .other(rawValue)
    }
  }

  /// The server's word for the permission.
  public var rawValue: String {
    switch self {
    case .open: "public"
    case .closed: "private"
    case .other(let word): word
    }
  }
}

/// Somebody who is enrolled, or could be.
public struct Person: Sendable, Equatable, Codable, Identifiable {
  /// The number by which the server knows it.
  public let id: Int
  /// The name.
  public var name: String
}

/// Something that is loaded from a server, and how far that is. The old value stays while it is loaded again.
public struct Loaded<Value: Sendable & Equatable & Codable>: Sendable, Equatable, Codable {
  /// What is there; `nil` before it came for the first time.
  public var value: Value?
  /// Whether it is being asked for.
  public var isLoading: Bool
  /// Why it did not come the last time.
  public var failure: EventbeeFailure?

  /// Something that is loaded; by default not there yet.
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
