// What newspapers and news say. The English is the original's where it has one (O7–O10), its spelling corrected.
extension Phrase {
  /// In Portuguese and in English.
  var newsTexts: (String, String) {
    switch self {
    case .enteringFailed(.incomplete, .logIn): ("Informe o nome do jornal.", "Newspaper name is required.")
    case .enteringFailed(.incomplete, .create):
      ("Informe o nome e a descrição.", "Name and description are required.")
    case .enteringFailed(.request(.status(404)), .logIn):
      ("Confira o nome do jornal e tente de novo.", "Check your newspaper name and try again.")
    case .enteringFailed(.request(.status(422)), .create):
      ("Já existe um jornal com esse nome.", "There is a newspaper of this name already.")
    case .enteringFailed(.request(let failure), _): Self.both(.requestFailed(failure))
    case .publishingFailed(.incomplete): ("Informe o título e o texto.", "Title and body are required.")
    case .publishingFailed(.request(.status)): ("Ocorreu um erro no servidor.", "A server error happened.")
    case .publishingFailed(.request(let failure)): Self.both(.requestFailed(failure))
    case .newspapersFailed(let failure):
      (
        "Não foi possível obter a lista de jornais. \(Phrase.requestFailed(failure).portuguese)",
        "Couldn't get the newspapers list. \(Phrase.requestFailed(failure).english)"
      )
    case .unreadableNewspapers(let count):
      ("Jornais que não puderam ser lidos: \(count).", "Newspapers that could not be read: \(count).")
    case .newsCorrupted: ("A resposta do servidor está corrompida.", "Server response corrupted.")
    case .newsNotKept(let failure):
      (
        "O aparelho não guardou suas assinaturas: \(Self.portuguese(failure)).",
        "Your subscriptions were not kept on this device: \(Self.english(failure))."
      )
    default: ("", "")
    }
  }

  private static func both(_ phrase: Phrase) -> (String, String) { (phrase.portuguese, phrase.english) }
}
