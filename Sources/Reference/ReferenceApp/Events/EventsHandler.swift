import ColmeiaClient

/// Performs the effects of the events, each of which is one request.
struct EventsHandler: AnsweringHandler {
  let api: APIClient

  nonisolated(nonsending) func answer(to effect: Events.Effect) async -> Events.Action? {
    switch effect {
    case .load: await api.call(EventbeeAPI.events(), { .loaded($0) }, Events.Action.loadFailed)
    case .mine(let user):
      await api.call(EventbeeAPI.events(of: user), { .mine($0.map(\.id)) }, Events.Action.mineFailed)
    case .event(let id):
      await api.call(
        EventbeeAPI.event(id),
        { $0.id == id ? .event($0) : .eventFailed(id, .request(.undecodable(at: "id"))) },
        { .eventFailed(id, $0) })
    case .participants(let id):
      await api.call(
        EventbeeAPI.users(of: id), { .participants(id, $0.map(Person.init)) }, { .participantsFailed(id, $0) })
    case .enroll(let id):
      await api.call(
        EventbeeAPI.subscribe(to: id), { _ in .enrollmentDone(id, isIn: true) }, { .enrollmentFailed(id, $0) })
    case .leave(let id):
      await api.call(
        EventbeeAPI.unsubscribe(from: id), { _ in .enrollmentDone(id, isIn: false) }, { .enrollmentFailed(id, $0) })
    case .people: await api.call(EventbeeAPI.users(), { .people($0.map(Person.init)) }, Events.Action.peopleFailed)
    case .add(let person, let id):
      await api.call(
        EventbeeAPI.addUser(person, to: id), { _ in .added(person, to: id) },
        { (failure: AddingFailure) in .addFailed(person, to: id, failure.shown) })
    case .waitForUndo(let person, let id): .removalDue(person, from: id)
    case .remove(let person, let id):
      await api.call(
        EventbeeAPI.removeUser(person, from: id), { _ in .removed(person, from: id) },
        { .removeFailed(person, from: id, $0) })
    case .create(let event):
      await api.call(EventbeeAPI.createEvent(event), { .saved($0) }, Events.Action.saveFailed)
    case .update(let id, let old, let new):
      await api.call(EventbeeAPI.updateEvent(id, from: old, to: new), { .saved($0) }, Events.Action.saveFailed)
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

extension Person {
  init(_ user: Member) { self.init(id: user.id, name: user.name) }
}
