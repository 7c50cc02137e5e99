import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct RestoreTests {
  @Test func `Restoring reads the token store`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.answer(.restore, with: .restored(Example.account)) { $0.session = .signedIn(Example.account) }
    store.finish()
  }

  @Test func `Restoring without a stored account ends signed out`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.typed("a")) { $0.form.typed = "a" }
    store.answer(.restore, with: .restored(nil)) { $0.session = .signedOut(nil) }
    store.finish()
  }

  @Test func `A token store that can't be read is reported, and can be retried`() {
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

  @Test func `A restore that completes after the sign-up was submitted doesn't sign in`() throws {
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

  @Test func `A restore that fails after the sign-up was submitted isn't reported`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.submit, waits: [.signUp(try Example.email())]) {
      $0.session = .signedOut(nil)
      $0.form.isInProgress = true
    }
    store.answer(.restore, with: .restoreFailed(.damaged), effects: [.signUp(try Example.email())])
    store.finish(leaving: [.signUp(try Example.email())])
  }

  @Test func `Submitting the sign-up clears the failure of the restore`() throws {
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
  func `A session is restored only if no account has been signed in during this run`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.restore)
    store.finish()
  }

  @Test(arguments: [Session.signedOut(nil), .signedIn(Account(email: "b@c.d"))])
  func `An unexpected result of a restore is ignored`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.restored(Example.account))
    store.send(.restored(nil))
    store.send(.restoreFailed(.denied))
    store.finish()
  }

  @Test func `A session whose token couldn't be removed isn't restored`() {
    var store = TestStore(Auth.State(storeFailure: .couldNotForget(.denied)), Auth())
    store.send(.restore)
    store.finish()
  }

  @Test func `A restore queued behind a failed removal of the token doesn't sign in`() throws {
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
