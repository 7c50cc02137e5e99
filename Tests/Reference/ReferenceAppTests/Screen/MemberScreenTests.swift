import Testing

@testable import ReferenceApp

/// Tests the screens of a profile and of a chat, and their controls.
@Suite struct MemberScreenTests {
  private static let ana = Member(id: 1, name: "Ana", about: "Oi", photo: "users/1/a.png")

  private static func screen(_ profile: Profile.State, me: Member? = MembersTests.ana) -> ScreenModel {
    var state = AppReducer.State(profile: profile, tab: .events)
    if let me { state.members.session = .signedIn(me) }
    return state.screen(.english)
  }

  @Test func `The user's own profile can be edited, but not those of others`() {
    let mine = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), photoSize: 100))
    #expect(mine.title == "Ana" && mine.rows.map(\.text) == ["About", "Photo"])
    #expect(mine.rows.map(\.detail) == ["Oi", "100 bytes"] && !mine.isBusy)
    #expect(mine.buttons.map(\.action) == [.profile(.edit), .profile(.load), .closeProfile])
    let others = Self.screen(Profile.State(id: 2, info: Loaded(Member(id: 2, name: "Bruno"))))
    #expect(others.rows.map(\.detail) == ["No photo"])
    #expect(others.buttons.map(\.action) == [.profile(.load), .closeProfile])
  }

  @Test func `Loading and failures are shown`() {
    let loading = Self.screen(
      Profile.State(id: 1, info: Loaded(isLoading: true), isLoadingPhoto: true, photoPercent: 40))
    #expect(loading.title == "Loading…" && loading.isBusy && loading.rows.isEmpty)
    let photo = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), isLoadingPhoto: true, photoPercent: 40))
    #expect(photo.rows.map(\.detail) == ["Oi", "Loading… 40%"])
    #expect(loading.buttons.map(\.isEnabled) == [false, false, true])
    let failed = Self.screen(
      Profile.State(id: 1, info: Loaded(failure: .notFound), photoFailure: .refused("NoSuchKey")))
    #expect(failed.messages.map(\.text) == ["Not found.", "The photo was rejected: it no longer exists."])
    #expect(failed.title == "Profile" && failed.rows.isEmpty)
  }

  @Test func `The form has name, text and file, and shows the progress of saving`() throws {
    var form = ProfileForm(Self.ana)
    form.photo = "dog.png"
    let open = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), form: form))
    try #require(
      open.fields.map(\.value) == ["Ana", "Oi", "dog.png"] && open.buttons.map(\.isEnabled) == [true, true])
    #expect(try open.fields[0].action(typing: "Bia") == .profile(.typed(.name, "Bia")))
    #expect(try open.fields[2].action(typing: "x") == .profile(.choosePhoto("x")))
    form.photoStep = .uploading
    form.uploadPercent = 7
    form.failure = .photo(.unreadable)
    let saving = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), form: form))
    #expect(saving.isBusy && saving.rows.map(\.text) == ["Saving… 7%"])
    #expect(saving.buttons.map(\.isEnabled) == [false, true])  // the upload can be cancelled
    #expect(saving.messages.map(\.text) == ["The photo file could not be read."])
    form.isSavingText = true
    #expect(
      Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), form: form)).buttons.map(\.isEnabled) == [false, false])
  }

  @Test func `A text that is too long is said at its field`() {
    var form = ProfileForm(Self.ana)
    form.name = String(repeating: "a", count: 201)
    form.failure = form.mistake
    let screen = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), form: form))
    #expect(screen.messages.map(\.field) == ["Name"])
    #expect(screen.messages.map(\.text) == ["The name may have at most 200 characters, fewer with accents."])
    (form.name, form.about) = ("Ana", String(repeating: "a", count: 2_001))
    #expect(form.mistake == .tooLong(.about) && !form.canSave(over: Self.ana))
    var member = MemberForm(purpose: .createAccount, name: form.about, email: "a@b.co", password: Secret("p"))
    #expect(member.mistake == .tooLong(.name))
    (member.name, member.about) = ("Ana", form.about)
    #expect(member.mistake == .tooLong(.about))
    var state = AppReducer.State(tab: .events)
    state.members.form = member
    state.members.form.failure = member.mistake
    let signUp = state.screen(.portuguese)
    #expect(signUp.messages.map(\.field) == ["Sobre"])
    #expect(signUp.messages.map(\.text) == ["O texto sobre pode ter no máximo 2000 caracteres, menos com acentos."])
  }

  @Test(
    arguments: [
      ("name", 80, "Nome", "O nome pode ter no máximo 80 caracteres, menos com acentos."),
      ("email", nil, "E-mail", "O servidor não aceitou o e-mail. Confira e tente de novo."),
      ("password", nil, "Senha", "O servidor não aceitou a senha. Confira e tente de novo."),
      ("about", 9, "Sobre", "O texto sobre pode ter no máximo 9 caracteres, menos com acentos."),
      ("photo_url", nil, nil, "O servidor não aceitou esses dados. Confira e tente de novo."),
    ] as [(String, Int?, String?, String)])
  func `What the server refuses is said at the field, in the words of the form`(
    field: String, limit: Int?, label: String?, text: String
  ) {
    var state = AppReducer.State(tab: .events)
    state.members.session = .signedOut(nil)
    state.members.form = MemberForm(purpose: .createAccount)
    state.members.form.failure = .account(.refused(field: field, limit: limit))
    let messages = state.screen(.portuguese).messages
    #expect(messages.map(\.field) == [label] && messages.map(\.text) == [text])
  }

  @Test func `What the server refuses of a profile or an event is said at the field`() {
    let refusal = EventbeeFailure.refused(field: "about", limit: 90)
    var form = ProfileForm(Self.ana)
    form.failure = .api(refusal)
    let profile = Self.screen(Profile.State(id: 1, info: Loaded(Self.ana), form: form)).messages
    #expect(profile.map(\.field) == ["About"])
    #expect(profile.map(\.text) == ["The text about may have at most 90 characters, fewer with accents."])
    var state = AppReducer.State(tab: .events)
    state.events.form = EventForm()
    state.events.form?.failure = .refused(field: "datetime_end", limit: nil)
    let event = state.screen(.english).messages
    #expect(event.map(\.field) == ["End (UTC)"])
    #expect(event.map(\.text) == ["The server did not accept the end. Check it and try again."])
  }

  @Test func `A stranger gets from an event to the form for logging in`() {
    var state = AppReducer.State(tab: .events)
    state.members.session = .signedOut(nil)
    state.events.detail = EventDetail(id: 7, event: EventsTests.party)
    let way = state.screen(.english).rows.first { $0.text == "Log in to Eventbee to enroll." }
    #expect(way?.action == .events(.close))
    state.events.detail = nil
    #expect(state.screen(.english).fields.map(\.label) == ["Email", "Password"])
  }

  private static func chat(_ change: (inout Chat.State) -> Void) -> ScreenModel {
    var chat = Chat.State(event: 7, connection: .open)
    change(&chat)
    var state = AppReducer.State(chat: chat, tab: .events)
    state.members.session = .signedIn(MembersTests.ana)
    state.events.detail = EventDetail(id: 7, event: EventsTests.party)
    return state.screen(.english)
  }

  @Test func `A chat shows its messages, the unsent ones, and the draft`() throws {
    let screen = Self.chat { chat in
      chat.messages = [
        ChatMessage(id: 1, person: Person(id: 2, name: "Bruno"), text: "Oi", date: 0),
        ChatMessage(id: 2, person: Person(id: 1, name: "Ana"), text: "Olá", date: 1),
      ]
      chat.unsent = [UnsentMessage(clientID: "s-1", text: "Tudo bem?")]
      (chat.draft, chat.session, chat.hasOlder) = ("e", "s", true)
    }
    #expect(screen.title == "Chat: Festa" && screen.rows.map(\.text) == ["Oi", "Olá", "Tudo bem?"])
    #expect(screen.rows.map(\.detail) == ["Bruno", "Ana", "Sending…"])
    #expect(screen.rows.map(\.isSelected) == [false, true, true] && screen.messages == [] && !screen.isBusy)
    #expect(try screen.fields[0].action(typing: "x") == .chat(.typed("x")))
    #expect(screen.buttons.map(\.action) == [.chat(.send), .chat(.loadOlder), .leaveChat])
  }

  @Test func `A chat shows the status of its connection, and a failed request`() {
    let texts: [(Chat.State.Connection, String)] = [
      (.connecting, "Connecting…"), (.waiting, "No connection. Reconnecting…"),
      (.refused, "Only participants can chat."), (.ended, "The chat has ended."), (.open, "No messages."),
    ]
    for (connection, text) in texts {
      let screen = Self.chat { $0.connection = connection }
      #expect(screen.messages.map(\.text) == [text] && screen.isBusy == (connection == .connecting))
    }
    let failed = Self.chat { chat in
      (chat.failure, chat.isCatchingUp) = (.request(.offline), true)
    }
    #expect(failed.isBusy && failed.messages.count == 1)
    #expect(failed.buttons.map(\.action) == [.chat(.send), .chat(.retry), .leaveChat])
  }

  @Test(arguments: Language.allCases)
  func `Every phrase about photos has a unique text`(language: Language) {
    let failures: [PhotoFailure] = [
      .unreadable, .notAnImage, .tooLarge(limit: 5 << 20), .refused("AccessDenied"), .request(.offline),
    ]
    let phrases =
      failures.map(Phrase.photoFailed) + [.profileFailed(.api(.notFound)), .profileFailed(.photo(.refused("x")))]
    let texts = phrases.map { $0.text(language) }
    #expect(!texts.contains("") && Set(texts).count == texts.count)
  }
}
