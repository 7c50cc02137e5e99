import ColmeiaExplorer

@testable import ReferenceApp

/// Explores the session and the sign-up with iddog's back end and a token store that may fail.
enum AuthExplorer {
  static func make() -> Explorer<Auth, BackendModel> {
    var explorer = Explorer(Auth.State(), Auth(), server: BackendModel())
    let actions: [Auth.Action] = [
      .restore, .typed("ana@colmeia.example"), .typed("ana"), .submit, .cancelSignUp, .signOut, .sessionExpired, .retry,
    ]
    for action in actions { explorer.action(action) }
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("no sign-up is in progress while signed in") { !$0.form.isInProgress || $0.session.account == nil }
    explorer.eventually("no sign-up or restore is in progress") { !$0.form.isInProgress && $0.session != .restoring }
    explorer.eventually("a signed-in user has a token") { state, world in
      state.session.account == nil || state.session.account?.email == world.server.account && world.server.token != nil
    }
    explorer.eventually("after sign-out, the token is removed or a failure is shown") { state, world in
      if case .signedOut(.some) = state.session { state.storeFailure != nil || world.server.token == nil } else { true }
    }
    explorer.sometimes("a user is signed in") { $0.session.account != nil }
    explorer.sometimes("the token store has failed") { $0.storeFailure != nil }
    return explorer
  }

  private static func outcomes(_ effect: Auth.Effect, _ server: BackendModel) -> [Outcome<Auth.Action, BackendModel>] {
    switch effect {
    case .restore:
      return [
        .answer(.restored(server.token == nil ? nil : server.account.map(Account.init(email:)))),
        .answer(.restoreFailed(.damaged)),
      ]
    case .signUp(let email):
      let call = IddogAPI.signUp(email: email.rawValue)
      let full = server.outcome(Auth.Action.signUpFailed(.tokenNotStored(.full))) { _ = $0.call(call) }
      return server.outcomes(to: call) { answer, server in
        switch answer {
        case .success(let signUp):
          (server.token, server.account) = (signUp.user.token.value, signUp.user.email)
          return .signedUp(Account(email: signUp.user.email))
        case .failure(let error): return RequestFailure(error).map { .signUpFailed(.request($0)) }
        }
      } + [full]
    case .forget:
      let forgotten = server.outcome(Auth.Action?.none) { ($0.token, $0.account) = (nil, nil) }
      return [forgotten, .answer(.forgetFailed(.damaged))]
    }
  }
}
