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
  static let theEmail = Phrase("O e-mail", "The email address")
  static let thePassword = Phrase("A senha", "The password")
  static let passwordMissing = Phrase("Digite a senha.", "Enter the password.")
  static let nameMissing = Phrase("Digite o nome.", "Enter the name.")
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

  /// The labels of the fields that the server can refuse, and their names in a sentence.
  fileprivate static let refusedFields: [String: (label: Phrase, name: Phrase)] = [
    "name": (.name, theName), "about": (.about, theAbout), "description": (.about, theAbout),
    "email": (.email, theEmail),
    "password": (.password, thePassword), "datetime_start": (.startUTC, theStart), "datetime_end": (.endUTC, theEnd),
    "permission": (.permission, thePermission),
  ]

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
      switch (refusedFields[field]?.name, limit) {
      case (let name?, let limit?): tooLong(name, limit)
      case (let name?, nil): refused(name)
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

extension EventbeeFailure {
  /// The label of the field to which the failure belongs, if any.
  var field: Phrase? {
    switch self {
    case .repeatedEmail: .email
    case .refused(let field, _): Phrase.refusedFields[field]?.label
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
    case (.passwordMissing, _, _): .passwordMissing
    case (.nameMissing, _, _): .nameMissing
    case (.tooLong(.about), _, _): .tooLong(.theAbout, PublicUser.longestAbout)
    case (.tooLong, _, _): .tooLong(.theName, PublicUser.longestName)
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
