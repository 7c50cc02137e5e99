import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// What the user sees of enrollments and changes, whatever the order of the responses.
@Suite struct EnrollmentTests {
  private static let (ana, party, bruno) = (EventsTests.ana, EventsTests.party, EventsTests.bruno)

  @Test func `A closed event can't be joined unless the organizer has added the member`() {
    var state = Events.State(
      detail: EventDetail(id: 7, event: Event(id: 7, name: "x", permission: .closed, organizer: 1)))
    #expect(!state.isClosed(to: Self.ana))
    let bruno = Member(id: 2, name: "Bruno", email: "b@c.d")
    #expect(state.isClosed(to: bruno))
    state.detail?.participants = Loaded([Self.bruno])
    #expect(!state.isClosed(to: bruno))
    state.detail?.event = Loaded(Self.party)
    state.detail?.participants = Loaded([])
    #expect(!state.isClosed(to: bruno))
  }

  @Test func `Whether a member is enrolled is unknown until the participants or the member's events are loaded`() {
    var state = Events.State()
    #expect(state.enrollment(of: Self.ana) == nil)
    state.detail = EventDetail(id: 7, event: Self.party)
    #expect(state.enrollment(of: Self.ana) == nil && state.enrollment(of: nil) == nil)
    state.mine = Loaded([7])
    #expect(state.enrollment(of: Self.ana) == true)
    state.detail?.participants = Loaded([Self.bruno])
    #expect(state.enrollment(of: Self.ana) == false)
    state.pendingEnrollments[7] = true
    #expect(state.enrollment(of: Self.ana) == true)
  }

  @Test func `While it is unknown whether the member is enrolled, the button is disabled`() {
    var state = AppReducer.State()
    (state.tab, state.members.session) = (.events, .signedIn(Self.ana))
    state.events.detail = EventDetail(id: 7, event: Self.party)
    func button() -> ScreenModel.Button? {
      state.screen(.english).buttons.first { $0.label == "Enroll" || $0.label == "Leave" }
    }
    #expect(button()?.isEnabled == false)
    state.events.mine = Loaded([7])
    #expect(button()?.isEnabled == true && button()?.label == "Leave")
    state.events.mine = Loaded([])
    #expect(button()?.isEnabled == true && button()?.label == "Enroll")
  }

