// What Eventbee's failures say. The Portuguese of E18 and E19 is the original's, its spelling included.
extension Phrase {
  static func portugueseAccount(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .repeatedEmail: "E-mail já em uso!"
    case .notProcessed: "Falha ao tentar criar o usuário!"
    case .request(let failure): portugueseUnknown(failure)
    case .sessionRefused, .notPermitted, .notEnrolled, .wrongCredentials, .tooManyAttempts, .notFound:
      "Erro desconhecido"
    }
  }

  static func englishAccount(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .repeatedEmail: "This e-mail address is in use already."
    case .notProcessed: "The account could not be made. Check what you have typed."
    case .request(let failure): englishUnknown(failure)
    case .sessionRefused, .notPermitted, .notEnrolled, .wrongCredentials, .tooManyAttempts, .notFound: "Unknown error"
    }
  }

  static func portugueseAdding(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .notPermitted: "Você não tem permissão para adicionar participantes ao evento!"
    case .notProcessed: "Erro enquanto tentava adicionar o participante"
    case .request(let failure): portugueseUnknown(failure)
    case .sessionRefused, .notEnrolled, .repeatedEmail, .wrongCredentials, .tooManyAttempts, .notFound:
      "Erro desconhecido"
    }
  }

  static func englishAdding(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .notPermitted: "You may not add participants to this event."
    case .notProcessed: "The participant could not be added."
    case .request(let failure): englishUnknown(failure)
    case .sessionRefused, .notEnrolled, .repeatedEmail, .wrongCredentials, .tooManyAttempts, .notFound: "Unknown error"
    }
  }

  /// A status that means nothing here is the unknown error; that there was no answer is known.
  private static func portugueseUnknown(_ failure: RequestFailure) -> String {
    if case .status = failure { "Erro desconhecido" } else { Phrase.requestFailed(failure).portuguese }
  }

  private static func englishUnknown(_ failure: RequestFailure) -> String {
    if case .status = failure { "Unknown error" } else { Phrase.requestFailed(failure).english }
  }

  static func portuguese(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .sessionRefused: Phrase.sessionExpired.portuguese
    case .notPermitted: "Só quem organiza o evento pode fazer isso."
    case .notEnrolled: "Você não está inscrito neste evento."
    case .tooManyAttempts: "Muitas tentativas. Espere um minuto e tente de novo."
    case .wrongCredentials: "E-mail ou senha inválidos."
    case .repeatedEmail: "E-mail já em uso!"
    case .notProcessed: "O servidor não aceitou esses dados. Confira e tente de novo."
    case .notFound: "Não encontrado."
    case .request(let failure): Phrase.requestFailed(failure).portuguese
    }
  }

  static func english(_ failure: EventbeeFailure) -> String {
    switch failure {
    case .sessionRefused: Phrase.sessionExpired.english
    case .notPermitted: "Only the organizer of the event may do that."
    case .notEnrolled: "You are not enrolled in this event."
    case .tooManyAttempts: "Too many attempts. Wait a minute and try again."
    case .wrongCredentials: "E-mail or password are wrong."
    case .repeatedEmail: "This e-mail address is in use already."
    case .notProcessed: "The server did not accept this. Check it and try again."
    case .notFound: "Not found."
    case .request(let failure): Phrase.requestFailed(failure).english
    }
  }
}
