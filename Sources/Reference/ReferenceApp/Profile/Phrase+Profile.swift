// Phrases about members' profiles and photos. They need no documentation, because their texts are in their
// declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let editProfile = Phrase("Editar perfil", "Edit profile")
  static let savingProfile = Phrase("Salvando…", "Saving…")
  public static let photo = Phrase("Foto", "Photo")
  public static let noPhoto = Phrase("Sem foto", "No photo")
  static let photoChosen = Phrase("Arquivo da nova foto", "New photo file")

  /// Returns the message for a profile that couldn't be saved.
  public static func profileFailed(_ failure: ProfileFailure) -> Phrase {
    switch failure {
    case .api(let failure):
      Phrase("Falha ao editar o perfil! %", "The profile could not be saved. %").with(eventbeeFailed(failure))
    case .photo(let failure): photoFailed(failure)
    case .nameMissing: nameMissing
    }
  }

  /// Returns the message for a photo that couldn't be uploaded or downloaded.
  public static func photoFailed(_ failure: PhotoFailure) -> Phrase {
    switch failure {
    case .unreadable: Phrase("O arquivo da foto não pôde ser lido.", "The photo file could not be read.")
    case .notAnImage: Phrase("O arquivo não é uma imagem JPEG ou PNG.", "The file is not a JPEG or PNG image.")
    case .tooLarge(let limit):
      Phrase(
        "A foto tem mais de \(limit >> 20) MB. Escolha uma menor.",
        "The photo is larger than \(limit >> 20) MB. Choose a smaller one.")
    case .refused(let code):
      Phrase(
        "A foto foi recusada (\(code)). Tente de novo mais tarde.",
        "The photo was rejected (\(code)). Try again later.")
    case .request(let failure): requestFailed(failure)
    }
  }
}
