import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

/// The reasons why a request for albums fails.
struct AlbumProblem: RouteProblem {
  var answer: HTTPResponse

  /// Creates an error response as devise_token_auth does, with the text also where the original's client looks for it.
  private init(_ status: Int, _ text: String) {
    answer = .json(status, ["success": false, "errors": [.string(text)], "error": .string(text)])
  }

  /// The path, user or photo doesn't exist.
  static let notFound = Self(404, "Não encontrado.")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Método não permitido.")
  /// The email or the password is wrong.
  static let wrongPassword = Self(401, "E-mail ou senha inválidos.")
  /// The request has no valid session.
  static let unauthorized = Self(401, "Entre antes de continuar.")
  /// The body isn't valid JSON.
  static let malformed = Self(400, "O corpo não é JSON.")
  /// The body isn't of the required type.
  static let otherType = Self(415, "O tipo do corpo não é aceito.")
  /// The uploaded file is neither JPEG nor PNG.
  static let noImage = Self(422, "A foto precisa ser JPEG ou PNG.")
  /// The picture has too many bytes.
  static let tooLarge = Self(422, "A foto tem mais de \(AlbumPhoto.largest >> 20) MB.")
  /// The album has the maximum number of photos.
  static let full = Self(422, "O álbum está cheio.")
  /// The request has no valid host, so the photos' addresses can't be formed.
  static let invalidHost = Self(400, "O endereço não é válido.")

  /// Too many attempts failed. The next one is allowed in `wait` seconds.
  static func tooManyGuesses(wait: Int) -> Self {
    Self(429, "Muitas tentativas. Tente de novo em \(wait) segundos.").retrying(after: wait)
  }

  /// A field is missing, or too long.
  static func invalid(_ field: String) -> Self { Self(422, RefusalText.invalid(albumField: field)) }
}
