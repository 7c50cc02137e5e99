import ColmeiaTesting
import Testing

@testable import ColmeiaApp

@Suite struct RestoreTests {
  @Test func `The start asks the token store`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restored(Example.account)) { $0.session = .signedIn(Example.account) }
    store.finish()
  }

  @Test func `Nobody was signed in`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.typed("a")) { $0.form.typed = "a" }
    store.answer(.restore, with: .restored(nil)) { $0.session = .signedOut(nil) }
    store.finish()
  }

  @Test func `A store that cannot be read is shown, and may be asked again`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restoreFailed(.damaged)) {
      $0.session = .signedOut(nil)
      $0.storeFailure = .couldNotRestore(.damaged)
    }
    store.send(.retry, effects: [.restore]) {
      $0.session = .restoring
      $0.storeFailure = nil
    }
    store.finish(leaving: [.restore])
  }

  @Test func `A restore that answers after the sign-up was submitted does not sign in`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.submit, waits: [.signUp(try Example.email())]) {
      $0.session = .signedOut(nil)
      $0.form.isInProgress = true
    }
    store.answer(.restore, with: .restored(Account(email: "old@example.com")), effects: [signUp])
    store.answer(signUp, with: .signedUp(Example.account)) {
      $0 = Auth.State(session: .signedIn(Example.account))
    }
    store.finish()
  }

  @Test func `A restore that fails after the sign-up was submitted is not shown`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.submit, waits: [.signUp(try Example.email())]) {
      $0.session = .signedOut(nil)
      $0.form.isInProgress = true
    }
    store.answer(.restore, with: .restoreFailed(.damaged), effects: [.signUp(try Example.email())])
    store.finish(leaving: [.signUp(try Example.email())])
  }

  @Test func `Signing up instead takes the failed restore away`() throws {
    let failed = Auth.State(form: Example.form, storeFailure: .couldNotRestore(.damaged))
    var store = TestStore(failed, Auth())
    store.send(.submit, effects: [.signUp(try Example.email())]) {
      $0.form.isInProgress = true
      $0.storeFailure = nil
    }
    store.send(.retry)
    store.send(.restore)
    store.finish(leaving: [.signUp(try Example.email())])
  }

  @Test(arguments: [Session.restoring, .signedIn(Example.account), .signedOut(.byUser), .signedOut(.expired)])
  func `Only a run in which nobody was signed in is restored`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.restore)
    store.finish()
  }

  @Test(arguments: [Session.signedOut(nil), .signedIn(Account(email: "b@c.d"))])
  func `An answer that nobody waits for means nothing`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.restored(Example.account))
    store.send(.restored(nil))
    store.send(.restoreFailed(.denied))
    store.finish()
  }

  @Test func `What could not be forgotten does not come back`() {
    var store = TestStore(Auth.State(storeFailure: .couldNotForget(.denied)), Auth())
    store.send(.restore)
    store.finish()
  }

  @Test func `A restore behind a token that could not be forgotten does not sign in`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [signUp]) { $0.form.isInProgress = true }
    store.send(.cancelSignUp, effects: [.forget], cancels: [signUp]) { $0.form.isInProgress = false }
    store.send(.restore, waits: [.restore]) { $0.session = .restoring }
    store.answer(.forget, with: .forgetFailed(.full), effects: [.restore]) {
      $0.session = .signedOut(nil)
      $0.storeFailure = .couldNotForget(.full)
    }
    store.answer(.restore, with: .restored(Example.account))
    store.finish()
  }
}
