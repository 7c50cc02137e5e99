import ColmeiaHTTP
import ColmeiaJSON

extension EventsController {
  /// Enrolls the caller. In a closed event, only the organizer may enroll. This check precedes the one for an existing
  /// enrollment.
  static func subscribe(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    let caller = try call.caller().id
    guard !event.isClosed || event.organizer == caller else { throw .notOrganizer }
    try enroll(caller, in: event, &state)
    return .json(201, ["result": "ok"])
  }

  /// Removes the caller's enrollment. A missing enrollment is treated as a missing record.
  static func unsubscribe(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    return try remove(try call.caller().id, from: event, &state)
  }

  /// Enrolls another user. A missing user is treated as an invalid parameter, not as a missing record.
  static func addUser(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    guard event.organizer == (try call.caller().id) else { throw .notOrganizer }
    guard let id = call.number(at: 1), state.users[id] != nil else { throw .invalid }
    try enroll(id, in: event, &state)
    return .json(200, ["result": "ok"])
  }

  /// Removes another user's enrollment.
  static func removeUser(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    guard event.organizer == (try call.caller().id) else { throw .notOrganizer }
    return try remove(call.number(at: 1), from: event, &state)
  }

  /// Returns messages of an event, the oldest first. Only the organizer and participants may read them.
  static func messages(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    guard event.admits(try call.caller().id) else { throw .notEnrolled }
    guard let items = call.request.queryItems else { throw .invalid }
    let after = items.first { $0.name == "after" }.map { Int($0.value) } ?? 0
    let before = items.first { $0.name == "before" }.map { Int($0.value) } ?? .max
    let limit = items.first { $0.name == "limit" }.map { Int($0.value) } ?? EventbeeLimits.messages
    guard let after, let before, let limit, limit > 0 else { throw .invalid }
    let wanted = state.chat.messages(of: event.id).filter { $0.id > after && $0.id < before }
    return .json(200, .array(wanted.suffix(limit).map { $0.json(state.users) }))
  }

  static func users(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let event = try find(call, state)
    return .json(200, .array(event.participants.compactMap { state.users[$0]?.json }))
  }

  private static func remove(
    _ user: Int?, from event: EventbeeEvent, _ state: inout EventbeeState
  ) throws(EventbeeProblem) -> HTTPResponse {
    var event = event
    guard let position = event.participants.firstIndex(where: { $0 == user }) else { throw .notFound }
    event.participants.remove(at: position)
    state.upsert(event)
    return .json(200, ["result": "ok"])
  }

  private static func enroll(
    _ user: Int, in event: EventbeeEvent, _ state: inout EventbeeState
  ) throws(EventbeeProblem) {
    guard !event.participants.contains(user), event.participants.count < EventbeeLimits.participants else {
      throw .invalid
    }
    var event = event
    event.participants.append(user)
    state.upsert(event)
  }
}
