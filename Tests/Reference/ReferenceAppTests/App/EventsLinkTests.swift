import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Links to Eventbee that are opened before the session is restored, or before the lists are loaded.
@Suite struct EventsLinkTests {
  private static let (ana, party) = (EventsTests.ana, EventsTests.party)

  /// Returns the app while it restores the session of a member.
  private static func restoring() -> PartialTestStore<AppReducer> {
    var store = PartialTestStore(AppReducer.State(), AppReducer())
    store.send(.members(.restore), effects: [.members(.restore)])
    return store
  }

  @Test func `An event that was opened before the session was restored gets its participants`() {
    var store = Self.restoring()
    store.send(.open("/events/7"), effects: [.events(.load), .events(.event(7))])
    store.answer(
      .members(.restore), with: .members(.restored(Self.ana)),
      effects: [.events(.mine(1)), .events(.event(7)), .events(.participants(7))], cancels: [.events(.event(7))])
    store.answer(.events(.participants(7)), with: .events(.participants(7, [EventsTests.me])))
    #expect(store.state.events.enrollment(of: Self.ana) == true)
  }

  @Test func `A link to a chat is followed once the session is restored and the participants are known`() {
    var store = Self.restoring()
    store.send(.open("/events/7/chat")) { #expect($0.chat == nil && $0.pendingEventsLink == .chat(7)) }
    store.answer(.members(.restore), with: .members(.restored(Self.ana)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [EventsTests.me])))
    #expect(store.state.chat?.event == 7 && store.state.pendingEventsLink == nil)
  }

  @Test func `A chat below a profile, to which a link leads back, keeps its connection and its draft`() {
    var store = Self.restoring()
    store.send(.open("/events/7/chat"))
    store.answer(.members(.restore), with: .members(.restored(Self.ana)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [EventsTests.me])))
    store.send(.chat(.connected(session: "s")))
    store.send(.chat(.typed("Oi")))
    store.send(.open("/people/2")) { #expect($0.profile?.id == 2) }
    store.send(.open("/events/7/chat"))
    #expect(store.state.profile == nil && store.state.chat?.connection == .open && store.state.chat?.draft == "Oi")
  }

  @Test func `A link to a chat that the member may not enter shows the event`() {
    var store = Self.restoring()
    store.send(.open("/events/7/chat"))
    store.answer(.members(.restore), with: .members(.restored(Self.ana)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [])))
    #expect(store.state.pendingEventsLink == .chat(7), "she may be the organizer")
    store.answer(.events(.event(7)), with: .events(.event(Event(id: 7, name: "x", organizer: 2))))
    store.answer(.events(.mine(1)), with: .events(.mine([])))
    #expect(store.state.chat == nil && store.state.pendingEventsLink == nil && store.state.events.detail?.id == 7)
  }

  @Test func `A link to a profile is followed once the session is restored`() {
    var store = Self.restoring()
    store.send(.open("/people/2")) { #expect($0.tab == .events && $0.profile == nil) }
    store.answer(.members(.restore), with: .members(.restored(Self.ana)), effects: [.profile(.load(2))])
    #expect(store.state.profile?.id == 2 && store.state.pendingEventsLink == nil)
  }

  @Test(arguments: [AppReducer.Action.select(.news), .open("/shots"), .events(.close)])
  func `Who goes elsewhere is not taken to the chat`(action: AppReducer.Action) {
    var store = Self.restoring()
    store.send(.open("/events/7/chat"))
    store.send(action)
    #expect(store.state.pendingEventsLink == nil)
    store.answer(.members(.restore), with: .members(.restored(Self.ana)))
    #expect(store.state.chat == nil)
  }

  @Test func `A member who logs in while the list is loading gets the marks`() {
    var store = Self.restoring()
    store.send(.events(.load), effects: [.events(.load)])
    store.answer(.members(.restore), with: .members(.restored(Self.ana)), effects: [.events(.mine(1))])
  }

  @Test func `An organizer enters the chat, whether the participants or the event arrive first`() {
    for isEventFirst in [true, false] {
      var state = AppReducer.State()
      state.members.session = .signedIn(Self.ana)
      var store = PartialTestStore(state, AppReducer())
      store.send(.open("/events/7/chat"))
      if isEventFirst { store.answer(.events(.event(7)), with: .events(.event(Self.party))) }
      store.answer(.events(.participants(7)), with: .events(.participants(7, [])))
      if !isEventFirst { store.answer(.events(.event(7)), with: .events(.event(Self.party))) }
      #expect(store.state.chat?.event == 7 && store.state.pendingEventsLink == nil)
    }
  }
}
