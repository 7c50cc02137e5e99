import Colmeia

/// The session: sign-up, which also signs in, restoring at the next start, and sign-out (D12, D16–D19, D22, D27).
///
/// Restoring, signing up and forgetting all access the one stored token, so they're queued under one ID. A `forget`
/// that is still in progress after a sign-out therefore can't remove the token of the next sign-up. A cancelled sign-up
/// is followed by a `forget`, because its token may already be stored.
public struct Auth: Reducer {
  /// Creates the reducer of the session.
  public init() {}

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .restore: return restore(&state)
    case .typed(let text):
      if state.session.account == nil { (state.form.typed, state.form.failure) = (text, nil) }
    case .submit: return submit(&state)
    case .cancelSignUp: return cancelSignUp(&state)
    case .signOut: return signOut(&state)
    case .sessionExpired: return expire(&state)
    case .retry: return retry(&state)
    // If the session is no longer being restored, the user has signed up or out in the meantime.
    case .restored(let account):
      guard state.session == .restoring else { return .none }
      state.session = .signedOut(nil)
      if let account { state = State(session: .signedIn(account)) }
    case .restoreFailed(let failure):
      guard state.session == .restoring else { return .none }
      (state.session, state.storeFailure) = (.signedOut(nil), .couldNotRestore(failure))
    case .signedUp(let account): if state.form.isInProgress { state = State(session: .signedIn(account)) }
    case .signUpFailed(let failure):
      if state.form.isInProgress { (state.form.isInProgress, state.form.failure) = (false, failure) }
    case .forgetFailed(let failure):
      guard state.session.account == nil else { return .none }
      if state.session == .restoring { state.session = .signedOut(nil) }
      state.storeFailure = .couldNotForget(failure)
    }
    return .none
  }

  private func onToken(_ effect: Effect) -> Effects { .run(effect, id: ID.token, .queue) }
}

extension Auth {
  private func restore(_ state: inout State) -> Effects {
    // A token that couldn't be removed must not sign the user in again.
    guard state.session == .signedOut(nil), !state.form.isInProgress, !state.hasUnforgottenToken else {
      return .none
    }
    state.session = .restoring
    state.storeFailure = nil
    return onToken(.restore)
  }

  private func retry(_ state: inout State) -> Effects {
    // A `forget` queued behind a sign-up would remove the new token.
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
  private func submit(_ state: inout State) -> Effects {
    guard state.session.account == nil, !state.form.isInProgress else { return .none }
    let validation = state.form.validation
    guard case .valid(let email) = validation else {
      if validation == .invalid { state.form.failure = .emailInvalid }
      return .none
    }
    if state.session == .restoring { state.session = .signedOut(nil) }
    if !state.hasUnforgottenToken { state.storeFailure = nil }
    state.form.isInProgress = true
    state.form.failure = nil
    return onToken(.signUp(email))
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
}
