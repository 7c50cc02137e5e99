import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Explores the session and the events of Eventbee in the whole app: every action and every outcome in any order.
@Suite(.long) struct EventbeeExplorationTests {
  @Test func `Session, events and activity indicators stay consistent`() {
    let exploration = Self.explorer().run(seeds: AppExplorationTests.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 })
  }

  @Test func `The end of the session removes the member's data and cancels pending requests`() {
    var state = AppReducer.State()
    state.members = MembersTests.signedIn
    state.events = Events.State(list: Loaded([EventsTests.party]))
    var store = TestStore(state, AppReducer())
    store.send(.events(.open(7)), effects: [.events(.event(7)), .events(.participants(7))]) {
      $0.events.detail = EventDetail(id: 7, event: EventsTests.party)
      $0.events.detail?.event.isLoading = true
      $0.events.detail?.participants.isLoading = true
    }
    store.answer(
      .events(.participants(7)), with: .events(.participantsFailed(7, .sessionRefused)),
      effects: [.members(.forget)], cancels: [.events(.event(7))]
    ) {
      $0.members = Members.State(session: .signedOut(.expired))
      // The list of events is public.
      $0.events = Events.State(list: Loaded([EventsTests.party]))
    }
    store.finish(leaving: [.members(.forget)])
  }

  @Test func `After logging out, the events stay visible, and a list in flight is requested again`() {
    var state = AppReducer.State()
    state.members = MembersTests.signedIn
    state.events = Events.State(list: Loaded([EventsTests.party]), mine: Loaded([7]))
    var store = TestStore(state, AppReducer())
    let mine = AppReducer.Effect.events(.mine(MembersTests.ana.id))
    store.send(.events(.load), effects: [.events(.load), mine]) {
      $0.events.list.isLoading = true
      $0.events.mine.isLoading = true
    }
    store.send(.members(.logOut), effects: [.members(.logOut)]) { $0.members.isLoggingOut = true }
    store.answer(
      .members(.logOut), with: .members(.loggedOut), effects: [.events(.load)], cancels: [.events(.load), mine]
    ) {
      $0.members = Members.State(session: .signedOut(.byUser))
      $0.events = Events.State(list: Loaded([EventsTests.party], isLoading: true))
    }
    store.answer(.events(.load), with: .events(.loaded([EventsTests.party]))) { $0.events.list.isLoading = false }
    store.finish()
  }

  @Test func `The end of the session discards removals that can be undone, and drafts`() {
    var state = AppReducer.State()
    state.members = MembersTests.signedIn
    state.events.detail = EventDetail(id: 7, event: EventsTests.party)
    state.events.detail?.participants = Loaded([EventsTests.bruno])
    var explorer = Explorer(state, AppReducer())
    for action in [
      .remove(2), .confirmRemoval, .keep, .reload, .close, .open(7), .new, .edit, .typed(.name, "x"), .leaveForm,
    ] as [Events.Action] { explorer.action(.events(action)) }
    explorer.action(.members(.logOut))
    explorer.outcomes { effect in Self.appOutcomes(effect) }
    explorer.everyStep("the end of the session discards what the member was about to do") { _, _, new in
      let events = new.events
      return new.members.session.member != nil || events.detail?.removal == nil && events.drafts.isEmpty
    }
    explorer.always("after the session, nobody is removed") { state, world in
      state.members.session.member != nil || !world.running.contains(.events(.remove(2, from: 7)))
    }
    explorer.sometimes("a removal can be undone") { $0.events.detail?.removal?.step == .undoable }
    explorer.sometimes("a draft is kept") { !$0.events.drafts.isEmpty }
    explorer.sometimes("the session is over") { $0.members.session.member == nil }
    let exploration = explorer.run(seeds: AppExplorationTests.seeds)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `Logging out while a removal can be undone discards it`() {
    var state = AppReducer.State()
    state.members = MembersTests.signedIn
    state.events.detail = EventDetail(id: 7, event: EventsTests.party)
    state.events.detail?.participants = Loaded([EventsTests.bruno])
    state.events.detail?.removal = .init(person: 2)
    var store = TestStore(state, AppReducer())
    let wait = AppReducer.Effect.events(.waitForUndo(2, from: 7))
    store.send(.events(.confirmRemoval), waits: [wait]) { $0.events.detail?.removal?.step = .undoable }
    store.send(.members(.logOut), effects: [.members(.logOut)]) { $0.members.isLoggingOut = true }
    store.answer(.members(.logOut), with: .members(.loggedOut), cancels: [wait]) {
      $0.members = Members.State(session: .signedOut(.byUser))
      $0.events = Events.State()
    }
    store.finish()
  }

  @Test func `Signing out of iddog doesn't affect Eventbee, and vice versa`() {
    var state = AppReducer.State(auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State())
    state.members = MembersTests.signedIn
    var store = TestStore(state, AppReducer())
    store.send(.auth(.signOut), effects: [.auth(.forget)]) {
      $0.auth = Auth.State(session: .signedOut(.byUser))
      $0.feed = nil
    }
    store.send(.select(.profile))
    store.send(.select(.events), effects: [.events(.load), .events(.mine(1))]) {
      $0.tab = .events
      ($0.events.list.isLoading, $0.events.mine.isLoading) = (true, true)
    }
    #expect(store.state.screen == .tabs(.events))
    store.send(.select(.feed)) { $0.tab = .feed }
    #expect(store.state.screen == .signUp)
    store.finish(leaving: [.auth(.forget), .events(.load), .events(.mine(1))])
  }

  static func explorer() -> Explorer<AppReducer, NoServer> {
    var explorer = Explorer(AppReducer.State(), AppReducer())
    let actions: [Members.Action] = [
      .restore, .choose(.createAccount), .choose(.logIn), .typed(.email, "ana@colmeia.example"), .typed(.name, "Ana"),
      .typedPassword(Secret("hidden-123")), .submit, .submit, .submit, .askFacebook,
      .logInWithFacebook(Secret("hidden-456")),
      .logOut,
      .sessionRefused,
    ]
    for action in actions { explorer.action(.members(action)) }
    let events: [Events.Action] = [
      .load, .open(7), .open(8), .close, .reload, .enroll, .leave, .choosePerson, .add(2), .new, .edit,
      .typed(.name, "x"), .typed(.start, "1/1/2030 20:00"), .typed(.end, "1/1/2030 22:00"), .permit(.closed), .save,
      .discard,
    ]
    for action in events { explorer.action(.events(action)) }
    explorer.outcomes { effect in appOutcomes(effect) }
    explorer.always("the encoded state contains no password") { state in
      (try? JSON.encode(state)).map { !String(decoding: $0, as: UTF8.self).contains("hidden") } == true
    }
    explorer.always("the log-in form is empty while a member is signed in") { state in
      state.members.session.member == nil || state.members.form == MemberForm()
    }
    explorer.always("while signed out, no change of an enrollment is requested and no form is open") { state in
      state.members.session.member != nil || (state.events.pendingEnrollments.isEmpty && state.events.form == nil)
    }
    explorer.eventually("nothing is loading or being saved") { state in
      let (detail, members) = (state.events.detail, state.members)
      return !state.events.list.isLoading && detail?.event.isLoading != true && detail?.participants.isLoading != true
        && detail?.people?.isLoading != true && state.events.pendingEnrollments.isEmpty && detail?.adding == nil
        && state.events.form?.isSaving != true && members.form.progress == nil && !members.isLoggingOut
        && members.session != .restoring
    }
    explorer.sometimes("a session has expired") { $0.members.session == .signedOut(.expired) }
    explorer.sometimes("an enrollment is requested") { $0.events.pendingEnrollments.values.contains(true) }
    explorer.sometimes("a log-in to a new account failed") {
      $0.members.form.failure == .logInToNewAccount(.wrongCredentials)
    }
    return explorer
  }

  private static func appOutcomes(_ effect: AppReducer.Effect) -> [Outcome<AppReducer.Action, NoServer>] {
    switch effect {
    case .members(let effect): outcomes(effect).map { .answer(.members($0)) }
    case .events(let effect): outcomes(effect).map { .answer(.events($0)) }
    case .auth, .feed, .chat, .profile, .news, .shots, .album: []
    }
  }

  static func outcomes(_ effect: Members.Effect) -> [Members.Action] {
    switch effect {
    case .restore: [.restored(nil), .restored(MembersTests.ana), .restoreFailed(.damaged)]
    case .createAccount: [.accountCreated, .accountFailed(.repeatedEmail)]
    case .askFacebook: [.loggedIn(MembersTests.ana), .logInFailed(.wrongCredentials), .facebookRefused]
    case .logIn, .logInWithFacebook:
      [.loggedIn(MembersTests.ana), .logInFailed(.wrongCredentials), .tokenNotStored(.full)]
    case .logOut: [.loggedOut, .logOutFailed(.request(.offline)), .logOutFailed(.sessionRefused)]
    case .forget: [.forgetFailed(.denied)]
    }
  }

  static func outcomes(_ effect: Events.Effect) -> [Events.Action] {
    let party = EventsTests.party
    return switch effect {
    case .load: [.loaded([party, EventsTests.other]), .loadFailed(.request(.offline))]
    case .mine: [.mine([1, 2]), .mineFailed(.request(.offline)), .mineFailed(.sessionRefused)]
    case .event(let id): [.event(Event(id: id, name: "x", organizer: 1)), .eventFailed(id, .notFound)]
    case .participants(let id):
      [
        .participants(id, [EventsTests.bruno]), .participantsFailed(id, .sessionRefused),
        .participantsFailed(id, .notFound),
      ]
    case .enroll(let id): [.enrollmentDone(id, isIn: true), .enrollmentFailed(id, .notPermitted)]
    case .leave(let id): [.enrollmentDone(id, isIn: false), .enrollmentFailed(id, .notPermitted)]
    case .people: [.people([]), .peopleFailed(.sessionRefused)]
    case .add(let person, let id): [.added(person, to: id), .addFailed(person, to: id, .notProcessed)]
    case .waitForUndo(let person, let id): [.removalDue(person, from: id)]
    case .remove(let person, let id): [.removed(person, from: id), .removeFailed(person, from: id, .notFound)]
    case .create: [.saved(party), .saveFailed(.notProcessed)]
    case .update(let id, _, _): [.saved(Event(id: id, name: "y", organizer: 1)), .saveFailed(.notPermitted)]
    }
  }
}
