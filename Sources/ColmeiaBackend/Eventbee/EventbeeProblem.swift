import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to Eventbee fails, in the order in which it is found out.
struct EventbeeProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ text: String) {
    answer = .json(status, ["result": .string("Erro: " + text)])
  }

  static let unknownPath = Self(404, "Não encontrado")
  static let wrongMethod = Self(405, "Método não permitido")
  /// The role may not do this, or the record is another user's.
  static let noPermission = Self(401, "Sem permissão para o acesso")
  /// There is no such record.
  static let notFound = unknownPath
  /// Only who is enrolled in the event may do this.
  static let notEnrolled = Self(401, "Usuário não está inscrito nesse evento")
  /// Only the event's organizer may do this.
  static let notOrganizer = Self(401, "Usuário não tem permissão para fazer isso nesse evento")
  /// The body is not said to be JSON.
  static let otherType = Self(415, "Falha ao processar")
  /// The body is not JSON.
  static let malformed = Self(400, "Falha ao processar")
  /// The body is JSON, but a field is missing or wrong, or the record cannot become so.
  static let invalid = Self(422, "Falha ao processar")
  /// The e-mail is another user's.
  static let emailTaken = Self(422, "E-mail já em uso")
  /// Nobody has this e-mail and password.
  static let wrongPassword = Self(401, "E-mail ou senha inválidos")
  /// Too many wrong passwords were given for this e-mail, or wrong tokens for Facebook.
  static let tooManyGuesses = Self(429, "Muitas tentativas")
  /// Facebook does not know this token.
  static let wrongFacebookToken = Self(401, "Token do Facebook inválido")
  /// The shell gave a token that somebody has already.
  static let usedToken = Self(500, "Falha ao processar")
}
