import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct SignUpTests {
  private func testStore(_ state: Auth.State = Auth.State(form: Example.form)) -> TestStore<Auth> {
    TestStore(state, Auth())
  }

  @Test func `Typing updates the form and clears the last failure`() {
    var store = testStore(Auth.State(form: SignUpForm(typed: "a", failure: .emailRefused)))
    store.send(.typed("an")) {
      $0.form.typed = "an"
      $0.form.failure = nil
    }
    store.finish()
  }

  @Test func `The button is enabled when the email address is valid and nothing is in progress`() {
    #expect(Example.form.canSubmit)
    #expect(!SignUpForm().canSubmit)
    #expect(!SignUpForm(typed: "ana").canSubmit)
    #expect(!SignUpForm(typed: "a@b.c", isInProgress: true).canSubmit)
  }

  @Test func `The trimmed email address is sent, and the server's is stored`() throws {
    var store = testStore()
    let effect = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [effect]) { $0.form.isInProgress = true }
    store.answer(effect, with: .signedUp(Example.account)) {
      $0 = Auth.State(session: .signedIn(Example.account))
    }
    store.finish()
  }

  @Test(arguments: ["ana", "a b@c.d e"])
  func `An invalid email address isn't sent, and is reported from the submission to the next edit`(typed: String) {
    var store = testStore(Auth.State())
    store.send(.typed(typed)) { $0.form.typed = typed }
    #expect(store.state.form.message == nil)
    store.send(.submit) { $0.form.failure = .emailInvalid }
    #expect(store.state.form.message == .emailInvalid)
    store.send(.typed(typed + "@")) { $0.form = SignUpForm(typed: typed + "@") }
    #expect(store.state.form.message == nil)
    store.finish()
  }

  @Test(arguments: ["", "  "]) func `A blank email address isn't sent`(typed: String) {
    var store = testStore(Auth.State(form: SignUpForm(typed: typed)))
    store.send(.submit)
    store.finish()
  }

  @Test func `A second press is ignored while the first is in progress`() throws {
    var store = testStore()
    store.send(.submit, effects: [.signUp(try Example.email())]) { $0.form.isInProgress = true }
    store.send(.submit)
    store.finish(leaving: [.signUp(try Example.email())])
  }

  @Test(arguments: [
    SignUpFailure.emailRefused, .request(.offline), .request(.timedOut), .request(.status(500)),
    .request(.undecodable(at: "user.email")), .tokenNotStored(.full), .tokenNotStored(.damaged),
  ])
  func `A failure is shown and ends the progress`(failure: SignUpFailure) throws {
    var store = testStore()
    let effect = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [effect]) { $0.form.isInProgress = true }
    store.answer(effect, with: .signUpFailed(failure)) {
      $0.form.isInProgress = false
      $0.form.failure = failure
    }
    store.send(.submit, effects: [effect]) {
      $0.form.isInProgress = true
      $0.form.failure = nil
    }
    store.finish(leaving: [.signUp(try Example.email())])
  }

  @Test func `A response to a cancelled sign-up doesn't sign in`() throws {
    var machine = Machine(Auth.State(form: Example.form), Auth())
    let id = try Self.submitAndCancel(&machine)
    let isReduced = machine.answer(id, .signedUp(Example.account))
    #expect(!isReduced)
    #expect(machine.state == Auth.State(form: Example.form))
  }

  @Test func `The token of a cancelled sign-up is removed once the sign-up has stopped`() throws {
    var machine = Machine(Auth.State(form: Example.form), Auth())
    let id = try Self.submitAndCancel(&machine)
    #expect(machine.requests == [.cancel(id)])
    machine.requests = []
    machine.finish(id)
    let started = machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
    #expect(started == [.forget])
  }

  /// Submits and cancels a sign-up, and returns the ID of its request.
  private static func submitAndCancel(_ machine: inout Machine<Auth>) throws -> RequestID {
    machine.send(.submit)
    let ids = machine.requests.compactMap { if case .start(let id, .signUp) = $0 { id } else { nil } }
    let id = try #require(ids.first)
    machine.requests = []
    machine.send(.cancelSignUp)
    return id
  }

  @Test func `A sign-up after a cancelled one waits until the token is removed`() throws {
    var store = testStore()
    let effect = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [effect]) { $0.form.isInProgress = true }
    store.send(.cancelSignUp, effects: [.forget], cancels: [effect]) { $0.form.isInProgress = false }
    store.send(.submit, waits: [.signUp(try Example.email())]) { $0.form.isInProgress = true }
    store.finish(.forget, effects: [effect])
    store.answer(effect, with: .signedUp(Example.account)) {
      $0 = Auth.State(session: .signedIn(Example.account))
    }
    store.finish()
  }

  @Test(arguments: [Auth.Action.signedUp(Example.account), .signUpFailed(.emailRefused), .cancelSignUp])
  func `The results of a sign-up are ignored if none is in progress`(action: Auth.Action) {
    for session in [Session.signedOut(nil), .restoring, .signedIn(Example.account)] {
      var store = testStore(Auth.State(session: session))
      store.send(action)
      store.finish()
    }
  }

  @Test func `A signed-in user can neither type nor sign up`() {
    var store = testStore(Auth.State(session: .signedIn(Example.account), form: Example.form))
    store.send(.typed("b@c.d"))
    store.send(.submit)
    store.finish()
  }

  @Test func `All effects that access the token are queued under one ID`() throws {
    let (_, effects) = Auth().reduced(Auth.State(form: Example.form), .submit)
    #expect(effects == .run(.signUp(try Example.email()), id: "token", .queue))
  }
}
