// Phrases about the album. They need no documentation, because their texts are in their declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  public static let album = Phrase("Álbum", "Album")
  public static let newPhoto = Phrase("Nova foto", "New photo")
  public static let editPhoto = Phrase("Editar foto", "Edit photo")
  public static let caption = Phrase("Legenda", "Caption")
  public static let tags = Phrase("Etiquetas", "Tags")
  public static let noPhotos = Phrase("Nenhuma foto ainda.", "No photos yet.")

  /// Returns the label for a way to use the cache.
  public static func albumUse(_ use: AlbumUse) -> Phrase {
    switch use {
    case .both: Phrase("Mostrar logo e atualizar", "Show at once and update")
    case .kept: Phrase("Usar o que está salvo", "Use what is saved")
    case .fresh: Phrase("Sempre buscar de novo", "Always load again")
    }
  }

  /// Returns the text with the date since when the owner has the album, and the owner's favorite pizza.
  public static func albumOwner(_ owner: AlbumOwner) -> Phrase {
    func day(_ language: Language) -> String { EventTime.text(owner.registered, language) ?? "?" }
    let (portuguese, english) = ("Desde \(day(.portuguese)).", "Since \(day(.english)).")
    guard let pizza = owner.pizza else { return Phrase(portuguese, english) }
    return Phrase("\(portuguese) Pizza favorita: \(pizza).", "\(english) Favorite pizza: \(pizza).")
  }

  /// Returns the message for a failed operation.
  public static func albumFailed(_ failure: AlbumFailure) -> Phrase {
    switch failure {
    case .sessionEnded: sessionExpired
    case .wrongCredentials: wrongCredentials
    case .tooManyAttempts: tooManyAttempts
    case .refused(let text):
      switch failure.refusedField {
      case .caption?: notAccepted(Phrase("a legenda", "the caption"))
      case .tags?: notAccepted(Phrase("as etiquetas", "the tags"))
      default: Phrase("Erro: \(text)", "Error: \(text)")
      }
    case .photo(let failure): photoFailed(failure)
    case .entranceIncomplete: Phrase("Digite o e-mail e a senha.", "Enter the email address and the password.")
    case .fileMissing: Phrase("Escolha uma foto.", "Choose a photo.")
    case .captionMissing: Phrase("Escreva a legenda.", "Write a caption.")
    case .store(let failure): couldNotStore(failure)
    case .restore(let failure): couldNotRestore(failure)
    case .forget(let failure): couldNotForget(failure)
    case .request(let failure): requestFailed(failure)
    }
  }
}

extension AlbumFailure {
  /// The label of the field that the server has refused, if its message names one.
  var refusedField: Phrase? {
    guard case .refused(let text) = self else { return nil }
    let fields = ["caption": Phrase.caption, "tags": .tags]
    return fields.first {
      text == RefusalText.invalid(albumField: $0.key) || text == RefusalText.invalid(albumField: "photo[\($0.key)]")
    }?
    .value
  }
}
