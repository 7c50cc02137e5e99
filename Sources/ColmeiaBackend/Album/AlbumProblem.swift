import ColmeiaHTTP
import ColmeiaJSON

/// Why a call for albums fails.
struct AlbumProblem: RouteProblem {
  var answer: HTTPResponse

  /// As devise_token_auth answers, with the text where the original's client looks for it, too.
  private init(_ status: Int, _ text: String) {
    answer = .json(status, ["success": false, "errors": [.string(text)], "error": .string(text)])
  }

  /// There is no such path, user or photo.
  static let notFound = Self(404, "Não encontrado.")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Método não permitido.")
  /// The e-mail or the password is wrong.
  static let wrongPassword = Self(401, "E-mail ou senha inválidos.")
  /// Nobody is signed in.
  static let unauthorized = Self(401, "Entre antes de continuar.")
  /// The body is not a form of the type that is needed.
  static let otherType = Self(415, "O corpo precisa ser um formulário.")
  /// What was published is neither JPEG nor PNG.
  static let noImage = Self(422, "A foto precisa ser JPEG ou PNG.")
  /// The picture has too many bytes.
  static let tooLarge = Self(422, "A foto tem mais de \(AlbumPhoto.largest >> 20) MiB.")
  /// No more photos fit in.
  static let full = Self(422, "O álbum está cheio.")
  /// Without a host the photos have no address.
  static let invalidHost = Self(400, "O endereço não é válido.")

  /// It was wrong too often: in so many seconds there may be another guess.
  static func tooManyGuesses(wait: Int) -> Self {
    Self(429, "Muitas tentativas. Tente de novo em \(wait) segundos.").retrying(after: wait)
  }

  /// A field is missing, or too long.
  static func invalid(_ field: String) -> Self { Self(422, "O campo \(field) não é válido.") }
}
