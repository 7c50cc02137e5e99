import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct EventsTests {
  static let ana = MembersTests.ana
  static let party = Event(id: 7, name: "Festa", permission: .open, start: 10, end: 20, organizer: 1)
  static let other = Event(id: 8, name: "Cinema", permission: .other("friends"), organizer: 2)
  static let bruno = Person(id: 2, name: "Bruno")
  static let me = Person(id: 1, name: "Ana")

  /// Returns a store in which the event is open, with Bruno as a participant.
  static func open(_ me: Member? = ana, people: [Person] = [bruno]) -> TestStore<Events> {
    var detail = EventDetail(id: 7, event: party)
    detail.participants = Loaded(people)
    return TestStore(Events.State(list: Loaded([party, other]), detail: detail), Events(me: me))
  }

  @Test func `The list is loaded, and stays visible while it is reloaded`() {
    var store = TestStore(Events.State(), Events())
    store.send(.load, effects: [.load]) { $0.list.isLoading = true }
    store.answer(.load, with: .loaded([Self.party])) { $0.list = Loaded([Self.party]) }
    store.send(.load, effects: [.load]) { $0.list.isLoading = true }
    store.send(.load, effects: [.load], cancels: [.load])
    store.answer(.load, with: .loadFailed(.request(.offline))) {
      $0.list.isLoading = false
      $0.list.failure = .request(.offline)
    }
    store.send(.loaded([]))
    store.send(.loadFailed(.notFound))
    store.finish()
  }

  @Test func `Opening an event shows what is known and reloads it, without participants if signed out`() {
    var store = TestStore(Events.State(list: Loaded([Self.party])), Events())
    store.send(.open(7), effects: [.event(7)]) {
      $0.detail = EventDetail(id: 7, event: Self.party)
      $0.detail?.event.isLoading = true
    }
    var newer = Self.party
    newer.name = "Festa junina"
    store.answer(.event(7), with: .event(newer)) {
      $0.detail?.event = Loaded(newer)
      $0.list = Loaded([newer])
    }
    store.send(.enroll)
    store.send(.choosePerson)
    store.send(.add(2))
    store.send(.close) { $0.detail = nil }
    store.send(.close)
    store.send(.enroll)
    store.finish()
  }

  @Test func `Opening another event cancels the requests of the first`() {
    var store = TestStore(Events.State(), Events(me: Self.ana))
    store.send(.open(7), effects: [.event(7), .participants(7)]) {
      $0.detail = EventDetail(id: 7)
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.send(.open(8), effects: [.event(8), .participants(8)], cancels: [.event(7), .participants(7)]) {
      $0.detail = EventDetail(id: 8)
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.send(.participants(7, []))
    store.send(.eventFailed(7, .notFound))
    store.answer(.event(8), with: .eventFailed(8, .notFound)) { $0.detail?.event = Loaded(failure: .notFound) }
    store.answer(.participants(8), with: .participantsFailed(8, .request(.offline))) {
      $0.detail?.participants = Loaded(failure: .request(.offline))
    }
    store.finish()
  }

  @Test func `An enrollment is shown immediately, and then confirmed`() {
    var store = Self.open()
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    #expect(store.state.participants(with: Self.ana) == [Self.bruno, Self.me])
    #expect(store.state.enrollment(of: Self.ana) == true)
    store.send(.enroll)
    store.send(.leave)
    store.answer(.enroll(7), with: .enrollmentDone(7, isIn: true)) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.participants = Loaded([Self.bruno, Self.me])
    }
    store.send(.enroll)
    store.send(.leave, effects: [.leave(7)]) { $0.pendingEnrollments[7] = false }
    #expect(store.state.participants(with: Self.ana) == [Self.bruno])
    store.answer(.leave(7), with: .enrollmentDone(7, isIn: false)) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.participants = Loaded([Self.bruno])
    }
    store.finish()
  }

  @Test(arguments: [EventbeeFailure.tooManyAttempts, .request(.offline), .notProcessed, .request(.timedOut)])
  func `A failed enrollment is reverted and reported`(failure: EventbeeFailure) {
    var store = Self.open()
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    // If the request may have succeeded nevertheless, what the server has is requested.
    let mayBeDone = ![.tooManyAttempts, .request(.offline)].contains(failure)
    let effects: [Events.Effect] = mayBeDone ? [.mine(1), .participants(7)] : []
    store.answer(.enroll(7), with: .enrollmentFailed(7, failure), effects: effects) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.enrollmentFailure = failure
      $0.mine.isLoading = mayBeDone
      $0.detail?.participants.isLoading = mayBeDone
    }
    #expect(store.state.participants(with: Self.ana) == [Self.bruno])
    if mayBeDone {
      store.answer(.mine(1), with: .mine([7])) { $0.mine = Loaded([7]) }
      store.answer(.participants(7), with: .participants(7, [Self.bruno, Self.me])) {
        $0.detail?.participants = Loaded([Self.bruno, Self.me])
        $0.detail?.enrollmentFailure = nil  // it has succeeded nevertheless
      }
      #expect(store.state.enrollment(of: Self.ana) == true)
    }
    store.finish()
  }

  @Test(arguments: [(3, EventPermission.closed), (3, .open), (1, .closed)])
  func `After a refused enrollment the event, which may have been closed, is loaded again`(
    member: Int, now: EventPermission
  ) {
    var store = Self.open(Member(id: member, name: "Caio", email: "caio@example.com"))
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    store.answer(.enroll(7), with: .enrollmentFailed(7, .notPermitted), effects: [.event(7), .participants(7)]) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.enrollmentFailure = .notPermitted
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    var event = Self.party
    event.permission = now
    store.answer(.event(7), with: .event(event)) {
      $0.detail?.event = Loaded(event)
      $0.list.value?[0] = event
      // The screen of a closed event says why, but not to its organizer.
      if now == .closed, member != 1 { $0.detail?.enrollmentFailure = nil }
    }
    store.finish(leaving: [.participants(7)])
  }

  @Test func `An event that is created while the list is missing is on the list that is loaded then`() {
    var state = Events.State()
    state.form = EventForm()
    state.form?.isSaving = true
    var store = PartialTestStore(state, Events(me: Self.ana))
    store.send(.saved(Self.party))
    #expect(store.state.list.isLoading && store.state.detail?.id == Self.party.id)
  }

  @Test func `Reloading an event dismisses what failed before`() {
    var opened = Self.open()
    opened.finish()
    var store = PartialTestStore(opened.state, Events(me: Self.ana))
    store.send(.enrollmentFailed(7, .tooManyAttempts))
    store.send(.enrollmentFailed(8, .tooManyAttempts))
    #expect(store.state.detail?.enrollmentFailure != nil && store.state.missedFailure != nil)
    store.send(.reload)
    #expect(store.state.detail?.enrollmentFailure == nil && store.state.missedFailure == nil)
  }

  @Test func `A list that arrives during an enrollment doesn't hide it`() {
    var store = Self.open()
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    store.send(.reload, effects: [.event(7), .participants(7)]) {
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.answer(.participants(7), with: .participants(7, [])) { $0.detail?.participants = Loaded([]) }
    #expect(store.state.participants(with: Self.ana) == [Self.me])
    store.answer(.enroll(7), with: .enrollmentDone(7, isIn: true)) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.participants = Loaded([Self.me])
    }
    store.finish(leaving: [.event(7)])
  }

  @Test(arguments: [true, false])
  func `A list in flight when an enrollment is confirmed is requested again, so that it can't undo it`(
    isWaited: Bool
  ) {
    var store = Self.open()
    store.send(.reload, effects: [.event(7), .participants(7)]) {
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    store.answer(
      .enroll(7), with: .enrollmentDone(7, isIn: true), effects: [.participants(7)], cancels: [.participants(7)]
    ) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.participants.value = [Self.bruno, Self.me]
    }
    #expect(store.state.enrollment(of: Self.ana) == true)
    if isWaited {
      store.answer(.participants(7), with: .participants(7, [Self.me, Self.bruno])) {
        $0.detail?.participants = Loaded([Self.me, Self.bruno])
      }
      store.finish(leaving: [.event(7)])
    } else {
      store.answer(.participants(7), with: .participantsFailed(7, .request(.offline))) {
        $0.detail?.participants.isLoading = false
        $0.detail?.participants.failure = .request(.offline)
      }
      #expect(store.state.enrollment(of: Self.ana) == true)
      store.finish(leaving: [.event(7)])
    }
  }

  @Test func `A confirmed enrollment requests the list if it is unknown or the event was reopened`() {
    var store = Self.open()
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    store.send(.open(7), effects: [.event(7), .participants(7)]) {
      $0.detail = EventDetail(id: 7, event: Self.party)
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.answer(
      .enroll(7), with: .enrollmentDone(7, isIn: true), effects: [.participants(7)], cancels: [.participants(7)]
    ) { $0.pendingEnrollments[7] = nil }
    store.answer(.participants(7), with: .participantsFailed(7, .request(.offline))) {
      $0.detail?.participants = Loaded(failure: .request(.offline))
    }
    store.send(.enroll, effects: [.enroll(7)]) { $0.pendingEnrollments[7] = true }
    store.answer(.enroll(7), with: .enrollmentDone(7, isIn: true), effects: [.participants(7)]) {
      $0.pendingEnrollments[7] = nil
      $0.detail?.participants = Loaded(isLoading: true)
    }
    store.finish(leaving: [.event(7), .participants(7)])
  }

  @Test func `The organizer adds a person, and the list is reloaded`() {
    var store = Self.open()
    store.send(.choosePerson, effects: [.people]) { $0.detail?.people = Loaded(isLoading: true) }
    store.answer(.people, with: .people([Self.bruno, Self.me])) { $0.detail?.people = Loaded([Self.bruno, Self.me]) }
    store.send(.add(3), effects: [.add(3, to: 7)]) { $0.detail?.adding = 3 }
    store.send(.add(4))
    store.answer(.add(3, to: 7), with: .added(3, to: 7), effects: [.participants(7)]) {
      $0.detail?.adding = nil
      $0.detail?.participants.isLoading = true
    }
    store.finish(leaving: [.participants(7)])
  }

  @Test func `If the event is reopened while a person is being added, its list is reloaded again`() {
    var opened = Self.open()
    opened.finish()
    var store = PartialTestStore(opened.state, Events(me: Self.ana))
    store.send(.add(3), effects: [.add(3, to: 7)])
    store.send(.open(7), effects: [.participants(7)]) { #expect($0.detail?.adding == nil) }
    store.answer(.add(3, to: 7), with: .added(3, to: 7), effects: [.participants(7)], cancels: [.participants(7)])
  }

  @Test(arguments: [EventbeeFailure.notPermitted, .notProcessed, .request(.status(500))])
  func `A failure to add a person is reported (E19)`(failure: EventbeeFailure) {
    var store = Self.open()
    store.send(.add(3), effects: [.add(3, to: 7)]) { $0.detail?.adding = 3 }
    let mayBeDone = failure != .notPermitted
    store.answer(
      .add(3, to: 7), with: .addFailed(3, to: 7, failure), effects: mayBeDone ? [.participants(7)] : []
    ) {
      $0.detail?.adding = nil
      $0.detail?.addingFailure = failure
      $0.detail?.participants.isLoading = mayBeDone
    }
    if mayBeDone {
      store.answer(.participants(7), with: .participants(7, [Self.bruno])) {
        $0.detail?.participants = Loaded([Self.bruno])
      }
    }
    store.send(.choosePerson, effects: [.people]) { $0.detail?.people = Loaded(isLoading: true) }
    store.answer(.people, with: .peopleFailed(failure)) { $0.detail?.people = Loaded(failure: failure) }
    store.finish()
  }

  /// Returns a store in which the organizer has confirmed the removal of Bruno.
  private static func removing() -> TestStore<Events> {
    var store = Self.open()
    store.send(.remove(2)) { $0.detail?.removal = .init(person: 2) }
    store.send(.remove(2))
    store.send(.confirmRemoval, waits: [.waitForUndo(2, from: 7)]) { $0.detail?.removal?.step = .undoable }
    return store
  }

  @Test func `The organizer removes participants one at a time, after a question, and the list is reloaded`() {
    var store = Self.removing()
    store.send(.remove(3))
    store.send(.remove(2))
    store.send(.confirmRemoval)
    store.advance(by: Events.undoTime, effects: [.waitForUndo(2, from: 7)])
    store.answer(.waitForUndo(2, from: 7), with: .removalDue(2, from: 7), effects: [.remove(2, from: 7)]) {
      $0.detail?.removal?.step = .sending
    }
    store.send(.keep)
    store.answer(.remove(2, from: 7), with: .removed(2, from: 7), effects: [.participants(7)]) {
      $0.detail?.removal = nil
      $0.detail?.participants = Loaded([], isLoading: true)
    }
    store.send(.removed(2, from: 7), effects: [.participants(7)], cancels: [.participants(7)])
    store.finish(leaving: [.participants(7)])
  }

  @Test func `A removal can be undone for five seconds, and a question be dismissed`() {
    var store = Self.removing()
    store.advance(by: .milliseconds(4_999))
    store.send(.keep, cancels: [.waitForUndo(2, from: 7)]) { $0.detail?.removal = nil }
    store.send(.remove(2)) { $0.detail?.removal = .init(person: 2) }
    store.send(.keep) { $0.detail?.removal = nil }
    store.send(.keep)
    store.send(.confirmRemoval)
    store.send(.removalDue(2, from: 7))
    store.finish()
  }

  @Test func `Leaving the event makes the removal at once, but not one that wasn't confirmed`() {
    var store = Self.removing()
    store.send(.close, effects: [.remove(2, from: 7)], cancels: [.waitForUndo(2, from: 7)]) { $0.detail = nil }
    store.finish(leaving: [.remove(2, from: 7)])
    var asked = Self.open()
    asked.send(.remove(2)) { $0.detail?.removal = .init(person: 2) }
    asked.send(.close) { $0.detail = nil }
    asked.finish()
  }

  @Test func `Nobody is asked about a person who has left`() {
    var store = Self.removing()
    store.send(.reload, effects: [.event(7), .participants(7)]) {
      $0.detail?.event.isLoading = true
      $0.detail?.participants.isLoading = true
    }
    store.answer(.participants(7), with: .participants(7, []), cancels: [.waitForUndo(2, from: 7)]) {
      $0.detail?.participants = Loaded([])
      $0.detail?.removal = nil
    }
    store.finish(leaving: [.event(7)])
  }

  @Test func `A failed removal is reported; only the organizer can remove participants`() {
    var store = Self.removing()
    store.advance(by: Events.undoTime, effects: [.waitForUndo(2, from: 7)])
    store.answer(.waitForUndo(2, from: 7), with: .removalDue(2, from: 7), effects: [.remove(2, from: 7)]) {
      $0.detail?.removal?.step = .sending
    }
    store.answer(.remove(2, from: 7), with: .removeFailed(2, from: 7, .notFound), effects: [.participants(7)]) {
      $0.detail?.removal = nil
      $0.detail?.removingFailure = .notFound
      $0.detail?.participants.isLoading = true
    }
    store.answer(.participants(7), with: .participants(7, [])) { $0.detail?.participants = Loaded([]) }
    store.finish()
    var other = Self.open(Member(id: 2, name: "Bruno", email: "b@c.d"))
    other.send(.remove(2))
    other.finish()
  }

  @Test func `A member's enrollments are loaded, and updated by enrolling and leaving`() {
    var store = TestStore(Events.State(), Events(me: Self.ana))
    store.send(.load, effects: [.load, .mine(1)]) {
      $0.list.isLoading = true
      $0.mine.isLoading = true
    }
    store.answer(.mine(1), with: .mine([8])) { $0.mine = Loaded([8]) }
    store.answer(.load, with: .loadFailed(.notFound)) { $0.list = Loaded(failure: .notFound) }
    store.send(.loadMine, effects: [.mine(1)]) { $0.mine.isLoading = true }
    store.answer(.mine(1), with: .mineFailed(.request(.offline))) {
      $0.mine = Loaded([8], failure: .request(.offline))
    }
    store.send(.mine([]))
    store.finish()
    var detail = EventDetail(id: 7, event: Self.party)
    detail.participants = Loaded([Self.bruno])
    var open = TestStore(Events.State(mine: Loaded([8]), detail: detail), Events(me: Self.ana))
    for (isIn, mine) in [(true, [8, 7]), (false, [8])] {
      open.send(isIn ? .enroll : .leave, effects: [isIn ? .enroll(7) : .leave(7)]) { $0.pendingEnrollments[7] = isIn }
      open.answer(isIn ? .enroll(7) : .leave(7), with: .enrollmentDone(7, isIn: isIn)) {
        $0.pendingEnrollments[7] = nil
        $0.detail?.participants = Loaded([Self.bruno] + (isIn ? [Self.me] : []))
        $0.mine = Loaded(mine)
      }
    }
    open.finish()
  }
}
