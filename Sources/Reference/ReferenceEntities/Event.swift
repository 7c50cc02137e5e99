/// An event of Eventbee, for the app, its client and the back end (E15).
///
/// Its conformance to `Codable` is the form in the app's state. How it is sent and stored is declared in `fields`.
public struct Event: Sendable, Hashable, Codable, Identifiable {
  /// The number that the server assigned to the event, or 0 before it has.
  public let id: Int
  /// The name.
  public var name: String
  /// The description by the organizer.
  public var about: String
  /// Who may enroll.
  public var permission: EventPermission
  /// The start time, in seconds since 1970.
  public var start: Int
  /// The end time, in seconds since 1970.
  public var end: Int
  /// The number of the organizer, if the server provides it.
  public var organizer: Int?

  /// Creates an event.
  public init(
    id: Int = 0, name: String = "", about: String = "", permission: EventPermission = .open, start: Int = 0,
    end: Int = 0, organizer: Int? = nil
  ) {
    (self.id, self.organizer) = (id, organizer)
    (self.name, self.about, self.permission, self.start, self.end) = (name, about, permission, start, end)
  }
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