  @Test func `An enrollment is marked even if the event was closed before the response`() {
    var store = PartialTestStore(Events.State(list: Loaded([Self.party]), mine: Loaded([])), Events(me: Self.ana))
    store.send(.open(7))
    store.answer(.participants(7), with: .participants(7, []))
    store.send(.enroll)
    store.send(.close)
    store.answer(.enroll(7), with: .enrollmentDone(7, isIn: true)) { #expect($0.mine == Loaded([7])) }
  }

  @Test func `The member's events are requested again if they were in flight during an enrollment`() {
    var store = PartialTestStore(Events.State(mine: Loaded([])), Events(me: Self.ana))
    store.send(.open(7))
    store.answer(.participants(7), with: .participants(7, []))
    store.send(.enroll)
    store.send(.loadMine, effects: [.mine(1)])
    store.answer(.enroll(7), with: .enrollmentDone(7, isIn: true), effects: [.mine(1)], cancels: [.mine(1)])
    store.answer(.mine(1), with: .mine([7])) { #expect($0.mine == Loaded([7])) }
  }

  @Test func `An enrollment stays pending while its event is closed and opened again`() {
    var store = PartialTestStore(Events.State(list: Loaded([Self.party]), mine: Loaded([])), Events(me: Self.ana))
    store.send(.open(7))
    store.answer(.participants(7), with: .participants(7, [Self.bruno]))
    store.send(.enroll, effects: [.enroll(7)])
    store.send(.close)
    store.send(.open(7)) { #expect($0.isEnrollmentPending && $0.enrollment(of: Self.ana) == true) }
    store.send(.enroll, effects: [])
    store.send(.leave, effects: [])
    store.answer(.participants(7), with: .participants(7, [Self.bruno])) {
      #expect($0.participants(with: Self.ana) == [Self.bruno, EventsTests.me])
    }
    store.answer(.enroll(7), with: .enrollmentFailed(7, .request(.offline))) {
      #expect($0.enrollment(of: Self.ana) == false && $0.detail?.enrollmentFailure == .request(.offline))
    }
    store.send(.enroll, effects: [.enroll(7)])
  }

  @Test func `An organizer who adds and removes herself sees the mark`() {
    var state = Events.State(mine: Loaded([]), detail: EventDetail(id: 7, event: Self.party))
    state.detail?.participants = Loaded([])
    var store = PartialTestStore(state, Events(me: Self.ana))
    store.send(.add(1))
    store.answer(.add(1, to: 7), with: .added(1, to: 7)) { #expect($0.mine == Loaded([7])) }
    store.answer(.participants(7), with: .participants(7, [EventsTests.me]))
    for action in [Events.Action.remove(1), .confirmRemoval, .close] { store.send(action) }
    store.answer(.remove(1, from: 7), with: .removed(1, from: 7)) { #expect($0.mine == Loaded([])) }
  }

  @Test func `A participant who was removed disappears, even if the event was closed and opened again`() {
    var state = Events.State(list: Loaded([Self.party]), detail: EventDetail(id: 7, event: Self.party))
    state.detail?.participants = Loaded([Self.bruno])
    var store = PartialTestStore(state, Events(me: Self.ana))
    for action in [Events.Action.remove(2), .confirmRemoval, .open(7)] { store.send(action) }
    store.answer(.participants(7), with: .participants(7, [Self.bruno]))
    store.answer(.remove(2, from: 7), with: .removed(2, from: 7), effects: [.participants(7)]) {
      #expect($0.detail?.participants.value == [])
    }
  }

  @Test func `A failure is shown even if the event is no longer open`() {
    var state = AppReducer.State()
    (state.tab, state.members.session) = (.events, .signedIn(Self.ana))
    state.events = Events.State(list: Loaded([Self.party]), mine: Loaded([]))
    var store = PartialTestStore(state, AppReducer())
    store.send(.events(.open(7)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [])))
    store.send(.events(.enroll))
    store.send(.events(.close))
    store.answer(.events(.enroll(7)), with: .events(.enrollmentFailed(7, .request(.offline))))
    let message = Phrase.requestFailed(.offline).text(.english)
    #expect(store.state.screen(.english).messages.map(\.text) == [message])
    store.send(.events(.load))
    #expect(store.state.events.missedFailure == nil)
  }

  @Test func `An event that was requested before it was saved doesn't replace the saved one`() {
    var detail = EventDetail(id: 7, event: Self.party)
    detail.participants = Loaded([])
    var store = PartialTestStore(Events.State(list: Loaded([Self.party]), detail: detail), Events(me: Self.ana))
    store.send(.reload)
    store.send(.edit)
    store.send(.typed(.name, "Baile"))
    store.send(.save)
    var saved = Self.party
    saved.name = "Baile"
    var draft = Self.party
    draft.name = "Baile"
    store.answer(.update(7, from: Self.party, to: draft), with: .saved(saved))
    store.answer(.event(7), with: .event(Self.party)) { #expect($0.list == Loaded([saved])) }
    #expect(store.state.detail?.event.value == saved)
  }

  @Test func `A list in flight while an event is created is requested again`() throws {
    var store = PartialTestStore(Events.State(list: Loaded([])), Events(me: Self.ana))
    store.send(.new)
    for (field, text) in [(EventForm.Field.name, "Festa"), (.start, "1/1/2030 20:00"), (.end, "1/1/2030 22:00")] {
      store.send(.typed(field, text))
    }
    let draft = try #require(store.state.form?.draft)
    store.send(.save, effects: [.create(draft)])
    store.send(.load, effects: [.load, .mine(1)])
    store.answer(
      .create(draft), with: .saved(Self.party), effects: [.load, .mine(1), .event(7), .participants(7)],
      cancels: [.load, .mine(1)])
    store.answer(.load, with: .loaded([Self.party])) { #expect($0.list == Loaded([Self.party])) }
  }

  @Test func `The organizer sees only people who don't participate, why they can't be loaded, and can stop`() {
    var state = AppReducer.State()
    (state.tab, state.members.session) = (.events, .signedIn(Self.ana))
    state.events = Events.State(list: Loaded([Self.party]), mine: Loaded([]))
    var store = PartialTestStore(state, AppReducer())
    store.send(.events(.open(7)))
    store.answer(.events(.event(7)), with: .events(.event(Self.party)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [Self.bruno])))
    store.send(.events(.choosePerson))
    #expect(store.state.screen(.english).isBusy)
    store.answer(.events(.people), with: .events(.peopleFailed(.request(.offline))))
    #expect(store.state.screen(.english).messages.map(\.text) == [Phrase.requestFailed(.offline).text(.english)])
    store.send(.events(.choosePerson))
    store.answer(.events(.people), with: .events(.people([Self.bruno, EventsTests.me])))
    #expect(store.state.screen(.english).rows.filter { $0.text.hasPrefix("+") }.map(\.text) == ["+ Ana"])
    #expect(store.state.screen(.english).buttons.contains { $0.action == .events(.stopChoosing) })
    store.send(.events(.stopChoosing))
    #expect(store.state.screen(.english).rows.allSatisfy { !$0.text.hasPrefix("+") })
  }
}
