import Colmeia

/// Events (E1, E14, E15, E19, E24): the list, details, enrollment, and creating and changing events. Also works without
/// a signed-in member, as far as the server permits.
public struct Events: Reducer {
  /// The state of the events.
  public struct State: Sendable, Equatable, Codable {
    /// All events, in the server's order.
    public var list: Loaded<[Event]> = Loaded()
    /// The numbers of the events in which the user is enrolled, loaded together with the list.
    public var mine: Loaded<[Int]> = Loaded()
    /// The enrollments that the user has requested and the server hasn't confirmed, by the event's number: `true` to be
    /// enrolled. They're shown as if they were already in effect.
    public var pendingEnrollments: [Int: Bool] = [:]
    /// The event that is open.
    public var detail: EventDetail?
    /// The form that is open.
    public var form: EventForm?
    /// The forms that were left with changes, newest last; at most ``Events/draftLimit``, and one for each event.
    public var drafts: [EventForm] = []
    /// Why a change of an event failed that was no longer open.
    public var missedFailure: EventbeeFailure?

    /// Returns whether a member is enrolled in the open event or has requested to be, or `nil` if it isn't known.
    ///
    /// - Complexity: O(participants).
    public func enrollment(of me: Member?) -> Bool? {
      guard let me, let detail else { return nil }
      if let pending = pendingEnrollments[detail.id] { return pending }
      return detail.participants.value?.contains { $0.id == me.id } ?? mine.value?.contains(detail.id)
    }

    /// Whether an enrollment in the open event is pending.
    public var isEnrollmentPending: Bool { detail.map { pendingEnrollments[$0.id] != nil } ?? false }

    /// Returns the participants of the open event, taking the user's requested enrollment into account.
    ///
    /// - Complexity: O(participants).
    public func participants(with me: Member?) -> [Person] {
      guard let detail else { return [] }
      let loaded = detail.participants.value ?? []
      guard let me else { return loaded }
      // The name may have changed. Until it's known, it's the email address.
      let known = loaded.map { $0.id == me.id && me.name != me.email ? Person(id: me.id, name: me.name) : $0 }
      guard let isIn = pendingEnrollments[detail.id] else { return known }
      let others = known.filter { $0.id != me.id }
      return isIn ? others + [Person(id: me.id, name: me.name)] : others
    }

    /// Returns whether the user can't enroll in the open event, because only the organizer can add participants.
    public func isClosed(to me: Member?) -> Bool {
      guard let detail else { return false }
      return detail.event.value?.permission == .closed && !detail.isOrganizer(me) && enrollment(of: me) != true
    }
  }

  /// The actions of the events.
  public enum Action: Sendable, Equatable, Codable {
    /// Loads or reloads the list.
    case load
    /// Loads the events in which the user is enrolled.
    case loadMine
    /// Opens the event with this number.
    case open(Int)
    /// Closes the event and returns to the list.
    case close
    /// Reloads the open event.
    case reload
    /// Enrolls the user in the open event.
    case enroll
    /// Cancels the user's enrollment.
    case leave
    /// Shows the people whom the organizer can add.
    case choosePerson
    /// Hides the people whom the organizer can add.
    case stopChoosing
    /// Adds a person to the open event.
    case add(Int)
    /// Asks whether to remove a participant from the open event. Available only to its organizer.
    case remove(Int)
    /// Removes the participant who was asked about.
    case confirmRemoval
    /// Keeps the participant whose removal was asked about, or can still be undone.
    case keep
    /// Opens the form for a new event.
    case new
    /// Opens the form for the open event. Available only to its organizer.
    case edit
    /// The text of a field changed; the payload is the whole new text.
    case typed(EventForm.Field, String)
    /// Changes who may enroll.
    case permit(EventPermission)
    /// Saves the content of the form.
    case save
    /// Closes the form without saving it.
    case discard
    /// Closes the form, and keeps what was typed until the form of that event is opened again.
    case leaveForm

