import ColmeiaHTTP

/// The actions on events. Enrollments are in an extension.
enum EventsController {
  static func show(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    .json(200, try find(call, state).json)
  }

  static func find(_ call: EventbeeCall, _ state: EventbeeState) throws(EventbeeProblem) -> EventbeeEvent {
    guard let event = state.events[id: try call.id()] else { throw .notFound }
    return event
  }

  static func create(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let organizer = try call.caller().id
    let fields = try call.fields()
    let event = EventbeeEvent(
      id: state.nextEventID, name: try fields.words("name", upTo: EventbeeLimits.name).required(),
      description: try fields.text("description", upTo: EventbeeLimits.description) ?? "",
      permission: try fields.words("permission", upTo: EventbeeLimits.permission).required(),
      start: try fields.date("datetime_start").required(), end: try fields.date("datetime_end").required(),
      organizer: organizer)
    guard event.start <= event.end, state.events.count < EventbeeLimits.events else { throw .invalid }
    state.put(event)
    return .json(201, event.json)
  }

  static func update(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    var event = try find(call, state)
    guard event.organizer == (try call.caller().id) else { throw .notOrganizer }
    let fields = try call.fields()
    event.name = try fields.words("name", upTo: EventbeeLimits.name) ?? event.name
    event.description = try fields.text("description", upTo: EventbeeLimits.description) ?? event.description
    event.permission = try fields.words("permission", upTo: EventbeeLimits.permission) ?? event.permission
    event.start = try fields.date("datetime_start") ?? event.start
    event.end = try fields.date("datetime_end") ?? event.end
    guard event.start <= event.end else { throw .invalid }
    state.put(event)
    return .json(200, event.json)
  }
}
