/// Something to enrol in.
struct EventbeeEvent: Identifiable, Sendable, Equatable, Codable {
  /// Given by the back end, ascending from 1.
  let id: Int
  var name: String
  var description: String
  /// Kept as it was given: a newer client may know more values than the back end.
  var permission: String
  /// In seconds since 1970.
  var start: Int
  /// In seconds since 1970; not before the start.
  var end: Int
  /// The user who made it.
  let organizer: Int
  /// Users, in the order in which they enrolled; each once.
  var participants: [Int] = []

  /// Whether only the organizer adds participants. An unknown permission is not closed.
  var isClosed: Bool { permission == "private" }

  /// Whether a request could have made it. Its people are not looked at.
  var isPossible: Bool {
    EventbeeFields.areWords(name, upTo: EventbeeLimits.name) && description.utf8.count <= EventbeeLimits.description
      && EventbeeFields.areWords(permission, upTo: EventbeeLimits.permission) && ISODate.accepts(start)
      && ISODate.accepts(end) && participants.count <= EventbeeLimits.participants
  }

  /// Whether a user is in it, and may read and write in its chat.
  func admits(_ user: Int) -> Bool { organizer == user || participants.contains(user) }
}
