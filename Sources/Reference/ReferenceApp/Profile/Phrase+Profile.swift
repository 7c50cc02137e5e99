// Phrases about members' profiles and photos. They need no documentation, because their texts are in their
// declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let myProfile = Phrase("Meu perfil", "My profile")
  public static let editProfile = Phrase("Editar perfil", "Edit profile")
  static let savingProfile = Phrase("Salvando…", "Saving…")
  public static let photo = Phrase("Foto", "Photo")
  public static let noPhoto = Phrase("Sem foto", "No photo")
  static let photoChosen = Phrase("Arquivo da nova foto", "New photo file")

  /// Returns the message for a profile that couldn't be saved.
  public static func profileFailed(_ failure: ProfileFailure) -> Phrase {
    switch failure {
    case .api(let failure) where failure.field != nil: eventbeeFailed(failure)
    case .api(let failure):
      Phrase("Falha ao editar o perfil! %", "The profile could not be saved. %").with(eventbeeFailed(failure))
    case .photo(let failure): photoFailed(failure)
    case .nameMissing: missing(.name)
    case .tooLong(let field): tooLong(field.title, field.limit)
    }
  }

  /// Returns the message for a photo that couldn't be uploaded or downloaded.
  public static func photoFailed(_ failure: PhotoFailure) -> Phrase {
    switch failure {
    case .unreadable: Phrase("O arquivo da foto não pôde ser lido.", "The photo file could not be read.")
    case .notAnImage: Phrase("O arquivo não é uma imagem JPEG ou PNG.", "The file is not a JPEG or PNG image.")
    case .tooLarge(let limit):
      Phrase(
        "A foto tem mais de %. Escolha uma menor.", "The photo is larger than %. Choose a smaller one."
      ).with(size(limit))
    case .refused(let code): Phrase("A foto foi recusada: %.", "The photo was rejected: %.").with(refusal(code))
    case .request(let failure): requestFailed(failure)
    }
  }

  /// Returns what an error code of the object store means, as the end of a sentence.
  private static func refusal(_ code: String) -> Phrase {
    switch code {
    case "AccessDenied", "403": reason(.denied)
    case "EntityTooLarge": Phrase("ela é grande demais", "it is too large")
    case "NoSuchKey": Phrase("ela não existe mais", "it no longer exists")
    case "RequestTimeTooSkewed":
      Phrase("o relógio deste aparelho está errado", "the clock of this device is wrong")
    case "SlowDown", "ServiceUnavailable", "503":
      Phrase("o serviço está ocupado, tente de novo mais tarde", "the service is busy, try again later")
    default:
      Phrase("tente de novo mais tarde (código \(code))", "try again later (code \(code))")
    }
  }
}
