import ColmeiaHTTP
import ReferenceEntities

/// The actions on events. Enrollments are in an extension.
enum EventsController {
  static func show(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    .json(200, try find(call, state).details.response)
  }

  static func find(_ call: EventbeeCall, _ state: EventbeeState) throws(EventbeeProblem) -> EventbeeEvent {
    guard let event = state.events[id: try call.id()] else { throw .notFound }
    return event
  }

  static func create(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    let organizer = try call.caller().id
    var event = Event(id: state.nextEventID, organizer: organizer)
    try call.fields().change(&event, isNew: true)
    guard state.events.count < EventbeeLimits.events else { throw .invalid }
    state.upsert(EventbeeEvent(details: event))
    return .json(201, event.response)
  }

  static func update(_ call: EventbeeCall, _ state: inout EventbeeState) throws(EventbeeProblem) -> HTTPResponse {
    var event = try find(call, state)
    guard event.organizer == (try call.caller().id) else { throw .notOrganizer }
    try call.fields().change(&event.details, isNew: false)
    state.upsert(event)
    return .json(200, event.details.response)
  }
}
