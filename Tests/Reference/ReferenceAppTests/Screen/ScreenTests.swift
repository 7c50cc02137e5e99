import Testing

@testable import ReferenceApp

/// Tests the content of each screen and its controls.
@Suite struct ScreenTests {
  static func state(_ change: (inout AppReducer.State) -> Void) -> AppReducer.State {
    var state = AppReducer.State()
    change(&state)
    return state
  }

  static func enabled(_ screen: ScreenModel) -> [String] { screen.buttons.filter(\.isEnabled).map(\.label) }

  @Test func `The sign-up screen has one field, and a button that is enabled for a valid address`() throws {
    let screen = Self.state { $0.auth.form.typed = "ann" }.screen(.portuguese)
    #expect(screen.title == "Entrar" && screen.tabs.map(\.label) == ["Feed", "Eventos", "Notícias", "Shots", "Álbum"])
    try #require(screen.fields.map(\.label) == ["E-mail"] && screen.fields.map(\.value) == ["ann"])
    #expect(Self.enabled(screen) == [] && screen.messages == [])
    let rejected = Self.state { $0.auth.form = SignUpForm(typed: "ann", failure: .emailInvalid) }.screen(.portuguese)
    #expect(Self.enabled(rejected) == [] && rejected.messages.map(\.text) == ["Digite um e-mail válido."])
    #expect(try screen.fields[0].action(typing: "x\"y") == .auth(.typed("x\"y")))
    let ready = Self.state { $0.auth.form.typed = "ann@example.org" }.screen(.english)
    #expect(Self.enabled(ready) == ["Sign in"] && ready.buttons[0].action == .auth(.submit))
    let busy = Self.state { $0.auth.form = SignUpForm(typed: "ann@example.org", isInProgress: true) }.screen(.english)
    #expect(busy.isBusy && Self.enabled(busy) == ["Cancel"])
  }

  @Test func `The feed shows its images, the breeds, and failures`() throws {
    let images = try Example.images(.pug)
    var state = AppReducer.State(auth: Auth.State(session: .signedIn(Example.account)))
    state.feed = Feed.State(breed: .pug, phase: .loaded(images), selection: ImageReference(images[0]))
    let screen = state.screen(.english)
    #expect(screen.title == "Feed: Pug" && screen.rows.count == images.count)
    #expect(screen.rows.map(\.isSelected).filter { $0 }.count == 1 && screen.rows[0].isSelected)
    #expect(screen.rows[0].action == .feed(.select(ImageReference(images[0]))))
    #expect(Self.enabled(screen) == ["Hound", "Husky", "Pug", "Labrador", "Back"])
    try #require(screen.tabs.map(\.label) == ["Feed", "Events", "News", "Shots", "Album", "Profile"])
    // Rows and tabs are links to where they lead.
    let links = try (screen.rows.map(\.address) + screen.tabs.map(\.address)).compactMap(\.self).map(AppLink.parse)
    #expect(links.count == images.count + 6 && screen.rows[0].address == screen.address)
    #expect(screen.tabs[0].address == screen.address && screen.tabs[1].address == "/events")
    state.feed = Feed.State(breed: .pug, phase: .failed(.offline))
    let failed = state.screen(.english)
    #expect(Self.enabled(failed).last == "Try again" && failed.messages.count == 1 && failed.rows.isEmpty)
    state.feed = Feed.State(breed: .pug, phase: .loading)
    #expect(state.screen(.english).isBusy)
  }

