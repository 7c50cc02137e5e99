import ColmeiaClient

/// Performs the effects of the events, each of which is one request.
struct EventsHandler: AnsweringHandler {
  let api: APIClient

  nonisolated(nonsending) func answer(to effect: Events.Effect) async -> Events.Action? {
    switch effect {
    case .load: await api.ask(EventbeeAPI.events(), { .loaded($0.map(Event.init)) }, Events.Action.loadFailed)
    case .mine(let user):
      await api.ask(EventbeeAPI.events(of: user), { .mine($0.map(\.id)) }, Events.Action.mineFailed)
    case .event(let id):
      await api.ask(
        EventbeeAPI.event(id),
        { $0.id == id ? .event(Event($0)) : .eventFailed(id, .request(.undecodable(at: "id"))) },
        { .eventFailed(id, $0) })
    case .participants(let id):
      await api.ask(
        EventbeeAPI.users(of: id), { .participants(id, $0.map(Person.init)) }, { .participantsFailed(id, $0) })
    case .enroll(let id):
      await api.ask(
        EventbeeAPI.subscribe(to: id), { _ in .enrollmentDone(id, isIn: true) }, { .enrollmentFailed(id, $0) })
    case .leave(let id):
      await api.ask(
        EventbeeAPI.unsubscribe(from: id), { _ in .enrollmentDone(id, isIn: false) }, { .enrollmentFailed(id, $0) })
    case .people: await api.ask(EventbeeAPI.users(), { .people($0.map(Person.init)) }, Events.Action.peopleFailed)
    case .add(let person, let id):
      await api.ask(
        EventbeeAPI.addUser(person, to: id), { _ in .added(person, to: id) },
        { (failure: AddingFailure) in .addFailed(person, to: id, failure.shown) })
    case .remove(let person, let id):
      await api.ask(
        EventbeeAPI.removeUser(person, from: id), { _ in .removed(person, from: id) },
        { .removeFailed(person, from: id, $0) })
    case .create(let draft):
      await api.ask(
        EventbeeAPI.createEvent(draft.fields(unlike: nil)), { .saved(Event($0)) }, Events.Action.saveFailed)
    case .update(let id, let old, let new):
      await api.ask(
        EventbeeAPI.updateEvent(id, new.fields(unlike: old)), { .saved(Event($0)) }, Events.Action.saveFailed)
    }
  }
}

/// Why a person couldn't be added to an event. Unlike elsewhere, a 401 with a text that isn't about the event is an
/// unknown error, as in the original, and the session stays (E19).
private struct AddingFailure: ShownFailure {
  let shown: EventbeeFailure

  init?(_ error: APIError) {
    guard let failure = EventbeeFailure(error) else { return nil }
    shown =
      if failure == .sessionRefused, case .status(let answer) = error { .request(.status(answer.status)) } else {
        failure
      }
  }
}

extension Event {
  init(_ event: EventbeeAPI.Event) {
    self.init(
      id: event.id, name: event.name, about: event.description,
      permission: EventPermission(rawValue: event.permission),
      start: event.start, end: event.end, organizer: event.organizer)
  }
}

extension Person {
  init(_ user: EventbeeAPI.User) { self.init(id: user.id, name: user.name) }
}

extension EventDraft {
  /// Returns the fields to send: all fields of a new event, or only the changed ones of an existing event.
  func fields(unlike old: EventDraft?) -> EventbeeAPI.EventFields {
    func changed<Value: Equatable>(_ part: KeyPath<EventDraft, Value>) -> Value? {
      self[keyPath: part] == old?[keyPath: part] ? nil : self[keyPath: part]
    }
    return EventbeeAPI.EventFields(
      name: changed(\.name), description: changed(\.about), permission: changed(\.permission)?.rawValue,
      start: changed(\.start), end: changed(\.end))
  }
}
