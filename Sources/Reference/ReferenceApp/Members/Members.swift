import Colmeia
import ColmeiaSecrets

/// The session at Eventbee (E7, E10–E13, E18): creating accounts, logging in with a password or with Facebook,
/// restoring the session, and logging out.
public struct Members: Reducer {
  /// The state of the session at Eventbee.
  public struct State: Sendable, Equatable, Codable {
    /// The session.
    public var session = Membership.signedOut(nil)
    /// The form, which is in use while no member is signed in.
    public var form = MemberForm()
    /// Whether a log-out is in progress.
    public var isLoggingOut = false
    /// Why the last log-out failed. The session continues (E12).
    public var logOutFailure: EventbeeFailure?
    /// The failure of the token store when restoring or removing the token.
    public var storeFailure: TokenStoreFailure?
  }

  /// The actions of the session at Eventbee.
  public enum Action: Sendable, Equatable, Codable {
    /// Restores the session when the app starts.
    case restore
    /// Changes the purpose of the form.
    case choose(MemberForm.Purpose)
    /// The text of a field changed; the payload is the whole new text.
    case typed(MemberForm.Field, String)
    /// The password changed; the payload is the whole new text.
    case typedPassword(Secret)
    /// The user pressed the submit button. Ignored unless the form can be submitted.
    case submit
    /// Logs in with Facebook, which asks the user.
    case askFacebook
    /// Logs in with an access token from Facebook.
    case logInWithFacebook(Secret)
    /// Logs out. The session ends once the server has confirmed it (E12).
    case logOut
    /// The server no longer accepts the token.
    case sessionRefused
    /// Reads or removes the stored token again after this failed.
    case retry

    /// The result of ``Effect/restore``: the member who is signed in, or `nil` if there is none.
    case restored(Member?)
    /// The failure of ``Effect/restore``.
    case restoreFailed(TokenStoreFailure)
    /// The result of ``Effect/createAccount(_:)``.
    case accountCreated
    /// The failure of ``Effect/createAccount(_:)``.
    case accountFailed(EventbeeFailure)
    /// The result of a log-in. The token is stored.
    case loggedIn(Member)
    /// The failure of a log-in.
    case logInFailed(EventbeeFailure)
    /// The failure of ``Effect/askFacebook``: the user cancelled, or Facebook is unavailable on the device.
    case facebookRefused
    /// The failure of a log-in that the server accepted, but whose token couldn't be stored.
    case tokenNotStored(TokenStoreFailure)
    /// The result of ``Effect/logOut``: the server has confirmed it.
    case loggedOut
    /// The failure of ``Effect/logOut``.
    case logOutFailed(EventbeeFailure)
    /// The failure of ``Effect/forget``, which sends no action if it succeeds.
    case forgetFailed(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, choose, typed, typedPassword, submit, askFacebook, logInWithFacebook, logOut, sessionRefused,
        retry, restored, restoreFailed, accountCreated, accountFailed, loggedIn, logInFailed, facebookRefused,
        tokenNotStored, loggedOut, logOutFailed, forgetFailed
    }
  }

  /// The effects of the session at Eventbee.
  public enum Effect: Sendable, Equatable, Codable {
    /// Reads the member who is signed in from the token store, and requests the member's data.
    case restore
    /// `POST users`.
    case createAccount(NewAccount)
    /// `POST users/login`, then stores the token.
    case logIn(email: String, password: Secret)
    /// Asks the user to log in to Facebook, then continues as ``Effect/logInWithFacebook(_:)`` with the access token.
    case askFacebook
    /// `POST users/login_facebook`, then stores the token.
    case logInWithFacebook(Secret)
    /// `GET users/logoff`. If the server confirms it, removes the token and the one from Facebook.
    case logOut
    /// Removes the token, which the server no longer accepts.
    case forget

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, createAccount, logIn, askFacebook, logInWithFacebook, logOut, forget
    }
  }

  /// The data of an account to create.
  public struct NewAccount: Sendable, Equatable, Codable {
    /// The name, the email address and the self-description.
    public var name: String, email: String, about: String
    /// The password, which never appears in logs or recordings.
    public var password: Secret
  }

  enum ID: String {
    /// The ID of all effects that access the stored token, which run one after another.
    case token
    /// The ID of the request that creates an account.
    case account
  }

  /// Creates the reducer.
  public init() {}

  /// Updates the state in response to an action.
  public func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .restore:
      guard state.session.member == nil, state.form.progress == nil else { return .none }
      state.session = .restoring
      return onToken(.restore)
    case .choose, .typed, .typedPassword: if state.session.member == nil { edit(action, &state.form) }
    case .submit: return submit(&state)
    case .askFacebook: return logIn(.askFacebook, &state)
    case .logInWithFacebook(let token): return logIn(.logInWithFacebook(token), &state)
    case .logOut: return logOut(&state)
    case .sessionRefused: return expire(&state)
    case .retry: return retry(&state)
    default: return reduceResult(action, &state)
    }
    return .none
  }

  private func retry(_ state: inout State) -> Effects {
    // A `forget` queued behind a log-in would remove the new token.
    guard state.session.member == nil, state.form.progress == nil, state.storeFailure != nil else { return .none }
    state.storeFailure = nil
    return state.session == .signedOut(nil) ? reduce(into: &state, action: .restore) : onToken(.forget)
  }

  private func onToken(_ effect: Effect) -> Effects { .run(effect, id: ID.token, .queue) }

  /// What is typed during a request isn't in it, and is still there if it fails.
  private func edit(_ action: Action, _ form: inout MemberForm) {
    form.failure = nil
    switch action {
    case .choose(let purpose): if form.progress == nil { form.purpose = purpose }
    case .typed(let field, let text): form.type(text, into: field)
    case .typedPassword(let password): form.password = password
    default: break
    }
  }

  private func submit(_ state: inout State) -> Effects {
    let form = state.form
    guard state.session.member == nil, form.progress == nil else { return .none }
    guard form.canSubmit, case .valid(let email) = EmailValidation(of: form.email) else {
      state.form.failure = form.mistake
      return .none
    }
    if state.session == .restoring { state.session = .signedOut(nil) }
    if form.purpose == .logIn { return logIn(.logIn(email: email.rawValue, password: form.password), &state) }
    state.form.progress = .creating
    state.form.failure = nil
    let account = NewAccount(
      name: form.name.trimmed, email: email.rawValue, about: form.about, password: form.password)
    return .run(.createAccount(account), id: ID.account, .replace)
  }

  private func logIn(_ effect: Effect, _ state: inout State) -> Effects {
    guard state.session.member == nil, state.form.progress == nil else { return .none }
    if state.session == .restoring { state.session = .signedOut(nil) }
    state.form.progress = .entering
    state.form.failure = nil
    return onToken(effect)
  }

  private func logOut(_ state: inout State) -> Effects {
    guard state.session.member != nil, !state.isLoggingOut else { return .none }
    state.isLoggingOut = true
    state.logOutFailure = nil
    return onToken(.logOut)
  }

  private func expire(_ state: inout State) -> Effects {
    guard state.session.member != nil else { return .none }
    // Requests in flight may notice the end of the session before the log-out is confirmed.
    state = State(session: .signedOut(state.isLoggingOut ? .byUser : .expired))
    return onToken(.forget)
  }
}
