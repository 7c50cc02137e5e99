extension Phrase {
  var portuguese: String {
    switch self {
    case .email: "E-mail"
    case .signUp: "Entrar"
    case .profile: "Perfil"
    case .feed: "Feed"
    case .signOut: "Sair"
    case .retry: "Tentar de novo"
    case .cancel: "Cancelar"
    case .emailInvalid: "Digite um e-mail válido."
    case .emailRefused: "O servidor não aceitou este e-mail. Confira e tente de novo."
    case .sessionExpired: "Sua sessão expirou. Entre de novo."
    case .requestFailed(let failure): Self.portuguese(failure)
    case .couldNotStore(let failure): "Não foi possível guardar sua sessão: \(Self.portuguese(failure))."
    case .couldNotRestore(let failure):
      "Não foi possível recuperar sua sessão: \(Self.portuguese(failure)). Entre de novo."
    case .couldNotForget(let failure):
      "Sua sessão continua guardada neste aparelho: \(Self.portuguese(failure)). Tente de novo."
    case .noImages: "Nenhuma imagem."
    case .showingCached(let age): "Salvo neste aparelho \(Age(age).portuguese). Atualizando…"
    case .showingOnlyCached(let age, let failure):
      "Salvo neste aparelho \(Age(age).portuguese). \(Self.portuguese(failure))"
    case .imageNotFound: "Esta imagem não foi encontrada."
    case .linkRefused(let failure): Self.portuguese(failure)
    case .label(let label): label.portuguese
    case .timeMistyped: "Digite dia e hora assim: 28/12/2016 20:00."
    case .accountFailed(let failure): Self.portugueseAccount(failure)
    case .newAccountLogInFailed: "Foi possível criar a conta, mas houve alguma falha ao tentar efetuar o loguin"
    case .addingFailed(let failure): Self.portugueseAdding(failure)
    case .profileFailed(.api(let failure)): "Falha ao editar o perfil! \(Self.portuguese(failure))"
    case .profileFailed(.photo(let failure)): Self.portuguese(failure)
    case .photoFailed(let failure): Self.portuguese(failure)
    case .shotsFailed(let failure): Self.portuguese(failure)
    case .eventbeeFailed(let failure): Self.portuguese(failure)
    case .enteringFailed, .publishingFailed, .newspapersFailed, .unreadableNewspapers, .newsCorrupted, .newsNotKept:
      newsTexts.0
    }
  }

  private static func portuguese(_ failure: RequestFailure) -> String {
    switch failure {
    case .offline: "Você está sem conexão. Confira a rede e tente de novo."
    case .unreachable: "Não foi possível falar com o servidor. Tente de novo."
    case .timedOut: "O servidor demorou demais para responder. Tente de novo."
    case .status(let status): "O servidor respondeu com o erro \(status). Tente de novo mais tarde."
    case .undecodable(let place): "Resposta inesperada do servidor (\(place)). Tente de novo mais tarde."
    case .tokenUnreadable(let failure): "Não foi possível ler sua sessão: \(portuguese(failure)). Tente de novo."
    }
  }

  static func portuguese(_ failure: TokenStoreFailure) -> String {
    switch failure {
    case .damaged: "o arquivo está danificado"
    case .denied: "sem permissão de acesso"
    case .full: "não há espaço livre"
    case .inputOutput: "falha de leitura ou gravação"
    }
  }

  private static func portuguese(_ failure: FeedLinkFailure) -> String {
    switch failure {
    case .notTheFeed(let path): "O link \"\(path)\" não leva a nenhuma tela."
    case .unknownBreed(let breed): "A raça \"\(breed)\" não existe."
    case .repeated(let name): "O link traz \"\(name)\" mais de uma vez."
    case .emptyID: "O link não diz qual é a imagem."
    case .badEncoding(let part): "O link está incompleto ou danificado: \"\(part)\"."
    }
  }
}
