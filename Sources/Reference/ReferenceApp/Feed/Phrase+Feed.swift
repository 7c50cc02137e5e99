// Phrases about the dog feed.
extension Phrase {
  /// The message for a breed without images.
  static let noImages = Phrase("Nenhuma imagem.", "No images.")
  /// The message for an image that doesn't exist in the breed.
  static let imageNotFound = Phrase("Esta imagem não foi encontrada.", "This image was not found.")

  /// Returns the message for images that were cached this many seconds ago, and are being refreshed or couldn't be.
  static func showingCached(age: Int, _ failure: RequestFailure? = nil) -> Phrase {
    let age = ago(age)
    let end = failure.map(requestFailed) ?? Phrase("Atualizando…", "Refreshing…")
    return Phrase(
      "Salvo neste aparelho \(age.portuguese). \(end.portuguese)", "Saved on this device \(age.english). \(end.english)"
    )
  }

  /// Returns the text for a time in the past, in the largest unit of which at least one has passed.
  private static func ago(_ seconds: Int) -> Phrase {
    switch seconds {
    case 86_400...: ago(seconds / 86_400, Phrase("dia", "day"), Phrase("dias", "days"))
    case 3_600...: ago(seconds / 3_600, Phrase("hora", "hour"), Phrase("horas", "hours"))
    case 60...: ago(seconds / 60, Phrase("minuto", "minute"), Phrase("minutos", "minutes"))
    default: Phrase("agora há pouco", "just now")
    }
  }

  private static func ago(_ count: Int, _ one: Phrase, _ many: Phrase) -> Phrase {
    let unit = count == 1 ? one : many
    return Phrase("há \(count) \(unit.portuguese)", "\(count) \(unit.english) ago")
  }

  /// Returns the message for a link that couldn't be followed.
  public static func linkRefused(_ failure: FeedLinkFailure) -> Phrase {
    switch failure {
    case .notTheFeed(let path):
      Phrase("O link \"\(path)\" não leva a nenhuma tela.", "The link \"\(path)\" doesn't lead to any screen.")
    case .unknownBreed(let breed): Phrase("A raça \"\(breed)\" não existe.", "The breed \"\(breed)\" doesn't exist.")
    case .repeated(let name):
      Phrase("O link contém \"\(name)\" mais de uma vez.", "The link contains \"\(name)\" more than once.")
    case .emptyID: Phrase("O link não diz qual é a imagem.", "The link doesn't specify an image.")
    case .badEncoding(let part):
      Phrase(
        "O link está incompleto ou danificado: \"\(part)\".", "The link is incomplete or damaged: \"\(part)\".")
    }
  }
}

extension Feed.State {
  /// The message shown in place of the images, or of the selected image.
  public var message: Phrase? {
    switch phase {
    case .idle, .loading: nil
    case .failed(let failure): .requestFailed(failure)
    case .loaded(let images): isSelectionMissing ? .imageNotFound : images.isEmpty ? .noImages : nil
    }
  }

  /// The message about the age of the images.
  public var ageMessage: Phrase? {
    switch shown {
    case .fresh: nil
    case .cached(let age, let failure): .showingCached(age: age, failure)
    }
  }
}
