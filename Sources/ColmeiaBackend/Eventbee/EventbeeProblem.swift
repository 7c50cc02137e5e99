import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to Eventbee fails, in the order in which it is found out.
enum EventbeeProblem: Error, Equatable {
  /// There is no such path.
  case unknownPath
  /// The path is known, but not with this method; with these.
  case wrongMethod([HTTPMethod])
  /// The role may not do this, or the record is another user's.
  case noPermission
  /// There is no such record.
  case notFound
  /// Only who is enrolled in the event may do this.
  case notEnrolled
  /// Only the event's organizer may do this.
  case notOrganizer
  /// The body is not said to be JSON.
  case otherType
  /// The body is not JSON.
  case malformed
  /// The body is JSON, but a field is missing or wrong, or the record cannot become so.
  case invalid
  /// The e-mail is another user's.
  case emailTaken
  /// Nobody has this e-mail and password.
  case wrongPassword
  /// Too many wrong passwords were given for this e-mail, or wrong tokens for Facebook; after so many seconds there may be
  /// another try.
  case tooManyGuesses(Int)
  /// Facebook does not know this token.
  case wrongFacebookToken
  /// The shell gave a token that somebody has already.
  case usedToken

  /// Status and text.
  var answer: HTTPResponse {
    switch self {
    case .unknownPath, .notFound: Self.answer(404, "Não encontrado")
    case .wrongMethod(let methods): Self.answer(405, "Método não permitido").allowing(methods)
    case .noPermission: Self.answer(401, "Sem permissão para o acesso")
    case .notEnrolled: Self.answer(401, "Usuário não está inscrito nesse evento")
    case .notOrganizer: Self.answer(401, "Usuário não tem permissão para fazer isso nesse evento")
    case .otherType: Self.answer(415, "Falha ao processar")
    case .malformed: Self.answer(400, "Falha ao processar")
    case .invalid: Self.answer(422, "Falha ao processar")
    case .emailTaken: Self.answer(422, "E-mail já em uso")
    case .wrongPassword: Self.answer(401, "E-mail ou senha inválidos")
    case .tooManyGuesses(let seconds): Self.answer(429, "Muitas tentativas").retrying(after: seconds)
    case .wrongFacebookToken: Self.answer(401, "Token do Facebook inválido")
    case .usedToken: Self.answer(500, "Falha ao processar")
    }
  }

  private static func answer(_ status: Int, _ text: String) -> HTTPResponse {
    .json(status, ["result": .string("Erro: " + text)])
  }
}
