// Phrases about accounts and failures at Eventbee. They need no documentation, because their texts are in their
// declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let password = Phrase("Senha", "Password")
  public static let logIn = Phrase("Entrar na Eventbee", "Log in to Eventbee")
  public static let logInWithFacebook = Phrase("Entrar com o Facebook", "Log in with Facebook")
  static let facebookRefused = Phrase(
    "Não foi possível entrar com o Facebook.", "Could not log in with Facebook.")
  public static let logOut = Phrase("Sair da Eventbee", "Log out of Eventbee")
  public static let createAccount = Phrase("Criar conta", "Create account")
  static let newAccountLogInFailed = Phrase(
    "Foi possível criar a conta, mas houve alguma falha ao tentar efetuar o loguin",
    "The account was created, but the log-in failed.")
  static let wrongCredentials = Phrase("E-mail ou senha inválidos.", "The email address or password is wrong.")
  static let tooManyAttempts = Phrase(
    "Muitas tentativas. Espere um minuto e tente de novo.", "Too many attempts. Wait a minute and try again.")
  static let repeatedEmail = Phrase("E-mail já em uso!", "This email address is already in use.")

  /// The title of the messages about a new account. The Portuguese text is the original's (E18).
  static let accountFailedTitle = Phrase("Erro!", "Error!")

  /// Returns the message for an account that couldn't be created. The Portuguese text is the original's (E18),
  /// including its spelling.
  static func accountFailed(_ failure: EventbeeFailure) -> Phrase {
    switch failure {
    case .repeatedEmail: repeatedEmail
    case .notProcessed:
      Phrase("Falha ao tentar criar o usuário!", "The account could not be created. Check your entries.")
    case .refused: eventbeeFailed(failure)
    case .request, .sessionRefused, .notPermitted, .notEnrolled, .wrongCredentials, .tooManyAttempts, .notFound:
      unknown(failure)
    }
  }

  /// Returns the message for a failure without a specific text. Only a missing response has a specific message.
  static func unknown(_ failure: EventbeeFailure) -> Phrase {
    switch failure {
    case .request(let failure) where !failure.isStatus: requestFailed(failure)
    case .request, .sessionRefused, .notPermitted, .notEnrolled, .repeatedEmail, .wrongCredentials, .tooManyAttempts,
      .notProcessed, .refused, .notFound:
      Phrase("Erro desconhecido", "Unknown error")
    }
  }

  /// Returns the message for any other failed request to Eventbee.
  public static func eventbeeFailed(_ failure: EventbeeFailure) -> Phrase {
    switch failure {
    case .sessionRefused: sessionExpired
    case .notPermitted:
      Phrase("Só quem organiza o evento pode fazer isso.", "Only the event's organizer can do this.")
    case .notEnrolled: Phrase("Você não tem inscrição neste evento.", "You are not enrolled in this event.")
    case .tooManyAttempts: tooManyAttempts
    case .wrongCredentials: wrongCredentials
    case .repeatedEmail: repeatedEmail
    case .refused(let field, let limit):
      switch (FieldTitle(refused: field), limit) {
      case (let title?, let limit?): tooLong(title, limit)
      case (let title?, nil): refused(title)
      case (nil, _): eventbeeFailed(.notProcessed)
      }
    case .notProcessed:
      Phrase(
        "O servidor não aceitou esses dados. Confira e tente de novo.",
        "The server did not accept these details. Check them and try again.")
    case .notFound: Phrase("Não encontrado.", "Not found.")
    case .request(let failure): requestFailed(failure)
    }
  }
}

extension FieldTitle {
  static let name = FieldTitle(.name, Phrase("O nome", "The name"))
  static let about = FieldTitle(.about, Phrase("O texto sobre", "The text about"))
  static let email = FieldTitle(.email, Phrase("O e-mail", "The email address"))
  static let password = FieldTitle(.password, Phrase("A senha", "The password"))

  /// Creates the title of a field that the server has refused, or `nil` if the app doesn't know its name in requests.
  fileprivate init?(refused name: String) {
    let others = ["about": Self.about, "email": .email, "password": .password, "permission": .permission]
    guard let title = EventForm.Field.allCases.first(where: { $0.sent?.name == name })?.title ?? others[name] else {
      return nil
    }
    self = title
  }
}

extension EventbeeFailure {
  /// The label of the field to which the failure belongs, if any.
  var field: Phrase? {
    switch self {
    case .repeatedEmail: .email
    case .refused(let field, _): FieldTitle(refused: field)?.label
    case .sessionRefused, .notEnrolled, .notPermitted, .wrongCredentials, .tooManyAttempts, .notProcessed, .notFound,
      .request:
      nil
    }
  }
}

extension Members.State {
  /// The message about the session. The failure of the form takes precedence.
  public var message: Phrase? {
    switch (form.failure, session, storeFailure) {
    case (.emailInvalid, _, _): .emailInvalid
    case (.passwordMissing, _, _): .missing(.password)
    case (.nameMissing, _, _): .missing(.name)
    case (.tooLong(let field), _, _): .tooLong(field.title, field.limit)
    case (.account(let failure), _, _): .accountFailed(failure)
    case (.logInToNewAccount, _, _): .newAccountLogInFailed
    case (.logIn(let failure), _, _): .eventbeeFailed(failure)
    case (.facebook, _, _): .facebookRefused
    case (.tokenNotStored(let failure), _, _): .couldNotStore(failure)
    case (nil, .signedOut(.expired), nil): .sessionExpired
    case (nil, .signedOut(nil), let failure?): .couldNotRestore(failure)
    case (nil, _, let failure?): .couldNotForget(failure)
    case (nil, _, nil): nil
    }
  }

  /// The title of ``message``, or `nil` if it has none.
  var messageTitle: Phrase? {
    switch form.failure {
    case .account, .logInToNewAccount: .accountFailedTitle
    case .emailInvalid, .passwordMissing, .nameMissing, .tooLong, .logIn, .facebook, .tokenNotStored, nil: nil
    }
  }
}
