import Colmeia

/// The session at Eventbee (E7, E10–E13, E18): accounts, log-in by e-mail and by Facebook, restore, log-out.
public struct Members: Reducer {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// Whether somebody is signed in.
    public var session = Membership.signedOut(nil)
    /// The form, which is there while nobody is.
    public var form = MemberForm()
    /// Whether the log-out is under way.
    public var isLoggingOut = false
    /// Why the last log-out failed; the session goes on (E12).
    public var logOutFailure: EventbeeFailure?
    /// What the token store could not do at the start or the end.
    public var storeFailure: TokenStoreFailure?
  }

  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// The app starts: is somebody still signed in?
    case restore
    /// Show the form for this.
    case choose(MemberForm.Purpose)
    /// A field changed; its whole new text.
    case typed(MemberForm.Field, String)
    /// The password changed; the whole of it.
    case typedPassword(Secret)
    /// The button was pressed; nothing happens unless the form can be submitted.
    case submit
    /// Log in with Facebook, which asks the user.
    case askFacebook
    /// Log in with a token that Facebook has given.
    case logInWithFacebook(Secret)
    /// Log out; the session ends when the server has agreed (E12).
    case logOut
    /// The server no longer accepts the token.
    case sessionRefused

    /// Answer to ``Effect/restore``: who is signed in, if anybody.
    case restored(Member?)
    /// Answer to ``Effect/restore``.
    case restoreFailed(TokenStoreFailure)
    /// Answer to ``Effect/createAccount(_:)``.
    case accountCreated
    /// Answer to ``Effect/createAccount(_:)``.
    case accountFailed(EventbeeFailure)
    /// Answer to a log-in; the token is stored.
    case loggedIn(Member)
    /// Answer to a log-in.
    case logInFailed(EventbeeFailure)
    /// Answer to ``Effect/askFacebook``: the user gave up, or there is no Facebook on the device.
    case facebookRefused
    /// Answer to a log-in: the server agreed, but the token could not be stored.
    case tokenNotStored(TokenStoreFailure)
    /// Answer to ``Effect/logOut``: the server has agreed.
    case loggedOut
    /// Answer to ``Effect/logOut``.
    case logOutFailed(EventbeeFailure)
    /// Answer to ``Effect/forget``; that it went well needs no answer.
    case forgetFailed(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, choose, typed, typedPassword, submit, askFacebook, logInWithFacebook, logOut, sessionRefused,
        restored, restoreFailed, accountCreated, accountFailed, loggedIn, logInFailed, facebookRefused,
        tokenNotStored, loggedOut, logOutFailed, forgetFailed
    }
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// Look into the token store: who is signed in?
    case restore
    /// `POST users`.
    case createAccount(NewAccount)
    /// `POST users/login`; the token goes to the token store.
    case logIn(email: String, password: Secret)
    /// Have Facebook log the user in, and then the same with its token.
    case askFacebook
    /// `POST users/login_facebook`; the token goes to the token store.
    case logInWithFacebook(Secret)
    /// `GET users/logoff`; the token is forgotten if the server agrees, and Facebook's with it.
    case logOut
    /// Forget the token, which the server no longer accepts.
    case forget

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, createAccount, logIn, askFacebook, logInWithFacebook, logOut, forget
    }
  }

  /// What an account is made of.
  public struct NewAccount: Sendable, Equatable, Codable {
    /// The texts.
    public var name: String, email: String, about: String
    /// The password, which is in no log and no recording.
    public var password: Secret
  }

  enum ID: String {
    /// Everything that touches the stored token, one after the other.
    case token
    /// The account that is being made.
    case account
  }

  /// Creates the reducer of members.
  public init() {}

  /// Changes the state as the action demands.
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
    default: return hear(action, &state)
    }
    return .none
  }

  private func onToken(_ effect: Effect) -> Effects { .run(effect, id: ID.token, .queue) }

  private func edit(_ action: Action, _ form: inout MemberForm) {
    guard form.progress == nil else { return }
    form.failure = nil
    switch action {
    case .choose(let purpose): form.purpose = purpose
    case .typed(let field, let text): form.type(text, into: field)
    case .typedPassword(let password): form.password = password
    default: break
    }
  }

  private func submit(_ state: inout State) -> Effects {
    let form = state.form
    guard state.session.member == nil, form.canSubmit, case .valid(let email) = EmailValidation(of: form.email) else {
      return .none
    }
    if state.session == .restoring { state.session = .signedOut(nil) }
    if form.purpose == .logIn { return logIn(.logIn(email: email.rawValue, password: form.password), &state) }
    state.form.progress = .creating
    state.form.failure = nil
    let account = NewAccount(name: form.name, email: email.rawValue, about: form.about, password: form.password)
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
    state = State(session: .signedOut(.expired))
    return onToken(.forget)
  }
}
