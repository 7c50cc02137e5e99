import ColmeiaTesting
import Testing

@testable import ColmeiaApp

@Suite struct SignOutTests {
  private let signedIn = Auth.State(session: .signedIn(Example.account))

  @Test func `Signing out clears the session and forgets the token`() {
    var store = TestStore(signedIn, Auth())
    store.send(.signOut, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.byUser)) }
    store.finish(.forget)
    store.send(.signOut)
    store.finish()
  }

  @Test func `A session that expired says so and forgets the token`() {
    var store = TestStore(signedIn, Auth())
    store.send(.sessionExpired, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.expired)) }
    store.send(.sessionExpired)
    store.finish(leaving: [.forget])
  }

  @Test(arguments: [Session.signedOut(nil), .signedOut(.byUser), .restoring])
  func `Only a session can expire`(session: Session) {
    var store = TestStore(Auth.State(session: session), Auth())
    store.send(.sessionExpired)
    store.finish()
  }

  @Test func `A sign-up waits until the old token is forgotten`() throws {
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

  @Test func `Signing out during a sign-up is cancelling it`() throws {
    var store = TestStore(Auth.State(form: Example.form), Auth())
    let signUp = Auth.Effect.signUp(try Example.email())
    store.send(.submit, effects: [signUp]) { $0.form.isInProgress = true }
    store.send(.signOut, effects: [.forget], cancels: [signUp]) { $0.form.isInProgress = false }
    store.finish(leaving: [.forget])
  }

  @Test func `Signing out during a restore forgets what it would have found`() {
    var store = TestStore(Auth.State(), Auth())
    store.send(.restore, effects: [.restore]) { $0.session = .restoring }
    store.send(.signOut, effects: [.forget], cancels: [.restore]) { $0.session = .signedOut(.byUser) }
    store.finish(leaving: [.forget])
  }

  @Test func `A token that could not be removed is shown, and removing it is tried again`() {
    var store = TestStore(signedIn, Auth())
    store.send(.signOut, effects: [.forget]) { $0 = Auth.State(session: .signedOut(.byUser)) }
    store.answer(.forget, with: .forgetFailed(.denied)) { $0.storeFailure = .couldNotForget(.denied) }
    store.send(.retry, effects: [.forget]) { $0.storeFailure = nil }
    store.finish(.forget)
    store.send(.retry)
    store.finish()
  }

  @Test func `A sign-up in progress is not followed by a retried removal of its token`() throws {
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

  @Test func `A failed removal means nothing once a new token has taken the place`() {
    var store = TestStore(signedIn, Auth())
    store.send(.forgetFailed(.denied))
    store.finish()
  }
}
