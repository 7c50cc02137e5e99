import ReferenceEntities

/// An event with its participants.
struct EventbeeEvent: Identifiable, Sendable, Equatable {
  /// The event as clients see it. Its identifier, which the back end assigns in ascending order from 1, and its organizer
  /// never change.
  var details: Event
  /// The participants in the order in which they enrolled, without duplicates.
  var participants: [Int] = []

  /// The identifier.
  var id: Int { details.id }

  /// The user who created the event. Every event of the back end has one; no user has the number 0.
  var organizer: Int { details.organizer ?? 0 }

  /// Whether only the organizer may add participants. An event with an unknown permission is open.
  var isClosed: Bool { details.permission == .closed }

  /// Whether a request could have created this event. The users in it are not checked.
  var isPossible: Bool { details.isValid && participants.count <= EventbeeLimits.participants }

  /// Returns whether a user organizes the event or participates in it. Such users may use its chat.
  func admits(_ user: Int) -> Bool { organizer == user || participants.contains(user) }
}

extension EventbeeEvent: Codable {
  private static let (id, organizer, participants) = (
    Event.Key("id"), Event.Key("organizer"), Event.Key("participants")
  )

  /// Decodes an event from the back end's data, in which every event has an organizer.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Event.Key.self)
    details = Event(id: try container.decode(Int.self, forKey: Self.id))
    for field in Event.fields { try field.decode(container, &details) }
    details.organizer = try container.decode(Int.self, forKey: Self.organizer)
    participants = try container.decode([Int].self, forKey: Self.participants)
  }

  /// Encodes the event for the back end's data.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Event.Key.self)
    try container.encode(id, forKey: Self.id)
    for field in Event.fields { try container.encode(field.value(details), forKey: Event.Key(field.storedName)) }
    try container.encode(organizer, forKey: Self.organizer)
    try container.encode(participants, forKey: Self.participants)
  }
}
