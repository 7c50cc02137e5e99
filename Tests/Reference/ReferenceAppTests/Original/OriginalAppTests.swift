import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct OriginalAppTests {
  @Test func `The original restores the account at start`() {
    var store = TestStore(OriginalApp.State(), OriginalApp())
    store.send(.read, effects: [.get])
    store.answer(.get, with: .write(Example.account)) { $0.account = Example.account }
    store.finish()
  }

  @Test func `The original signs up with untrimmed text and doesn't report a failure`() {
    var store = TestStore(OriginalApp.State(), OriginalApp())
    store.send(.signUp(" a@b.c"), effects: [.signUp(" a@b.c")]) { $0.isSigningUp = true }
    store.answer(.signUp(" a@b.c"), with: .fail) { $0.isSigningUp = false }
    store.send(.signUp("a@b.c"), effects: [.signUp("a@b.c")]) { $0.isSigningUp = true }
    store.answer(.signUp("a@b.c"), with: .succeed(Example.account), effects: [.put(Example.account)]) {
      $0.isSigningUp = false
      $0.account = Example.account
    }
    store.finish(leaving: [.put(Example.account)])
  }

  @Test func `Without an account the original loads nothing, but shows an activity indicator`() {
    var store = TestStore(OriginalApp.State(), OriginalApp())
    store.send(.load(.husky)) { $0.feed.isLoading = true }
    store.finish()
  }
}
