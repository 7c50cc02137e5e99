// Phrases about sessions and their tokens.
extension Phrase {
  /// The message for text that is not an email address.
  static let emailInvalid = Phrase("Digite um e-mail válido.", "Enter a valid email address.")
  /// The message for an email address that the server rejected.
  static let emailRefused = Phrase(
    "O servidor não aceitou este e-mail. Confira e tente de novo.",
    "The server did not accept this email address. Check it and try again.")
  /// The message for a session that ended because the server no longer accepts the token.
  static let sessionExpired = Phrase(
    "Sua sessão expirou. Entre de novo.", "Your session has expired. Sign in again.")

  /// Returns the message for a token that couldn't be stored.
  static func couldNotStore(_ failure: TokenStoreFailure) -> Phrase {
    Phrase("Não foi possível salvar sua sessão: %.", "Your session could not be stored: %.").with(reason(failure))
  }

  /// Returns the message for a token that couldn't be read at start.
  static func couldNotRestore(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Não foi possível recuperar sua sessão: %. Entre de novo.",
      "Your session could not be restored: %. Sign in again."
    ).with(reason(failure))
  }

  /// Returns the message for a token that couldn't be removed.
  static func couldNotForget(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Sua sessão continua salva neste aparelho: %. Tente de novo.",
      "Your session is still stored on this device: %. Try again."
    ).with(reason(failure))
  }
}

extension SignUpForm {
  /// The message below the field of the sign-up screen.
  public var message: Phrase? {
    switch failure {
    case .emailInvalid: .emailInvalid
    case .emailRefused: .emailRefused
    case .request(let failure): .requestFailed(failure)
    case .tokenNotStored(let failure): .couldNotStore(failure)
    case nil: nil
    }
  }
}

extension Auth.State {
  /// The message about the session, independent of the form. Failures of the token store take precedence.
  public var message: Phrase? {
    switch (storeFailure, session) {
    case (.couldNotRestore(let failure), _): .couldNotRestore(failure)
    case (.couldNotForget(let failure), _): .couldNotForget(failure)
    case (nil, .signedOut(.expired)): .sessionExpired
    case (nil, .restoring), (nil, .signedOut), (nil, .signedIn): nil
    }
  }
}
