import Colmeia
import ColmeiaSecrets

extension Members {
  /// Reduces the results of effects. A result that isn't expected changes nothing.
  func reduceResult(_ action: Action, _ state: inout State) -> Effects {
    switch action {
    case .restored(let member): finishRestoring(member, nil, &state)
    case .restoreFailed(let failure): finishRestoring(nil, failure, &state)
    case .accountCreated: return enterNewAccount(&state)
    case .accountFailed(let failure): if state.form.progress == .creating { fail(.account(failure), &state) }
    case .loggedIn(let member): if state.form.isEntering { state = State(session: .signedIn(member)) }
    case .logInFailed(let failure): failLogIn(failure, &state)
    case .facebookRefused: if state.form.isEntering { fail(.facebook, &state) }
    case .tokenNotStored(let failure): if state.form.isEntering { fail(.tokenNotStored(failure), &state) }
    case .loggedOut: if state.isLoggingOut { state = State(session: .signedOut(.byUser)) }
    case .logOutFailed(let failure): return failLogOut(failure, &state)
    case .forgetFailed(let failure): if state.session.member == nil { state.storeFailure = failure }
    case .restore, .choose, .typed, .typedPassword, .submit, .askFacebook, .logInWithFacebook, .logOut, .sessionRefused,
      .retry:
      break
    }
    return .none
  }

  private func finishRestoring(_ member: Member?, _ failure: TokenStoreFailure?, _ state: inout State) {
    guard state.session == .restoring else { return }
    if let member {
      state = State(session: .signedIn(member))
    } else {
      state.session = .signedOut(nil)
      state.storeFailure = failure
    }
  }

  /// Records the failure of the form, and clears the password. Creating an account keeps it until then, because the
  /// log-in that follows needs it.
  private func fail(_ failure: MemberForm.Failure, _ state: inout State) {
    state.form.progress = nil
    state.form.password = Secret("")
    state.form.failure = failure
  }

  private func enterNewAccount(_ state: inout State) -> Effects {
    guard state.form.progress == .creating, case .valid(let email) = EmailValidation(of: state.form.email) else {
      return .none
    }
    state.form.progress = .enteringNewAccount
    return .run(.logIn(email: email.rawValue, password: state.form.password), id: ID.token, .queue)
  }

  private func failLogIn(_ failure: EventbeeFailure, _ state: inout State) {
    switch state.form.progress {
    case .entering: fail(.logIn(failure), &state)
    case .enteringNewAccount:
      fail(.logInToNewAccount(failure), &state)
      // The account exists now, so only the log-in remains.
      state.form.purpose = .logIn
    case .creating, nil: break
    }
  }

  private func failLogOut(_ failure: EventbeeFailure, _ state: inout State) -> Effects {
    guard state.isLoggingOut else { return .none }
    if failure == .sessionRefused { return reduce(into: &state, action: .sessionRefused) }
    state.isLoggingOut = false
    state.logOutFailure = failure
    return .none
  }
}

extension MemberForm {
  fileprivate var isEntering: Bool { progress == .entering || progress == .enteringNewAccount }
}
