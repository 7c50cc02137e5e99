import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

/// The reasons why a request to Eventbee fails, in the order of the checks.
struct EventbeeProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ text: String, _ details: JSONObject = JSONObject()) {
    var body = JSONObject()
    body["result"] = .string(text)
    for (name, value) in details { body[name] = value }
    answer = .json(status, .object(body))
  }

  /// A field is missing or invalid. The original's body has only the text; this one also names the field, and the limit in
  /// bytes that its value exceeds.
  static func invalid(_ field: String, _ value: JSON? = nil, upTo limit: Int? = nil) -> Self {
    var details = JSONObject()
    details["field"] = .string(field)
    if let limit, let text = value?.string, text.utf8.count > limit { details["limit"] = .number(JSONNumber(limit)) }
    return Self(422, "Erro: Falha ao processar", details)
  }

  static let unknownPath = Self(404, "Erro: Não encontrado")
  static let wrongMethod = Self(405, "Erro: Método não permitido")
  /// The role doesn't permit the action, or the record belongs to another user.
  static let noPermission = Self(401, "Erro: Sem permissão para o acesso")
  /// The record doesn't exist.
  static let notFound = unknownPath
  /// Only participants of the event may do this.
  static let notEnrolled = Self(401, RefusalText.notEnrolled)
  /// Only the organizer of the event may do this.
  static let notOrganizer = Self(401, RefusalText.notOrganizer)
  /// The content type isn't JSON.
  static let otherType = Self(415, "Erro: Falha ao processar")
  /// The body isn't valid JSON.
  static let malformed = Self(400, "Erro: Falha ao processar")
  /// The body is JSON, but no object, or the record can't be changed as requested.
  static let invalid = Self(422, "Erro: Falha ao processar")
  /// Another user has this email.
  static let emailTaken = Self(422, RefusalText.emailInUse)
  /// No user has this email and password.
  static let wrongPassword = Self(401, RefusalText.wrongPassword)
  /// Too many wrong passwords for this email, or invalid Facebook tokens, were tried.
  static let tooManyGuesses = Self(429, "Erro: Muitas tentativas")
  /// The Facebook token is unknown.
  static let wrongFacebookToken = Self(401, RefusalText.wrongFacebookToken)
  /// The token that the shell provided is already in use.
  static let usedToken = Self(500, "Erro: Falha ao processar")
}
