/// An event in which users can enroll.
struct EventbeeEvent: Identifiable, Sendable, Equatable, Codable {
  /// The identifier, which the back end assigns in ascending order from 1.
  let id: Int
  var name: String
  var description: String
  /// The permission as it was given. Unknown values are kept because newer clients may use them.
  var permission: String
  /// The time of the start, in seconds since 1970.
  var start: Int
  /// The time of the end, in seconds since 1970. It is not before the start.
  var end: Int
  /// The user who created the event.
  let organizer: Int
  /// The participants in the order in which they enrolled, without duplicates.
  var participants: [Int] = []

  /// Whether only the organizer may add participants. An event with an unknown permission is open.
  var isClosed: Bool { permission == "private" }

  /// Whether a request could have created this event. The users in it are not checked.
  var isPossible: Bool {
    EventbeeFields.areWords(name, upTo: EventbeeLimits.name) && description.utf8.count <= EventbeeLimits.description
      && EventbeeFields.areWords(permission, upTo: EventbeeLimits.permission) && ISODate.accepts(start)
      && ISODate.accepts(end) && participants.count <= EventbeeLimits.participants
  }

  /// Returns whether a user organizes the event or participates in it. Such users may use its chat.
  func admits(_ user: Int) -> Bool { organizer == user || participants.contains(user) }
}