  @Test func `The feed shows the age of cached images, and why they couldn't be refreshed`() throws {
    let images = try Example.images(.pug)
    var state = AppReducer.State(auth: Auth.State(session: .signedIn(Example.account)))
    state.feed = Feed.State(breed: .pug, phase: .loaded(images), shown: .cached(age: 120))
    let refreshing = state.screen(.portuguese)
    #expect(refreshing.isBusy && refreshing.rows.count == images.count)
    #expect(refreshing.messages.map(\.text) == ["Salvo neste aparelho há 2 minutos. Atualizando…"])
    #expect(Self.enabled(refreshing) == ["Hound", "Husky", "Labrador"])
    state.feed = Feed.State(breed: .pug, phase: .loaded(images), shown: .cached(age: 120, failure: .offline))
    let offline = state.screen(.english)
    #expect(!offline.isBusy && offline.rows.count == images.count && Self.enabled(offline).last == "Try again")
    #expect(
      offline.messages.map(\.text) == [
        "Saved on this device 2 minutes ago. You are offline. Check your connection and try again."
      ])
  }

  @Test func `The events are public, with a log-in form for signed-out users`() throws {
    let state = Self.state {
      $0.tab = .events
      $0.events.list = Loaded([EventsTests.party, EventsTests.other])
      $0.members.form = MemberForm(email: "a@b.co", password: Secret("hidden"), failure: .logIn(.wrongCredentials))
    }
    let screen = state.screen(.portuguese)
    #expect(
      screen.rows.map(\.text) == ["Festa", "Cinema"]
        && screen.rows.map(\.detail) == ["01/01/1970 00:00 UTC, Público", "Só amigos"])
    #expect(screen.rows[0].action == .events(.open(7)))
    try #require(screen.fields.map(\.label) == ["E-mail", "Senha"] && screen.fields.map(\.value) == ["a@b.co", "***"])
    try #require(screen.fields.map(\.isSecret) == [false, true])
    #expect(try screen.fields[1].action(typing: "new") == .members(.typedPassword(Secret("new"))))
    #expect(Self.enabled(screen) == ["Entrar na Eventbee", "Criar conta", "Entrar com o Facebook", "Atualizar"])
    #expect(screen.messages.map(\.text) == ["E-mail ou senha inválidos."])
    let new = Self.state {
      $0.tab = .events
      $0.members.form.purpose = .createAccount
    }.screen(.english)
    #expect(new.fields.map(\.label) == ["Name", "Email", "Password", "About"])
  }

  @Test func `An event offers the actions that the user may perform`() {
    func screen(_ me: Member?, _ change: (inout Events.State) -> Void = { _ in }) -> ScreenModel {
      Self.state {
        $0.tab = .events
        if let me { $0.members.session = .signedIn(me) }
        var detail = EventDetail(id: 7, event: EventsTests.party)
        detail.participants = Loaded([EventsTests.bruno])
        $0.events.detail = detail
        change(&$0.events)
      }.screen(.english)
    }
    #expect(Self.enabled(screen(nil)) == ["Reload", "Back"])
    #expect(
      Self.enabled(screen(EventsTests.ana)) == ["Enroll", "Chat", "Edit event", "Add participant", "Reload", "Back"])
    let bruno = Member(id: 2, name: "Bruno", email: "b@c.de")
    #expect(Self.enabled(screen(bruno)) == ["Leave", "Chat", "Reload", "Back"])
    let pending = screen(EventsTests.ana) { $0.pendingEnrollments[7] = true }
    #expect(pending.isBusy && pending.rows.contains { $0.text == "Ana" && $0.isSelected })
    #expect(!Self.enabled(pending).contains("Leave"))
    let adding = screen(EventsTests.ana) {
      $0.detail?.people = Loaded([EventsTests.me])
      $0.detail?.addingFailure = .notPermitted
      $0.detail?.enrollmentFailure = .notProcessed
    }
    #expect(adding.rows.last?.action == .events(.add(1)) && adding.messages.count == 2)
  }

  @Test func `An event that doesn't exist offers the way back and nothing else`() {
    let screen = Self.state {
      $0.tab = .events
      $0.members.session = .signedIn(EventsTests.ana)
      $0.events.detail = EventDetail(id: 7, event: EventsTests.party)
      $0.events.detail?.event.failure = .notFound
    }.screen(.english)
    #expect(screen.buttons.map(\.label) == ["Back"] && screen.rows.isEmpty && screen.fields.isEmpty)
    #expect(screen.title == "Events" && screen.messages.map(\.text) == ["Not found."])
  }

  @Test func `The removal of a participant is asked about, and then can be undone`() {
    func screen(_ step: EventDetail.Removal.Step) -> ScreenModel {
      Self.state {
        $0.tab = .events
        $0.members.session = .signedIn(EventsTests.ana)
        $0.events.detail = EventDetail(id: 7, event: EventsTests.party)
        $0.events.detail?.participants = Loaded([EventsTests.bruno])
        $0.events.detail?.removal = .init(person: 2, step: step)
      }.screen(.english)
    }
    #expect(screen(.asking).messages.map(\.text) == ["Remove Bruno from the event?"])
    #expect(screen(.asking).buttons.prefix(2).map(\.label) == ["Remove participant", "Keep participant"])
    #expect(screen(.asking).buttons.prefix(2).map(\.action) == [.events(.confirmRemoval), .events(.keep)])
    #expect(screen(.undoable).messages.map(\.text) == ["Bruno is removed from the event in 5 seconds."])
    #expect(screen(.undoable).buttons[0].label == "Undo" && screen(.undoable).buttons[0].action == .events(.keep))
    #expect(!screen(.undoable).rows.contains { $0.text == "− Bruno" } && !screen(.undoable).isBusy)
    #expect(screen(.sending).isBusy && screen(.sending).messages.isEmpty)
  }

  @Test(arguments: [
    (0, "0 bytes", "0 bytes"), (1_023, "1023 bytes", "1023 bytes"), (1_024, "1 KB", "1 KB"),
    (1_536, "1,5 KB", "1.5 KB"), (10_700, "10 KB", "10 KB"), ((1 << 20) - 513, "1023 KB", "1023 KB"),
    ((1 << 20) - 512, "1 MB", "1 MB"), (5_767_168, "5,5 MB", "5.5 MB"),
    (.max, "8796093022208 MB", "8796093022208 MB"),
  ])
  func `A size is in the largest unit that fits`(bytes: Int, portuguese: String, english: String) {
    #expect(Phrase.size(bytes).text(.portuguese) == portuguese && Phrase.size(bytes).text(.english) == english)
  }

  @Test(arguments: Language.allCases)
  func `Every permission has a name of its own`(language: Language) {
    let names = [EventPermission.open, .closed, .other("friends"), .other("x")].map {
      Phrase.permission($0).text(language)
    }
    #expect(Set(names).count == 4 && !names.contains("friends"))
  }

  @Test func `A form can be saved if it is valid and has changed`() throws {
    let state = Self.state {
      $0.tab = .events
      $0.members.session = .signedIn(EventsTests.ana)
      $0.events.form = EventForm(EventsTests.party)
    }
    let screen = state.screen(.english)
    #expect(
      screen.title == "Edit event"
        && screen.fields.map(\.value) == ["Festa", "", "1970-01-01T00:00", "1970-01-01T00:00", "public"])
    try #require(screen.fields.map(\.kind) == [.text, .paragraph, .date, .date, .choice])
    #expect(screen.fields[4].options.map(\.label) == ["Public", "Closed"])
    #expect(try screen.fields[4].action(typing: screen.fields[4].options[1].value) == .events(.permit(.closed)))
    #expect(screen.fields[4].options.map(\.isSelected) == [true, false])
    try #require(screen.fields.map(\.hint) == [nil, nil, "28 Dec 2016 20:00", "28 Dec 2016 20:00", nil])
    #expect(Self.enabled(screen) == ["Discard", "Back"] && screen.buttons.last?.action == .events(.leaveForm))
    #expect(try screen.fields[1].action(typing: "x") == .events(.typed(.about, "x")))
  }

  @Test func `A time is typed in the format of the language, and an invalid one is reported`()
    throws
  {
    var state = Self.state {
      $0.tab = .events
      $0.members.session = .signedIn(EventsTests.ana)
      $0.events.form = EventForm(EventsTests.party)
    }
    state.events.form?.end = .known(1_482_955_200)
    let known = state.screen(.english).fields[3]
    #expect(known.value == "2016-12-28T20:00" && known.label == "End (UTC)" && known.kind == .date)
    for text in ["28/12/2016 20:00 UTC", "28 Dec 2016 20:00 UTC", known.value] {
      state.events.form?.end = .typed(text)
      #expect(state.events.form?.draft?.end == 1_482_955_200 && state.screen(.english).messages == [])
      #expect(state.screen(.portuguese).fields[3].value == text)
    }
    state.events.form?.end = .typed("amanhã")
    // The same message isn't shown twice.
    for refusal in [EventForm.Mistake.timeInvalid(.end), nil] {
      state.events.form?.refusal = refusal
      #expect(state.screen(.portuguese).messages.map(\.text) == ["Digite dia e hora assim: 28/12/2016 20:00."])
    }
    #expect(state.screen(.english).messages.map(\.text) == ["Enter the date and time like this: 28 Dec 2016 20:00."])
    state.events.form?.end = .typed("")
    #expect(state.screen(.english).messages == [])
    state.events.form?.refusal = .endBeforeStart
    #expect(state.screen(.english).messages.map(\.text) == ["The end is before the start."])
  }

  @Test func `The profile shows both accounts, and the buttons to sign out`() {
    var state = AppReducer.State(
      auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State(), tab: .profile)
    state.members.session = .signedIn(MembersTests.ana)
    let screen = state.screen(.english)
    #expect(screen.rows.map(\.text) == ["iddog", "Ana", "About"])
    #expect(screen.buttons.map(\.action) == [.auth(.signOut), .openProfile(nil), .members(.logOut)])
    state.members.logOutFailure = .request(.offline)
    state.members.isLoggingOut = true
    let busy = state.screen(.english)
    #expect(busy.isBusy && busy.messages.count == 1 && !busy.buttons[2].isEnabled)
  }

  @Test func `A screen survives encoding and decoding`() throws {
    let screen = Self.state { $0.tab = .events }.screen(.portuguese)
    #expect(try JSON(encoding: screen).decode(ScreenModel.self) == screen)
  }

  @Test func `A field's action has a placeholder for the text, even if the text is a secret`() throws {
    let screen = Self.state { $0.tab = .events }.screen(.portuguese)
    #expect(screen.fields.map(\.edit).first == .members(.typed(.email, ScreenModel.placeholder)))
    let fields = try JSON(encoding: screen)["fields"]?.array ?? []
    #expect(fields.last?["edit"] == ["members": ["typedPassword": "{{text}}"]])
    let secret = AppReducer.Action.members(.typedPassword(Secret("a1")))
    #expect(try screen.fields.last?.action(typing: "a1") == secret)
    #expect(try JSON(encoding: secret) == ["members": ["typedPassword": "***"]])
  }

  @Test(arguments: Language.allCases)
  func `Every phrase about Eventbee has a text`(language: Language) {
    let failures: [EventbeeFailure] = [
      .sessionRefused, .notPermitted, .notEnrolled, .wrongCredentials, .tooManyAttempts, .repeatedEmail, .notProcessed,
      .refused(field: "name", limit: 3), .notFound, .request(.offline),
    ]
    let phrases = failures.flatMap { [Phrase.accountFailed($0), .addingFailed($0), .eventbeeFailed($0)] }
    #expect(phrases.allSatisfy { !$0.text(language).isEmpty })
  }

  @Test func `The original's texts are preserved (E18, E19)`() {
    func text(_ phrase: Phrase) -> String { phrase.text(.portuguese) }
    #expect(text(.accountFailed(.repeatedEmail)) == "E-mail já em uso!")
    #expect(text(.accountFailed(.notProcessed)) == "Falha ao tentar criar o usuário!")
    #expect(text(.accountFailed(.notFound)) == "Erro desconhecido")
    for status in [401, 500, 503] {
      #expect(text(.accountFailed(.request(.status(status)))) == "Erro desconhecido")
      #expect(text(.addingFailed(.request(.status(status)))) == "Erro desconhecido")
      #expect(Phrase.accountFailed(.request(.status(status))).text(.english) == "Unknown error")
      #expect(Phrase.addingFailed(.request(.status(status))).text(.english) == "Unknown error")
    }
    #expect(text(.addingFailed(.request(.offline))) == text(.requestFailed(.offline)))
    #expect(
      text(.newAccountLogInFailed)
        == "Foi possível criar a conta, mas houve alguma falha ao tentar efetuar o loguin")
    #expect(
      text(.addingFailed(.notPermitted)) == "Você não tem permissão para adicionar participantes ao evento!")
    #expect(text(.addingFailed(.notProcessed)) == "Erro enquanto tentava adicionar o participante")
  }
}
