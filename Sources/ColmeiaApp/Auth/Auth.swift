import Colmeia

/// Signing up, which signs in; coming back at the next start; signing out (D12, D16–D19, D22, D27).
///
/// Restoring, signing up and forgetting all touch the one stored token, so they queue under one id: a
/// sign-out's `forget` that is still writing cannot remove the token of the sign-up that follows it. A
/// cancelled sign-up is followed by a `forget`, because its token may have been stored already.
public struct Auth: Reducer {
  /// Creates the reducer of the session.
  public init() {}

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .restore: return restore(&state)
    case .typed(let text): return type(text, &state)
    case .submit: return submit(&state)
    case .cancelSignUp: return cancelSignUp(&state)
    case .signOut: return signOut(&state)
    case .sessionExpired: return expire(&state)
    case .retry: return retry(&state)
    case .restored(let account): return restored(account, &state)
    case .restoreFailed(let failure): return restoreFailed(failure, &state)
    case .signedUp(let account): return signedUp(account, &state)
    case .signUpFailed(let failure): return signUpFailed(failure, &state)
    case .forgetFailed(let failure): return forgetFailed(failure, &state)
    }
  }

  private func onToken(_ effect: Effect) -> Effects { .run(effect, id: ID.token, .queue) }
}

extension Auth {
  private func restore(_ state: inout State) -> Effects {
    // A token that could not be removed must not sign in again.
    guard state.session == .signedOut(nil), !state.form.isInProgress, !state.hasUnforgottenToken else {
      return .none
    }
    state.session = .restoring
    state.storeFailure = nil
    return onToken(.restore)
  }

  private func restored(_ account: Account?, _ state: inout State) -> Effects {
    // Not restoring any more: the user has signed up, or out, meanwhile.
    guard state.session == .restoring else { return .none }
    if let account {
      state = State(session: .signedIn(account))
    } else {
      state.session = .signedOut(nil)
    }
    return .none
  }

  private func restoreFailed(_ failure: TokenStoreFailure, _ state: inout State) -> Effects {
    guard state.session == .restoring else { return .none }
    state.session = .signedOut(nil)
    state.storeFailure = .couldNotRestore(failure)
    return .none
  }

  private func retry(_ state: inout State) -> Effects {
    // A `forget` behind a sign-up would remove the new token.
    guard !state.form.isInProgress, let failure = state.storeFailure else { return .none }
    switch failure {
    case .couldNotRestore: return restore(&state)
    case .couldNotForget:
      state.storeFailure = nil
      return onToken(.forget)
    }
  }
}

extension Auth {
  private func type(_ text: String, _ state: inout State) -> Effects {
    guard state.session.account == nil else { return .none }
    state.form.typed = text
    state.form.failure = nil
    return .none
  }

  private func submit(_ state: inout State) -> Effects {
    let form = state.form
    guard state.session.account == nil, !form.isInProgress, case .valid(let email) = form.validation else {
      return .none
    }
    if state.session == .restoring { state.session = .signedOut(nil) }
    if !state.hasUnforgottenToken { state.storeFailure = nil }
    state.form.isInProgress = true
    state.form.failure = nil
    return onToken(.signUp(email))
  }

  private func signedUp(_ account: Account, _ state: inout State) -> Effects {
    guard state.form.isInProgress else { return .none }
    state = State(session: .signedIn(account))
    return .none
  }

  private func signUpFailed(_ failure: SignUpFailure, _ state: inout State) -> Effects {
    guard state.form.isInProgress else { return .none }
    state.form.isInProgress = false
    state.form.failure = failure
    return .none
  }

  private func cancelSignUp(_ state: inout State) -> Effects {
    guard state.form.isInProgress else { return .none }
    state.form.isInProgress = false
    return [.cancel(ID.token), onToken(.forget)]
  }
}

extension Auth {
  private func signOut(_ state: inout State) -> Effects {
    if case .signedOut = state.session { return cancelSignUp(&state) }
    state = State(session: .signedOut(.byUser))
    return [.cancel(ID.token), onToken(.forget)]
  }

  private func expire(_ state: inout State) -> Effects {
    guard state.session.account != nil else { return .none }
    state = State(session: .signedOut(.expired))
    return onToken(.forget)
  }

  private func forgetFailed(_ failure: TokenStoreFailure, _ state: inout State) -> Effects {
    guard state.session.account == nil else { return .none }
    if state.session == .restoring { state.session = .signedOut(nil) }
    state.storeFailure = .couldNotForget(failure)
    return .none
  }
}
