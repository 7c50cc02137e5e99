// Sessions and their tokens.
extension Phrase {
  /// What was typed is not an e-mail address.
  public static let emailInvalid = Phrase("Digite um e-mail válido.", "Enter a valid e-mail address.")
  /// The server did not accept the e-mail address.
  public static let emailRefused = Phrase(
    "O servidor não aceitou este e-mail. Confira e tente de novo.",
    "The server did not accept this e-mail address. Check it and try again.")
  /// The session ended because the server no longer accepts the token.
  public static let sessionExpired = Phrase(
    "Sua sessão expirou. Entre de novo.", "Your session has expired. Sign in again.")

  /// The token could not be stored.
  public static func couldNotStore(_ failure: TokenStoreFailure) -> Phrase {
    Phrase("Não foi possível guardar sua sessão: %.", "Your session could not be stored: %.").with(reason(failure))
  }

  /// The token could not be read at start.
  public static func couldNotRestore(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Não foi possível recuperar sua sessão: %. Entre de novo.",
      "Your session could not be restored: %. Sign in again."
    ).with(reason(failure))
  }

  /// The token could not be removed.
  public static func couldNotForget(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Sua sessão continua guardada neste aparelho: %. Tente de novo.",
      "Your session is still stored on this device: %. Try again."
    ).with(reason(failure))
  }
}

extension SignUpForm {
  /// What the sign-up screen says below the field. That it is blank needs no words: the button is off.
  public var message: Phrase? {
    switch failure {
    case .emailRefused: .emailRefused
    case .request(let failure): .requestFailed(failure)
    case .tokenNotStored(let failure): .couldNotStore(failure)
    case nil: validation == .invalid ? .emailInvalid : nil
    }
  }
}

extension Auth.State {
  /// What is said about the session, whatever the form says: trouble with the token store first.
  public var message: Phrase? {
    switch (storeFailure, session) {
    case (.couldNotRestore(let failure), _): .couldNotRestore(failure)
    case (.couldNotForget(let failure), _): .couldNotForget(failure)
    case (nil, .signedOut(.expired)): .sessionExpired
    case (nil, .restoring), (nil, .signedOut), (nil, .signedIn): nil
    }
  }
}
