import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct SignOutTests {
  private let signedIn = Auth.State(session: .signedIn(Example.account))

  @Test func `Signing out clears the session and removes the token`() {
    var store = TestStore(signedIn, Auth())
    store.send(.signOut, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.byUser)) }
    store.finish(.forget)
    store.send(.signOut)
    store.finish()
  }

  @Test func `An expired session is reported, and its token is removed`() {
    var store = TestStore(signedIn, Auth())
    store.send(.sessionExpired, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.expired)) }
    store.send(.sessionExpired)
    store.finish(leaving: [.forget])
  }

  @Test(arguments: [Session.signedOut(nil), .signedOut(.byUser), .restoring])
  func `Only an active session can expire`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.sessionExpired)
    store.finish()
  }

  @Test func `A sign-up waits until the old token is removed`() throws {
    var store = TestStore(signedIn, Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.signOut, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.byUser)) }
    store.send(.typed("Ana@Example.com")) { $0.form.typed = "Ana@Example.com" }
    store.send(.submit, waits: [.signUp(try Example.email())]) { $0.form.isInProgress = true }
    store.finish(.forget, effects: [signUp])
    store.answer(signUp, with: .signedUp(Example.account)) {
      $0 = Auth.State(session: .signedIn(Example.account))
    }
    store.finish()
  }

  @Test func `Signing out during a sign-up cancels it`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [signUp]) { $0.form.isInProgress = true }
    store.send(.signOut, effects: [.forget], cancels: [signUp]) { $0.form.isInProgress = false }
    store.finish(leaving: [.forget])
  }

  @Test func `Signing out during a restore cancels it and removes the token`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.signOut, effects: [.forget], cancels: [.restore]) { $0.session = .signedOut(.byUser) }
    store.finish(leaving: [.forget])
  }

  @Test func `A failure to remove the token is reported, and can be retried`() {
    var store = TestStore(signedIn, Auth())
    store.send(.signOut, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.byUser)) }
    store.answer(.forget, with: .forgetFailed(.denied)) { $0.storeFailure = .couldNotForget(.denied) }
    store.send(.retry, effects: [.forget]) { $0.storeFailure = nil }
    store.finish(.forget)
    store.send(.retry)
    store.finish()
  }

  @Test func `Retrying to remove the token is ignored while a sign-up is in progress`() throws {
    let state = Auth.State(
      session: .signedOut(.byUser), form: Example.form, storeFailure: .couldNotForget(.denied))
    var store = TestStore(state, Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [signUp]) { $0.form.isInProgress = true }
    store.send(.retry)
    store.answer(signUp, with: .signedUp(Example.account)) {
      $0 = Auth.State(session: .signedIn(Example.account))
    }
    store.finish()
  }

  @Test func `A failed removal is ignored once a new token is stored`() {
    var store = TestStore(signedIn, Auth())
    store.send(.forgetFailed(.denied))
    store.finish()
  }
}
