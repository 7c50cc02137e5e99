import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct MembersTests {
  static let ana = Member(id: 1, name: "Ana", email: "ana@colmeia.example", about: "Oi")
  static let password = Secret("ana-123")
  static let logIn = Members.Effect.logIn(email: "ana@colmeia.example", password: password)
  static let filled = MemberForm(email: "ana@colmeia.example", password: password)
  static let signedIn = Members.State(session: .signedIn(ana))

  static func store(_ form: MemberForm) -> TestStore<Members> { TestStore(Members.State(form: form), Members()) }

  @Test func `Logging in ends with the member and an empty form`() {
    var store = TestStore(Members.State(), Members())
    store.send(.submit) { $0.form.failure = .emailInvalid }
    store.send(.typed(.email, "ana@colmeia.example")) {
      $0.form.email = "ana@colmeia.example"
      $0.form.failure = nil
    }
    store.send(.submit) { $0.form.failure = .passwordMissing }
    #expect(store.state.message?.text(.english) == "Enter the password.")
    store.send(.typedPassword(Self.password)) {
      $0.form.password = Self.password
      $0.form.failure = nil
    }
    store.send(.submit, effects: [Self.logIn]) { $0.form.progress = .entering }
    store.send(.typed(.email, "other")) { $0.form.email = "other" }
    store.send(.submit)
    store.answer(Self.logIn, with: .loggedIn(Self.ana)) { $0 = Self.signedIn }
    store.send(.submit)
    store.finish()
  }

  @Test func `Logging in with Facebook asks for a token, and its failure is shown until the next attempt`() {
    var store = TestStore(Members.State(), Members())
    store.send(.askFacebook, effects: [.askFacebook]) { $0.form.progress = .entering }
    store.send(.askFacebook)
    store.answer(.askFacebook, with: .facebookRefused) { $0.form = MemberForm(failure: .facebook) }
    store.send(.facebookRefused)
    store.send(.askFacebook, effects: [.askFacebook]) { $0.form = MemberForm(progress: .entering) }
    store.answer(.askFacebook, with: .loggedIn(Self.ana)) { $0 = Self.signedIn }
    store.send(.askFacebook)
    store.finish()
  }

  @Test func `A rejected log-in clears the password, and is shown until the user types`() {
    var store = Self.store(Self.filled)
    store.send(.submit, effects: [Self.logIn]) { $0.form.progress = .entering }
    store.answer(Self.logIn, with: .logInFailed(.wrongCredentials)) {
      $0.form = MemberForm(email: "ana@colmeia.example", failure: .logIn(.wrongCredentials))
    }
    store.send(.typed(.about, "x")) {
      $0.form.about = "x"
      $0.form.failure = nil
    }
    store.finish()
  }

  @Test func `A token that can't be stored doesn't sign the user in`() {
    var store = Self.store(Self.filled)
    store.send(.submit, effects: [Self.logIn]) { $0.form.progress = .entering }
    store.answer(Self.logIn, with: .tokenNotStored(.full)) {
      $0.form = MemberForm(email: "ana@colmeia.example", failure: .tokenNotStored(.full))
    }
    store.finish()
  }

  static let newForm = MemberForm(
    purpose: .createAccount, name: "Ana", email: "ana@colmeia.example", password: password)
  static var create: Members.Effect {
    let json = #"{"name":"Ana","email":"ana@colmeia.example","about":"","password":"ana-123"}"#
    return (try? JSONText.decode(Members.NewAccount.self, json)).map(Members.Effect.createAccount) ?? .restore
  }

  @Test func `Creating an account and logging in to it is one flow`() {
    var store = Self.store(Self.newForm)
    store.send(.submit, effects: [Self.create]) { $0.form.progress = .creating }
    store.answer(Self.create, with: .accountCreated, effects: [Self.logIn]) { $0.form.progress = .enteringNewAccount }
    store.answer(Self.logIn, with: .loggedIn(Self.ana)) { $0 = Self.signedIn }
    store.finish()
  }

  @Test func `A new account needs a name that isn't blank, which is sent without surrounding white space`() {
    var form = Self.newForm
    form.name = " \n"
    var store = Self.store(form)
    store.send(.submit) { $0.form.failure = .nameMissing }
    store.send(.typed(.name, " Ana\n")) {
      $0.form.name = " Ana\n"
      $0.form.failure = nil
    }
    store.send(.submit, effects: [Self.create]) { $0.form.progress = .creating }
    store.answer(Self.create, with: .accountFailed(.notProcessed)) {
      $0.form.progress = nil
      $0.form.password = Secret("")
      $0.form.failure = .account(.notProcessed)
    }
    store.finish()
  }

  @Test(arguments: [EventbeeFailure.repeatedEmail, .notProcessed, .request(.offline)])
  func `A failure to create an account is reported`(failure: EventbeeFailure) {
    var store = Self.store(Self.newForm)
    store.send(.submit, effects: [Self.create]) { $0.form.progress = .creating }
    store.answer(Self.create, with: .accountFailed(failure)) {
      $0.form.progress = nil
      $0.form.password = Secret("")
      $0.form.failure = .account(failure)
    }
    store.finish()
  }

  @Test func `If the log-in to a new account fails, the form changes to log-in`() {
    var store = Self.store(Self.newForm)
    store.send(.submit, effects: [Self.create]) { $0.form.progress = .creating }
    store.answer(Self.create, with: .accountCreated, effects: [Self.logIn]) { $0.form.progress = .enteringNewAccount }
    store.answer(Self.logIn, with: .logInFailed(.request(.timedOut))) {
      $0.form.progress = nil
      $0.form.password = Secret("")
      $0.form.purpose = .logIn
      $0.form.failure = .logInToNewAccount(.request(.timedOut))
    }
    store.finish()
  }

  @Test func `A token from Facebook logs in`() {
    let effect = Members.Effect.logInWithFacebook(Secret("facebook"))
    var store = TestStore(Members.State(), Members())
    store.send(.logInWithFacebook(Secret("facebook")), effects: [effect]) { $0.form.progress = .entering }
    store.send(.logInWithFacebook(Secret("facebook")))
    store.answer(effect, with: .loggedIn(Self.ana)) { $0 = Self.signedIn }
    store.send(.logInWithFacebook(Secret("facebook")))
    store.finish()
  }

  @Test(arguments: [MembersTests.ana, nil])
  func `A stored session is restored`(member: Member?) {
    var store = TestStore(Members.State(), Members())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restored(member)) { $0.session = member.map(Membership.signedIn) ?? .signedOut(nil) }
    store.finish()
  }

  @Test func `A failed restore is reported, and doesn't interfere with a log-in in the meantime`() {
    var store = TestStore(Members.State(), Members())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restoreFailed(.damaged)) {
      $0.session = .signedOut(nil)
      $0.storeFailure = .damaged
    }
    store.finish()
    var other = Self.store(Self.filled)
    other.send(.restore, effects: [.restore]) { $0.session = .restoring }
    other.send(.submit, waits: [Self.logIn]) {
      $0.session = .signedOut(nil)
      $0.form.progress = .entering
    }
    other.answer(.restore, with: .restored(Self.ana), effects: [Self.logIn])
    other.answer(Self.logIn, with: .loggedIn(Self.ana)) { $0 = Self.signedIn }
    other.finish()
  }

  @Test func `Logging out waits for the server's confirmation (E12)`() {
    var store = TestStore(Self.signedIn, Members())
    store.send(.logOut, effects: [.logOut]) { $0.isLoggingOut = true }
    store.send(.logOut)
    store.answer(.logOut, with: .logOutFailed(.request(.offline))) {
      $0.isLoggingOut = false
      $0.logOutFailure = .request(.offline)
    }
    store.send(.logOut, effects: [.logOut]) {
      $0.isLoggingOut = true
      $0.logOutFailure = nil
    }
    store.answer(.logOut, with: .loggedOut) { $0 = Members.State(session: .signedOut(.byUser)) }
    store.send(.logOut)
    store.finish()
  }

  @Test func `A log-out of a session that is over is a log-out, and its token can be removed later`() {
    var store = TestStore(Self.signedIn, Members())
    store.send(.logOut, effects: [.logOut]) { $0.isLoggingOut = true }
    store.answer(.logOut, with: .logOutFailed(.sessionRefused), effects: [.forget]) {
      $0 = Members.State(session: .signedOut(.byUser))
    }
    store.send(.retry)
    store.answer(.forget, with: .forgetFailed(.denied)) { $0.storeFailure = .denied }
    store.send(.sessionRefused)
    func retry() -> AppReducer.Action? {
      AppReducer.State(members: store.state, tab: .events).screen(.english).buttons.first { $0.label == "Try again" }?
        .action
    }
    #expect(retry() == .members(.retry))
    store.send(.retry, effects: [.forget]) { $0.storeFailure = nil }
    #expect(retry() == nil)
    store.finish(.forget)
    store.finish()
  }

  @Test func `A request that notices the end of a session during the log-out doesn't make it expire`() {
    var store = TestStore(Self.signedIn, Members())
    store.send(.logOut, effects: [.logOut]) { $0.isLoggingOut = true }
    store.send(.sessionRefused, waits: [.forget]) { $0 = Members.State(session: .signedOut(.byUser)) }
    store.answer(.logOut, with: .loggedOut, effects: [.forget])
    store.finish(.forget)
    store.finish()
  }

  @Test func `A session that could not be read is read again when the user retries`() {
    var store = TestStore(Members.State(session: .signedOut(nil), storeFailure: .inputOutput), Members())
    store.send(.retry, effects: [.restore]) { ($0.session, $0.storeFailure) = (.restoring, nil) }
    store.answer(.restore, with: .restored(Self.ana)) { $0 = Members.State(session: .signedIn(Self.ana)) }
    store.finish()
  }
}
