import Colmeia

/// Events (E1, E14, E15, E19, E24): list, detail, enrolment, making and changing. Works signed out as well, as far as the
/// server lets one.
public struct Events: Reducer {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// All events, in the server's order.
    public var list: Loaded<[Event]> = Loaded()
    /// The events that the user is enrolled in, by their numbers; asked for with the list.
    public var mine: Loaded<[Int]> = Loaded()
    /// The event that is shown.
    public var detail: EventDetail?
    /// The form that is shown.
    public var form: EventForm?
  }

  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// Load the list, again if it is there.
    case load
    /// Load which of them the user is enrolled in.
    case loadMine
    /// Opens the event with this number.
    case open(Int)
    /// Back to the list.
    case close
    /// Load the event that is shown again.
    case reload
    /// Enrol in the event that is shown.
    case enrol
    /// Take the enrolment back.
    case leave
    /// Show whom the organizer could add.
    case choosePerson
    /// Add somebody to the event that is shown.
    case add(Int)
    /// Take somebody out of the event that is shown; only its organizer is offered it.
    case remove(Int)
    /// Show the form for a new event.
    case new
    /// Show the form for the event that is shown; only its organizer is offered it.
    case edit
    /// A field of the form changed; its whole new text.
    case typed(EventForm.Field, String)
    /// Chooses who may enrol.
    case permit(EventPermission)
    /// Save what the form says.
    case save
    /// Closes the form without saving it.
    case discard

    /// Answers to ``Effect/load``.
    case loaded([Event]), loadFailed(EventbeeFailure)
    /// Answers to ``Effect/mine(_:)``.
    case mine([Int]), mineFailed(EventbeeFailure)
    /// Answers to ``Effect/event(_:)``.
    case event(Event), eventFailed(Int, EventbeeFailure)
    /// Answers to ``Effect/participants(_:)``.
    case participants(Int, [Person]), participantsFailed(Int, EventbeeFailure)
    /// Answers to ``Effect/enrol(_:)`` and ``Effect/leave(_:)``: done, or not.
    case enrolmentDone(Int), enrolmentFailed(Int, EventbeeFailure)
    /// Answers to ``Effect/people``.
    case people([Person]), peopleFailed(EventbeeFailure)
    /// Answers to ``Effect/add(_:to:)``.
    case added(Int, to: Int), addFailed(Int, to: Int, EventbeeFailure)
    /// Answers to ``Effect/remove(_:from:)``.
    case removed(Int, from: Int), removeFailed(Int, from: Int, EventbeeFailure)
    /// Answers to ``Effect/create(_:)`` and ``Effect/update(_:from:to:)``.
    case saved(Event), saveFailed(EventbeeFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, loadMine, open, close, reload, enrol, leave, choosePerson, add, remove, new, edit, typed, permit,
        save, discard, loaded, loadFailed, mine, mineFailed, event, eventFailed, participants, participantsFailed,
        enrolmentDone, enrolmentFailed, people, peopleFailed, added, addFailed, removed, removeFailed, saved,
        saveFailed
    }
  }

  /// What the feature asks for; each a call of B.2.
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
    case enrol(Int)
    /// `DELETE events/{id}/subscribe`.
    case leave(Int)
    /// `GET users`.
    case people
    /// `POST events/{to}/add_user/{id}`.
    case add(Int, to: Int)
    /// `DELETE events/{from}/users/{id}`.
    case remove(Int, from: Int)
    /// `POST events`.
    case create(EventDraft)
    /// `PUT events/{id}`, with the fields in which the second differs from the first.
    case update(Int, from: EventDraft, to: EventDraft)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, mine, event, participants, enrol, leave, people, add, remove, create, update
    }
  }

  enum ID: String {
    /// Reading: the newest wins.
    case list, mine, event, participants, people
    /// Writing: one after the other.
    case write
  }

  /// What the events tell their parent.
  public typealias Output = EventbeeOutput

  /// Who is signed in.
  let me: Member?

  /// The reducer for the member who is signed in; `nil` when none is.
  public init(me: Member? = nil) { self.me = me }

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state.list.begin()
      return .run(.load, id: ID.list, .replace) + loadMine(&state)
    case .loaded(let events): if state.list.isLoading { state.list.end(events) }
    case .loadFailed(let failure): if state.list.isLoading { state.list.fail(failure) }
    case .loadMine: return loadMine(&state)
    case .mine(let events): if state.mine.isLoading { state.mine.end(events) }
    case .mineFailed(let failure): if state.mine.isLoading { state.mine.fail(failure) }
    case .open(let id): return open(id, &state)
    case .close: return close(&state)
    case .new, .edit, .typed, .permit, .save, .discard, .saved, .saveFailed: return reduceForm(&state, action)
    default:
      guard state.detail != nil else { return .none }
      return reduceDetail(&state, action)
    }
    return .none
  }

  private func loadMine(_ state: inout State) -> Effects {
    guard let me else { return .none }
    state.mine.begin()
    return .run(.mine(me.id), id: ID.mine, .replace)
  }

  private func open(_ id: Int, _ state: inout State) -> Effects {
    let effects = close(&state)
    state.detail = EventDetail(id: id, event: state.list.value?.first { $0.id == id })
    return effects + reduceDetail(&state, .reload)
  }

  /// Cancels what was loading for the detail. Writes go on.
  private func close(_ state: inout State) -> Effects {
    if state.detail == nil { return .none }
    state.detail = nil
    return [.cancel(ID.event), .cancel(ID.participants), .cancel(ID.people)]
  }
}

extension Events.Action: EventbeeAction {
  /// Why a call failed, if this says that one did.
  public var failure: EventbeeFailure? {
    switch self {
    case .loadFailed(let failure), .mineFailed(let failure), .eventFailed(_, let failure),
      .participantsFailed(_, let failure), .enrolmentFailed(_, let failure), .peopleFailed(let failure),
      .addFailed(_, to: _, let failure), .removeFailed(_, from: _, let failure), .saveFailed(let failure):
      failure
    default: nil
    }
  }
}
