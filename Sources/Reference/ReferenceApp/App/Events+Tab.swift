import Colmeia

extension TabFeature {
  /// The events tab. Its list is loaded when the tab appears without one.
  static var events: TabFeature {
    TabFeature(
      title: .events, links: EventsLink.self, link: { $0.eventsLink },
      appear: { app, state in app.loadEvents(&state) })
  }
}

/// A location within the events.
public enum EventsLink: FeatureLink, Equatable, Codable {
  /// The list of events, one event, or its chat.
  case list, event(Int), chat(Int)
  /// A member's profile.
  case person(Int)

  enum CodingKeys: String, CodingKey, CaseIterable { case list, event, chat, person }

  init?(_ parts: [String]) {
    switch (parts.first, parts.count, parts.count > 1 ? Int(parts[1]) : nil) {
    case ("events", 1, _): self = .list
    case ("events", 2, let id?): self = .event(id)
    case ("events", 3, let id?) where parts[2] == "chat": self = .chat(id)
    case ("people", 2, let id?): self = .person(id)
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .list: "/events"
    case .event(let id): "/events/\(id)"
    case .chat(let id): "/events/\(id)/chat"
    case .person(let id): "/people/\(id)"
    }
  }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    switch self {
    case .list:
      return app.leaveDetails(&state) {
        app.events.reduce(&$0, .close, onOutput: app.reduceOutput) + app.loadEvents(&$0)
      }
    case .event(let id): return app.leaveDetails(&state) { app.openEvent(id, &$0) }
    case .chat(let id):
      return app.leaveDetails(&state, keepingChat: id) { state in
        let effects = app.openEvent(id, &state)
        state.pendingEventsLink = self
        app.enterPendingChat(&state)
        return effects
      }
    case .person(let id): return app.openPerson(id, &state)
    }
  }
}

extension AppReducer.State {
  fileprivate var eventsLink: EventsLink? {
    if let chat { return .chat(chat.event) }
    if events.form != nil { return nil }
    return events.detail.map { .event($0.id) } ?? .list
  }
}

extension AppReducer {
  /// A chat that remains is kept as it is. A new state in its place would wait for its connection, which is there already.
  fileprivate func leaveDetails(
    _ state: inout State, keepingChat event: Int? = nil, _ open: (inout State) -> Effects
  ) -> Effects {
    if state.profile?.form?.isSaving == true || state.events.form?.isSaving == true { return .none }
    if state.chat?.event != event { leaveChat(&state) }
    state.events.leaveForm()
    (state.tab, state.profile) = (.events, nil)
    return open(&state)
  }

  fileprivate func loadEvents(_ state: inout State) -> Effects {
    let list = state.events.list
    return list.value == nil && !list.isLoading ? events.reduce(&state, .load, onOutput: reduceOutput) : .none
  }

  fileprivate func openEvent(_ id: Int, _ state: inout State) -> Effects {
    let effects = loadEvents(&state)
    return state.events.detail?.id == id ? effects : effects + events.reduce(&state, .open(id), onOutput: reduceOutput)
  }

  func openPerson(_ id: Int, _ state: inout State) -> Effects {
    if state.tab != .events, state.tab != .profile { state.tab = .events }
    if state.members.session.member == nil { state.pendingEventsLink = .person(id) }
    if state.profile?.id == id, state.profile?.form == nil { return .none }
    return openProfile(id, &state)
  }
}
