// Phrases about shots. They need no documentation, because their texts are in their declarations.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  static let firstShots = Phrase(
    "Só os primeiros \(Shots.limit) shots aparecem aqui.", "Only the first \(Shots.limit) shots appear here.")
  public static let shots = Phrase("Shots", "Shots")
  static let noShots = Phrase("Nenhum shot.", "No shots.")
  static let loadMore = Phrase("Carregar mais", "Load more")
  public static let savedCopy = Phrase("Cópia salva.", "Saved copy.")
  public static let untitled = Phrase("Sem título", "Untitled")
  public static let views = Phrase("Visualizações", "Views")
  public static let likes = Phrase("Curtidas", "Likes")
  public static let comments = Phrase("Comentários", "Comments")
  static let largeImage = Phrase("Imagem grande", "Large image")
  static let smallImage = Phrase("Miniatura", "Thumbnail")

  /// Returns the message for shots that couldn't be loaded. It begins with the Portuguese text of the original (M1, M2),
  /// which gives no reason for most failures.
  static func shotsFailed(_ failure: ShotsFailure) -> Phrase {
    switch failure {
    case .unauthorized: Phrase("Não autorizado", "Not authorized")
    case .jsonMapping: Phrase("Não foi possível Mapear o JSON", "The server's response could not be read")
    case .undefined(let failure):
      Phrase("Ops! Algo deu errado. %", "Oops! Something went wrong. %").with(requestFailed(failure))
    }
  }
}