    /// The results of ``Effect/load``.
    case loaded([Event]), loadFailed(EventbeeFailure)
    /// The results of ``Effect/mine(_:)``.
    case mine([Int]), mineFailed(EventbeeFailure)
    /// The results of ``Effect/event(_:)``.
    case event(Event), eventFailed(Int, EventbeeFailure)
    /// The results of ``Effect/participants(_:)``.
    case participants(Int, [Person]), participantsFailed(Int, EventbeeFailure)
    /// The results of ``Effect/enroll(_:)`` and ``Effect/leave(_:)``.
    case enrollmentDone(Int, isIn: Bool), enrollmentFailed(Int, EventbeeFailure)
    /// The results of ``Effect/people``.
    case people([Person]), peopleFailed(EventbeeFailure)
    /// The results of ``Effect/add(_:to:)``.
    case added(Int, to: Int), addFailed(Int, to: Int, EventbeeFailure)
    /// The result of ``Effect/waitForUndo(_:from:)``.
    case removalDue(Int, from: Int)
    /// The results of ``Effect/remove(_:from:)``.
    case removed(Int, from: Int), removeFailed(Int, from: Int, EventbeeFailure)
    /// The results of ``Effect/create(_:)`` and ``Effect/update(_:from:to:)``.
    case saved(Event), saveFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, loadMine, open, close, reload, enroll, leave, choosePerson, stopChoosing, add, remove,
        confirmRemoval, keep, new, edit, typed, permit, save, discard, leaveForm, loaded, loadFailed, mine, mineFailed,
        event, eventFailed, participants, participantsFailed, enrollmentDone, enrollmentFailed, people, peopleFailed,
        added, addFailed, removalDue, removed, removeFailed,
        saved, saveFailed
    }
  }

  /// The effects of the events. Each is a request of B.2.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET events`.
    case load
    /// `GET users/{id}/events`.
    case mine(Int)
    /// `GET events/{id}`.
    case event(Int)
    /// `GET events/{id}/users`.
    case participants(Int)
    /// `POST events/{id}/subscribe`.
    case enroll(Int)
    /// `DELETE events/{id}/subscribe`.
    case leave(Int)
    /// `GET users`.
    case people
    /// `POST events/{to}/add_user/{id}`.
    case add(Int, to: Int)
    /// Nothing. It starts when the time to undo the removal is over.
    case waitForUndo(Int, from: Int)
    /// `DELETE events/{from}/users/{id}`.
    case remove(Int, from: Int)
    /// `POST events`.
    case create(Event)
    /// `PUT events/{id}`, with the fields that differ between the two drafts.
    case update(Int, from: Event, to: Event)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, mine, event, participants, enroll, leave, people, add, waitForUndo, remove, create, update
    }
  }

  enum ID: String {
    /// Effects that read. A new one replaces the previous one.
    case list, mine, event, participants, people
    /// Effects that write, which run one after another.
    case write
    /// The time to undo a removal.
    case undo
  }

  /// The outputs of the events.
  public typealias Output = EventbeeOutput

  /// The member who is signed in, if any.
  var me: Member?

  /// Creates the reducer.
  ///
  /// - Parameter me: The member who is signed in, if any.
  public init(me: Member? = nil) { self.me = me }

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state.missedFailure = nil
      return load(&state)
    case .loaded(let events): if state.list.isLoading { state.list.end(events) }
    case .loadFailed(let failure): if state.list.isLoading { state.list.fail(failure) }
    case .loadMine: return loadMine(&state)
    case .mine(let events): if state.mine.isLoading { state.mine.end(events) }
    case .mineFailed(let failure): if state.mine.isLoading { state.mine.fail(failure) }
    case .open(let id): return open(id, &state)
    case .close: return close(&state)
    case .new, .edit, .typed, .permit, .save, .discard, .leaveForm, .saved, .saveFailed:
      return reduceForm(&state, action)
    case .enrollmentDone(let id, let isIn): return record(id, isIn, &state) + confirm(id, &state)
    case .added(me?.id, to: let id): return record(id, true, &state) + reduceDetail(&state, action)
    case .removed(me?.id, from: let id): return record(id, false, &state) + reduceDetail(&state, action)
    case .enrollmentFailed(let id, let failure):
      state.pendingEnrollments[id] = nil
      if failure == .notPermitted, state.detail?.id == id {
        // The event may have been closed in the meantime.
        let effects = reduceDetail(&state, .reload)
        state.detail?.enrollmentFailure = failure
        return effects
      }
      if state.detail?.id == id { state.detail?.enrollmentFailure = failure } else { state.missedFailure = failure }
      return failure.mayHideSuccess ? loadMine(&state) + loadParticipants(of: id, &state) : .none
    case .addFailed(_, to: let id, let failure), .removeFailed(_, from: let id, let failure):
      guard state.detail?.id == id else {
        state.missedFailure = failure
        return .none
      }
      let effects = reduceDetail(&state, action)
      return failure.mayHideSuccess ? effects + loadParticipants(of: id, &state) : effects
    default: return reduceDetail(&state, action)
    }
    return .none
  }

  func load(_ state: inout State) -> Effects {
    state.list.begin()
    return .run(.load, id: ID.list, .replace) + loadMine(&state)
  }

  private func loadMine(_ state: inout State) -> Effects {
    guard let me else { return .none }
    state.mine.begin()
    return .run(.mine(me.id), id: ID.mine, .replace)
  }

  /// Records whether the user is enrolled in an event. A response in flight may predate the change, so what it contains
  /// is requested again.
  private func record(_ event: Int, _ isIn: Bool, _ state: inout State) -> Effects {
    if let known = state.mine.value { state.mine.value = known.filter { $0 != event } + (isIn ? [event] : []) }
    return state.mine.isLoading ? loadMine(&state) : .none
  }

  private func open(_ id: Int, _ state: inout State) -> Effects {
    let effects = close(&state)
    state.missedFailure = nil
    state.detail = EventDetail(id: id, event: state.list.value?.first { $0.id == id })
    return effects + reduceDetail(&state, .reload)
  }

  private func loadParticipants(of event: Int, _ state: inout State) -> Effects {
    guard me != nil, state.detail?.id == event else { return .none }
    state.detail?.participants.begin()
    return .run(.participants(event), id: ID.participants, .replace)
  }

  /// Cancels requests that load the detail. Writes continue, and a removal that could still be undone is made now.
  private func close(_ state: inout State) -> Effects {
    guard let detail = state.detail else { return .none }
    state.detail = nil
    let effects: Effects = [.cancel(ID.event), .cancel(ID.participants), .cancel(ID.people), .cancel(ID.undo)]
    guard let removal = detail.removal, removal.step == .undoable else { return effects }
    return effects + .run(.remove(removal.person, from: detail.id), id: ID.write, .queue)
  }
}

extension EventbeeFailure {
  /// Whether what was requested may be the case although the request failed: its response was lost, or an earlier one
  /// was. Without a connection, nothing was sent.
  fileprivate var mayHideSuccess: Bool {
    switch self {
    case .request(.offline): false
    case .notProcessed, .notFound, .request: true
    case .sessionRefused, .notEnrolled, .notPermitted, .wrongCredentials, .tooManyAttempts, .repeatedEmail, .refused:
      false
    }
  }
}

extension Events.Action: EventbeeAction {
  /// The failure of the request, if this action reports one.
  public var failure: EventbeeFailure? {
    switch self {
    case .loadFailed(let failure), .mineFailed(let failure), .eventFailed(_, let failure),
      .participantsFailed(_, let failure), .enrollmentFailed(_, let failure), .peopleFailed(let failure),
      .addFailed(_, to: _, let failure), .removeFailed(_, from: _, let failure), .saveFailed(let failure):
      failure
    default: nil
    }
  }
}
