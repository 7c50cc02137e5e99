// Phrases about newspapers and news. They need no documentation, because their texts are in their declarations. The
// English texts are those of the original where it has them (O7–O10), with corrected spelling.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Phrase {
  static let unlistedNewspaper = Phrase(
    "Não está na lista. Talvez não exista mais.", "Not in the list. It may no longer exist.")
  public static let news = Phrase("Notícias", "News")
  public static let noNews = Phrase("Nenhuma notícia ainda.", "No news yet.")
  public static let allItems = Phrase("Todas as notícias de", "All news from")
  public static let newspaper = Phrase("Jornal", "Newspaper")
  public static let newspapers = Phrase("Jornais", "Newspapers")
  public static let chooseNewspapers = Phrase(
    "Escolha os jornais que quer ler.", "Choose the newspapers you want to read.")
  static let subscriptionLimit = Phrase(
    "Você já assina \(News.subscriptionLimit) jornais, o máximo.",
    "You already subscribe to \(News.subscriptionLimit) newspapers, the maximum.")
  public static let subscribe = Phrase("Assinar", "Subscribe")
  public static let subscribed = Phrase("Você assina", "Subscribed")
  public static let enter = Phrase("Entrar", "Log in")
  public static let foundNewspaper = Phrase("Criar jornal", "Create a newspaper")
  static let editNewspaper = Phrase("Editar jornal", "Edit newspaper")
  static let removeNewspaper = Phrase("Remover jornal", "Remove newspaper")
  public static let readAsGuest = Phrase("Só ler", "Read as a guest")
  public static let writeNews = Phrase("Escrever notícia", "Write news")
  public static let headline = Phrase("Título", "Title")
  public static let publish = Phrase("Publicar", "Publish")
  public static let newsRefused = Phrase(
    "O servidor não envia notícias agora.", "The server isn't sending news right now.")
  public static let newsCorrupted = Phrase("A resposta do servidor está corrompida.", "Server response corrupted.")

  /// Returns the message for a failed log-in or a newspaper that couldn't be created (O7, O8).
  public static func enteringFailed(_ failure: NewspaperForm.Failure, _ purpose: NewspaperForm.Purpose) -> Phrase {
    switch (failure, purpose) {
    case (.incomplete, .logIn): Phrase("Informe o nome do jornal.", "Newspaper name is required.")
    case (.incomplete, .create): Phrase("Informe o nome e a descrição.", "Name and description are required.")
    case (.call(.notFound), .logIn):
      Phrase("Confira o nome do jornal e tente de novo.", "Check your newspaper name and try again.")
    case (.call(.refused(422, message: RefusalText.duplicate)), .create):
      Phrase("Já existe um jornal com esse nome.", "A newspaper with this name already exists.")
    case (.call(let failure), _): newspaperFailed(failure)
    }
  }

  /// Returns the confirmation that an item was published.
  public static func published(_ item: NewsItem) -> Phrase {
    Phrase("Notícia publicada: \(item.title)", "News published: \(item.title)")
  }

  /// Returns the message for an item that couldn't be published (O8).
  public static func publishingFailed(_ failure: NewspaperForm.Failure) -> Phrase {
    switch failure {
    case .incomplete: Phrase("Informe o título e o texto.", "Title and body are required.")
    case .call(let failure): newspaperFailed(failure)
    }
  }

  /// Returns the message if the user's own newspaper couldn't be changed or removed.
  static func editingFailed(_ failure: NewspaperForm.Failure) -> Phrase {
    switch failure {
    case .incomplete: Phrase("Informe a descrição.", "A description is required.")
    case .call(let failure): newspaperFailed(failure)
    }
  }

  /// Returns the question that confirms the removal of the user's own newspaper.
  static func removingNewspaper(_ name: String) -> Phrase {
    Phrase(
      "Remover o jornal \"\(name)\"? As notícias dele ficam. Aperte de novo para confirmar.",
      "Remove the newspaper \"\(name)\"? Its news will stay. Press again to confirm.")
  }

  /// The labels of the fields that a server has refused, and their names in a sentence, by its message.
  fileprivate static let refusedNews: [String: (label: Phrase, name: Phrase)] = [
    RefusalText.invalid(newsField: "name"): (.newspaper, Phrase("o nome", "the name")),
    RefusalText.invalid(newsField: "description"): (.about, Phrase("a descrição", "the description")),
    RefusalText.invalid(newsField: "title"): (.headline, Phrase("o título", "the title")),
    RefusalText.invalid(newsField: "body"): (.message, Phrase("o texto", "the body")),
  ]

  private static func newspaperFailed(_ failure: NewspaperFailure) -> Phrase {
    switch failure {
    case .notFound: Phrase("Esse jornal não existe mais.", "This newspaper no longer exists.")
    case .serverFailed: Phrase("Ocorreu um erro no servidor.", "A server error occurred.")
    case .refused(_, let text):
      refusedNews[text].map { notAccepted($0.name) }
        ?? Phrase("O servidor não aceitou: \(text)", "The server did not accept this: \(text)")
    case .request(let failure): requestFailed(failure)
    }
  }

  /// Returns the message for a list of newspapers that couldn't be loaded (O9).
  public static func newspapersFailed(_ failure: NewspaperFailure) -> Phrase {
    Phrase(
      "Não foi possível obter a lista de jornais. %", "Couldn't get the newspapers list. %"
    ).with(newspaperFailed(failure))
  }

  /// Returns the message for newspapers that couldn't be decoded.
  public static func unreadableNewspapers(_ count: Int) -> Phrase {
    Phrase("Jornais que não puderam ser lidos: \(count).", "Newspapers that could not be read: \(count).")
  }

  /// Returns the message if the saved subscriptions and items couldn't be read.
  public static func newsNotRestored(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Não foi possível ler suas assinaturas: %. Até lá, nada novo será salvo.",
      "Your subscriptions could not be read: %. Until then, nothing new is saved."
    ).with(reason(failure))
  }

  /// Returns the message if the subscriptions and items couldn't be saved on the device.
  public static func newsNotKept(_ failure: TokenStoreFailure) -> Phrase {
    Phrase(
      "Suas assinaturas não foram salvas neste aparelho: %.", "Your subscriptions were not saved on this device: %."
    ).with(reason(failure))
  }
}

extension NewspaperForm.Failure {
  /// The label of the field that the server has refused, if any.
  var refusedField: Phrase? {
    switch self {
    case .call(.refused(_, message: RefusalText.duplicate)): .newspaper
    case .call(.refused(_, let text)): Phrase.refusedNews[text]?.label
    case .call, .incomplete: nil
    }
  }
}
