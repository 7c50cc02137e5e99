import Colmeia

extension Events {
  func reduceDetail(_ state: inout State, _ action: Action) -> Effects {
    guard var detail = state.detail else { return .none }
    defer { state.detail = detail }
    switch action {
    case .reload:
      state.missedFailure = nil
      return reload(&detail)
    case .event(let event):
      // After the event was saved, an answer to an earlier request may be older.
      guard detail.id == event.id, detail.event.isLoading else { return .none }
      detail.event.end(event)
      state.list.replace(event)
      state.detail = detail
      // The screen says that the event is closed.
      if state.isClosed(to: me), detail.enrollmentFailure == .notPermitted { detail.enrollmentFailure = nil }
    case .eventFailed(detail.id, let failure): if detail.event.isLoading { detail.event.fail(failure) }
    case .participants(detail.id, let people):
      guard detail.participants.isLoading else { return .none }
      let wasIn = detail.participants.value?.contains { $0.id == me?.id }
      detail.participants.end(people)
      // What failed is the case nevertheless.
      if let wasIn, wasIn != people.contains(where: { $0.id == me?.id }) { detail.enrollmentFailure = nil }
      // Nobody is asked about a person who has left.
      if let removal = detail.removal, !people.contains(where: { $0.id == removal.person }) {
        return reduceRemoving(&detail, .keep)
      }
    case .participantsFailed(detail.id, let failure):
      if detail.participants.isLoading { detail.participants.fail(failure) }
    case .enroll: return requestEnrollment(true, &state, &detail)
    case .leave: return requestEnrollment(false, &state, &detail)
    case .choosePerson, .stopChoosing, .people, .peopleFailed, .add, .added, .addFailed:
      return reduceAdding(&detail, action)
    case .remove, .confirmRemoval, .keep, .removalDue, .removed, .removeFailed:
      return reduceRemoving(&detail, action)
    default: break
    }
    return .none
  }

  private func reload(_ detail: inout EventDetail) -> Effects {
    (detail.enrollmentFailure, detail.addingFailure, detail.removingFailure) = (nil, nil, nil)
    detail.event.begin()
    let event = Effects.run(.event(detail.id), id: ID.event, .replace)
    if me == nil { return event }
    detail.participants.begin()
    return event + .run(.participants(detail.id), id: ID.participants, .replace)
  }

  /// Shows the requested enrollment immediately, and sends the request to the server.
  private func requestEnrollment(_ isIn: Bool, _ state: inout State, _ detail: inout EventDetail) -> Effects {
    let isEnrolled = state.enrollment(of: me) ?? false
    guard me != nil, !state.isEnrollmentPending, isEnrolled != isIn else { return .none }
    state.pendingEnrollments[detail.id] = isIn
    detail.enrollmentFailure = nil
    return .run(isIn ? .enroll(detail.id) : .leave(detail.id), id: ID.write, .queue)
  }

  /// Handles the server's confirmation of an enrollment. A list of participants that is in flight may predate it and
  /// would undo it, so the list is requested again.
  func confirm(_ event: Int, _ state: inout State) -> Effects {
    defer { state.pendingEnrollments[event] = nil }
    guard me != nil, let participants = state.detail?.participants, state.detail?.id == event else { return .none }
    let shown = state.participants(with: me)
    if participants.value != nil { state.detail?.participants.value = shown }
    if participants.value != nil, !participants.isLoading { return .none }
    state.detail?.participants.begin()
    return .run(.participants(event), id: ID.participants, .replace)
  }

  private func reduceAdding(_ detail: inout EventDetail, _ action: Action) -> Effects {
    switch action {
    case .choosePerson:
      guard me != nil else { return .none }
      var people = detail.people ?? Loaded()
      people.begin()
      detail.people = people
      return .run(.people, id: ID.people, .replace)
    case .stopChoosing:
      detail.people = nil
      return .cancel(ID.people)
    case .people(let people): if detail.people?.isLoading == true { detail.people?.end(people) }
    case .peopleFailed(let failure): if detail.people?.isLoading == true { detail.people?.fail(failure) }
    case .add(let person):
      guard me != nil, detail.adding == nil else { return .none }
      detail.adding = person
      detail.addingFailure = nil
      return .run(.add(person, to: detail.id), id: ID.write, .queue)
    case .added(let person, detail.id):
      // Reload even if the event was closed and reopened in the meantime, because its list may predate this.
      if detail.adding == person { detail.adding = nil }
      if me == nil { return .none }
      detail.participants.begin()
      return .run(.participants(detail.id), id: ID.participants, .replace)
    case .addFailed(let person, detail.id, let failure):
      if detail.adding == person {
        detail.adding = nil
        detail.addingFailure = failure
      }
    default: break
    }
    return .none
  }
}

extension Events {
  /// How long the removal of a participant can be undone. Closing the event ends this time, and logging out discards the
  /// removal.
  public static let undoTime = Duration.seconds(5)

  private func reduceRemoving(_ detail: inout EventDetail, _ action: Action) -> Effects {
    switch action {
    case .remove(let person): askToConfirm(person, &detail)
    case .confirmRemoval:
      guard let removal = detail.removal, removal.step == .asking else { return .none }
      detail.removal?.step = .undoable
      return .run(.waitForUndo(removal.person, from: detail.id), id: ID.undo, .replace, .after(Self.undoTime))
    case .keep:
      guard let removal = detail.removal, removal.step != .sending else { return .none }
      detail.removal = nil
      return .cancel(ID.undo)
    case .removalDue(let person, detail.id):
      guard detail.removal == .init(person: person, step: .undoable) else { return .none }
      detail.removal?.step = .sending
      return .run(.remove(person, from: detail.id), id: ID.write, .queue)
    case .removed(let person, detail.id):
      let isOver = detail.removal?.person == person
      if isOver { detail.removal = nil }
      detail.participants.value?.removeAll { $0.id == person }
      // A list that is in flight may predate the removal, also that of an event that was closed and reopened.
      detail.participants.begin()
      return .run(.participants(detail.id), id: ID.participants, .replace) + (isOver ? .cancel(ID.undo) : .none)
    case .removeFailed(let person, detail.id, let failure):
      if detail.removal == .init(person: person, step: .sending) {
        (detail.removal, detail.removingFailure) = (nil, failure)
      }
    default: break
    }
    return .none
  }

  /// Asks whether to remove a participant. What answers is another control, so a double click doesn't.
  private func askToConfirm(_ person: Int, _ detail: inout EventDetail) {
    guard detail.isOrganizer(me), detail.removal.map({ $0.step == .asking }) ?? true,
      detail.participants.value?.contains(where: { $0.id == person }) == true
    else { return }
    detail.removingFailure = nil
    detail.removal = .init(person: person)
  }
}

extension Loaded<[Event]> {
  /// Replaces an event in the list with a newer version.
  mutating func replace(_ event: Event) {
    guard let index = value?.firstIndex(where: { $0.id == event.id }) else { return }
    value?[index] = event
  }
}
