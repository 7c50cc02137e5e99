import ColmeiaTable

extension Backend.State {
  /// A state with sample data. It is always the same.
  ///
  /// - Users 1 `ana@colmeia.example`, 2 `bruno@colmeia.example` and 3 `carla@colmeia.example`. The password of each is
  ///   the name followed by `-123`, as in `ana-123`.
  /// - Events: 1 is public and organized by Ana, with Bruno as a participant; 2 is private and organized by Bruno, with
  ///   Carla as a participant; 3 has the unknown permission `friends` and is organized by Carla.
  /// - Facebook tokens: `facebook-ana` belongs to Ana, and `facebook-davi` to a person who isn't a user yet.
  /// - One user of iddog: `ana@colmeia.example`.
  /// - Newspapers `Diário da Colmeia`, `Pólen & Mel` and `Zangão`, and five items of the first two.
  /// - Users of albums: `fulana22k@hotmail.com` with the password `fulana-123`, and `beto@colmeia.example` with
  ///   `beto-123`.
  /// - Sixty shots for the access token `colmeia-demo`.
  public static let demo = {
    var state = Backend.State()
    state.eventbee = .demo
    state.dribbble = .demo
    state.iddog.users.put(IddogUser(id: 1, email: "ana@colmeia.example", createdAt: 1_482_883_200))
    state.canillita = .demo
    state.album = .demo
    return state
  }()
}

extension CanillitaState {
  fileprivate static var demo: CanillitaState {
    var state = CanillitaState()
    let newspapers = [
      ("Diário da Colmeia", "Tudo o que zumbe na cidade."), ("Pólen & Mel", "Receitas, flores e fofocas."),
      ("Zangão", "Ainda sem notícias."),
    ]
    for (name, description) in newspapers {
      state.newspapers.upsert(
        Newspaper(name: name, description: description, createdAt: 1_482_883_200, updatedAt: 1_482_883_200))
    }
    let news = [
      ("Diário da Colmeia", "Primavera chegou", "As flores abriram.\nAs abelhas também."),
      ("Pólen & Mel", "Pão de mel", "Ingredientes:\n- mel\n- farinha\n\nMisture, e espere."),
      ("Diário da Colmeia", "Trânsito", "Fila de três horas na entrada da colmeia."),
      ("Diário da Colmeia", "Eleição da rainha", "Apuração:\n  Ana 51 %\n  Carla 49 %"),
      ("Pólen & Mel", "Lavanda 🌿", "Onde ela nasce, e por quê."),
    ]
    for (number, (newspaper, title, body)) in news.enumerated() {
      state.store(
        NewsItem(
          id: "00000000-0000-4000-8000-00000000000\(number + 1)", newspaper: newspaper, title: title, body: body,
          createdAt: 1_482_883_200 + 60 * number))
    }
    return state
  }
}

extension AlbumState {
  fileprivate static var demo: AlbumState {
    var state = AlbumState()
    let names = [("fulana22k", "fulana22k@hotmail.com", "fulana"), ("beto", "beto@colmeia.example", "beto")]
    for (index, (name, email, word)) in names.enumerated() {
      state.users.append(
        AlbumUser(
          id: 123 + index, email: email, name: name,
          password: PasswordRecord("\(word)-123", salt: Array("album of \(name)".utf8), rounds: 1_000),
          registered: 1_440_171_945))
    }
    return state
  }
}

extension EventbeeState {
  fileprivate static var demo: EventbeeState {
    var state = EventbeeState()
    for name in ["Ana", "Bruno", "Carla"] {
      let lowercased = name.lowercased()
      let password = PasswordRecord("\(lowercased)-123", salt: Array("salt of \(name)".utf8), rounds: 1_000)
      state.users.put(
        EventbeeUser(
          id: state.users.nextID, name: name, email: "\(lowercased)@colmeia.example", about: "Sou \(name).",
          password: password))
    }
    state.events = [
      EventbeeEvent(
        id: 1, name: "Encontro de cães", description: "No parque, às 10 h.", permission: "public",
        start: 1_482_883_200, end: 1_482_890_400, organizer: 1, participants: [2]),
      EventbeeEvent(
        id: 2, name: "Aniversário do Bruno", description: "Só para convidados.", permission: "private",
        start: 1_483_228_800, end: 1_483_243_200, organizer: 2, participants: [3]),
      EventbeeEvent(
        id: 3, name: "Cinema", description: "", permission: "friends", start: 1_483_300_800, end: 1_483_308_000,
        organizer: 3),
    ]
    state.nextEventID = 4
    state.facebook = [
      FacebookAccount(id: "facebook-ana", name: "Ana", email: "ana@colmeia.example"),
      FacebookAccount(id: "facebook-davi", name: "Davi", email: "davi@colmeia.example"),
    ]
    return state
  }
}
