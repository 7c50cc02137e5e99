import ColmeiaHTTP
import ColmeiaJSON

/// Why a call for albums fails.
enum AlbumProblem: Error, Equatable {
  /// There is no such path, user or photo.
  case notFound
  /// The path is known, but not with this method; with these.
  case wrongMethod([HTTPMethod])
  /// The e-mail or the password is wrong.
  case wrongPassword
  /// It was wrong too often: in so many seconds there may be another guess.
  case tooManyGuesses(wait: Int)
  /// Nobody is signed in.
  case unauthorized
  /// The body is not a form of the type that is needed.
  case otherType
  /// A field is missing, or too long.
  case invalid(String)
  /// What was published is neither JPEG nor PNG.
  case noImage
  /// The picture has too many bytes.
  case tooLarge
  /// No more photos fit in.
  case full
  /// Without a host the photos have no address.
  case invalidHost

  /// Status and text.
  var answer: HTTPResponse {
    switch self {
    case .notFound: Self.answer(404, "Não encontrado.")
    case .wrongMethod(let methods): Self.answer(405, "Método não permitido.").allowing(methods)
    case .wrongPassword: Self.answer(401, "E-mail ou senha inválidos.")
    case .tooManyGuesses(let wait):
      Self.answer(429, "Muitas tentativas. Tente de novo em \(wait) segundos.").retrying(after: wait)
    case .unauthorized: Self.answer(401, "Entre antes de continuar.")
    case .otherType: Self.answer(415, "O corpo precisa ser um formulário.")
    case .invalid(let field): Self.answer(422, "O campo \(field) não é válido.")
    case .noImage: Self.answer(422, "A foto precisa ser JPEG ou PNG.")
    case .tooLarge: Self.answer(422, "A foto tem mais de \(AlbumPhoto.largest >> 20) MiB.")
    case .full: Self.answer(422, "O álbum está cheio.")
    case .invalidHost: Self.answer(400, "O endereço não é válido.")
    }
  }

  /// As devise_token_auth answers, with the text where the original's client looks for it, too.
  private static func answer(_ status: Int, _ text: String) -> HTTPResponse {
    .json(status, ["success": false, "errors": [.string(text)], "error": .string(text)])
  }
}
