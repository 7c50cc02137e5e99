// The dog feed.
extension Phrase {
  /// The breed has no images.
  public static let noImages = Phrase("Nenhuma imagem.", "No images.")
  /// The breed has no image of this name.
  public static let imageNotFound = Phrase("Esta imagem não foi encontrada.", "This image was not found.")

  /// What is shown was kept on this device for so many seconds; newer is on its way, or could not be had.
  public static func showingCached(age: Int, _ failure: RequestFailure? = nil) -> Phrase {
    let age = ago(age)
    let end = failure.map(requestFailed) ?? Phrase("Atualizando…", "Refreshing…")
    return Phrase(
      "Salvo neste aparelho \(age.portuguese). \(end.portuguese)", "Saved on this device \(age.english). \(end.english)"
    )
  }

  /// How long ago something was, as people say it: in the largest unit of which there is at least one.
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
}

extension Feed.State {
  /// What the feed says instead of images, or of the one image.
  public var message: Phrase? {
    switch phase {
    case .idle, .loading: nil
    case .failed(let failure): .requestFailed(failure)
    case .loaded(let images): isSelectionMissing ? .imageNotFound : images.isEmpty ? .noImages : nil
    }
  }

  /// What the feed says about the age of what it shows.
  public var ageMessage: Phrase? {
    switch shown {
    case .fresh: nil
    case .cached(let age, let failure): .showingCached(age: age, failure)
    }
  }
}
