import ColmeiaExplorer

@testable import ReferenceApp

/// Explores sign-up, log-in and log-out at Eventbee's back end, with a token store that may fail.
enum MembersExplorer {
  static func make() -> Explorer<Members, BackendModel> {
    var explorer = Explorer(Members.State(), Members(), server: BackendModel(.init()))
    let actions: [Members.Action] = [
      .restore, .choose(.createAccount), .choose(.logIn), .typed(.email, "ana@colmeia.example"), .typed(.name, "Ana"),
      .typedPassword(Secret("ana-123")), .submit, .askFacebook, .logOut, .sessionRefused,
    ]
    for action in actions { explorer.action(action, weight: action == .submit ? 3 : 1) }
    explorer.outcomes { effect, server in outcomes(effect, server) }
    explorer.always("the log-in form is empty while a member is signed in") { state in
      state.session.member == nil || state.form == MemberForm()
    }
    explorer.eventually("no operation is in progress") { state in
      state.form.progress == nil && !state.isLoggingOut && state.session != .restoring
    }
    explorer.eventually("the token belongs to the signed-in member") { state, world in
      guard let member = state.session.member else { return true }
      return world.server.token != nil && world.server.account == "\(member.id) \(member.email)"
    }
    explorer.eventually("after log-out, the token is removed or a failure is shown") { state, world in
      if case .signedOut(.some) = state.session { state.storeFailure != nil || world.server.token == nil } else { true }
    }
    explorer.sometimes("a member is signed in") { $0.session.member != nil }
    return explorer
  }

  private static func outcomes(
    _ effect: Members.Effect, _ server: BackendModel
  ) -> [Outcome<Members.Action, BackendModel>] {
    switch effect {
    case .restore: [.answer(restored(server)), .answer(.restoreFailed(.damaged))]
    case .createAccount(let account):
      server.outcomes(to: EventbeeAPI.createUser(newUser(account))) { answer, _ in
        switch answer {
        case .success: .accountCreated
        case .failure(let error): EventbeeFailure(error).map(Members.Action.accountFailed)
        }
      }
    case .logIn(let email, let password):
      server.outcomes(to: EventbeeAPI.logIn(email: email, password: password.value), enter)
        + [
          server.outcome(.tokenNotStored(.full)) {
            _ = $0.call(EventbeeAPI.logIn(email: email, password: password.value))
          }
        ]
    case .askFacebook:
      [.answer(.facebookRefused)] + server.outcomes(to: EventbeeAPI.logIn(facebookToken: "of nobody"), enter)
    case .logInWithFacebook(let token): server.outcomes(to: EventbeeAPI.logIn(facebookToken: token.value), enter)
    case .logOut:
      server.outcomes(to: EventbeeAPI.logOff()) { answer, server in
        switch answer {
        case .success:
          (server.token, server.account) = (nil, nil)
          return .loggedOut
        case .failure(let error): return EventbeeFailure(error).map(Members.Action.logOutFailed)
        }
      }
    case .forget:
      [server.outcome(nil) { ($0.token, $0.account) = (nil, nil) }, .answer(.forgetFailed(.denied))]
    }
  }

  private static func enter(
    _ answer: Result<EventbeeAPI.SignedIn, APIError>, _ server: inout BackendModel
  ) -> Members.Action? {
    switch answer {
    case .success(let signedIn):
      server.token = signedIn.token.value
      server.account = "\(signedIn.user.id) \(signedIn.user.email)"
      return .loggedIn(signedIn.user)
    case .failure(let error): return EventbeeFailure(error).map(Members.Action.logInFailed)
    }
  }

  private static func restored(_ server: BackendModel) -> Members.Action {
    guard server.token != nil, let parts = server.account?.split(separator: " "), let id = Int(parts[0]) else {
      return .restored(nil)
    }
    var server = server
    if case .success(let user) = server.call(EventbeeAPI.user(id)) { return .restored(user) }
    return .restored(Member(id: id, name: String(parts[1]), email: String(parts[1])))
  }

  private static func newUser(_ account: Members.NewAccount) -> EventbeeAPI.NewUser {
    EventbeeAPI.NewUser(
      name: account.name, email: account.email, password: account.password.value, about: account.about)
  }
}
