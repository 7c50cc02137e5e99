import ColmeiaTable

/// The state of Eventbee.
struct EventbeeState: Sendable, Equatable, Codable {
  var users = AccountTable<EventbeeUser>()
  var sessions = TokenTable()
  var events = EntityTable<EventbeeEvent>()
  var nextEventID = 1
  var facebook = EntityTable<FacebookAccount>()
  var chat = Chat()
  /// The counts of wrong passwords. They are not persisted.
  var guesses = GuessTable()

  /// Adds an event with the next identifier, or replaces an existing one.
  mutating func upsert(_ event: EventbeeEvent) {
    events.upsert(event)
    nextEventID = max(nextEventID, event.id + 1)
  }

  /// A description of an inconsistency in the state, or `nil` if it is consistent. It finds sessions, organizers and
  /// participants without a user, events that are out of order or end before they start, and records that no request
  /// could have created.
  ///
  /// - Complexity: O(size of the state).
  var inconsistency: String? {
    guard users.rows.count <= EventbeeLimits.users else { return "there are \(users.rows.count) users" }
    if let user = users.rows.first(where: { !$0.isPossible }) { return "user \(user.id) is invalid" }
    if !facebook.allSatisfy(\.isPossible) { return "one of the Facebook accounts is invalid" }
    if let stranger = sessions.users.first(where: { users[$0] == nil }) {
      return "a session is of user \(stranger), who doesn't exist"
    }
    return eventDamage ?? chat.inconsistency({ events[id: $0] != nil }, { users[$0] != nil })
  }

  private var eventDamage: String? {
    guard nextEventID <= AccountTable<EventbeeUser>.largestID else {
      return "the next event's number, \(nextEventID), is too large"
    }
    guard events.count <= EventbeeLimits.events else { return "there are \(events.count) events" }
    var last = 0
    for event in events {
      guard event.id > last, event.id < nextEventID else {
        return "event \(event.id) is not between event \(last) and the next one, \(nextEventID)"
      }
      last = event.id
      guard users[event.organizer] != nil else {
        return "event \(event.id) is of user \(event.organizer), who doesn't exist"
      }
      guard Set(event.participants).count == event.participants.count,
        event.participants.allSatisfy({ users[$0] != nil })
      else { return "event \(event.id) has a participant twice, or one who doesn't exist" }
      guard event.details.start <= event.details.end else { return "event \(event.id) ends before it starts" }
      guard event.isPossible else { return "event \(event.id) is invalid" }
    }
    return nil
  }
}

extension EventbeeState {
  private enum CodingKeys: CodingKey { case users, sessions, events, nextEventID, facebook, chat }
}
