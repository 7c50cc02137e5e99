import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// What a person has written, or needs in order to leave, isn't lost by going elsewhere.
@Suite struct LeavingTests {
  private static let ana = EventsTests.ana

  private static var chatting: AppReducer.State {
    var state = AppReducer.State(tab: .events)
    state.members.session = .signedIn(ana)
    state.events = Events.State(list: Loaded([EventsTests.party]), mine: Loaded([7]))
    state.events.detail = EventDetail(id: 7, event: EventsTests.party)
    state.chat = Chat.State(event: 7, connection: .waiting, session: "s", written: 3)
    return state
  }

  @Test func `Unsent messages and the draft are there again when the chat is opened again`() {
    var store = PartialTestStore(Self.chatting, AppReducer())
    store.send(.chat(.typed("olá")))
    store.send(.chat(.send))
    store.send(.chat(.typed("e")))
    store.send(.leaveChat) { #expect($0.chat == nil && $0.keptChats.count == 1) }
    #expect(
      store.state.screen(.english).messages.map(\.text) == [
        "Some messages may not have been sent. Open the chat to check."
      ])
    store.send(.enterChat)
    #expect(store.state.keptChats == [])
    #expect(store.state.chat?.unsent == [UnsentMessage(clientID: "s-4", text: "olá")])
    #expect(
      store.state.chat?.draft == "e" && store.state.chat?.written == 4 && store.state.chat?.connection == .connecting)
    store.send(
      .chat(.connected(session: "t")),
      effects: [.chat(.speak(event: 7, UnsentMessage(clientID: "s-4", text: "olá")))])
  }

  @Test func `A link keeps them, too, a chat without any keeps nothing, and a log-out discards them`() {
    var store = PartialTestStore(Self.chatting, AppReducer())
    store.send(.leaveChat)
    #expect(store.state.keptChats == [])
    store.send(.enterChat)
    store.send(.chat(.typed("e")))
    store.send(.open("/events"))
    #expect(store.state.keptChats.map(\.event) == [7])
    store.send(.members(.sessionRefused))
    #expect(store.state.keptChats == [])
  }

  @Test func `A member who is refused in a chat sees the event and the enrollments anew`() {
    var store = PartialTestStore(Self.chatting, AppReducer())
    store.send(
      .chat(.rejected), effects: [.events(.event(7)), .events(.participants(7)), .events(.mine(1))],
      cancels: [.chat(.room(event: 7))])
    store.answer(.events(.event(7)), with: .events(.event(EventsTests.party)))
    store.answer(.events(.participants(7)), with: .events(.participants(7, [])))
    store.answer(.events(.mine(1)), with: .events(.mine([])))
    store.send(.chat(.rejected))
    #expect(store.pendingEffects == [])
  }

  /// A state whose profile has a new photo that was uploaded, but that the profile doesn't refer to yet.
  private static var uploaded: AppReducer.State {
    var state = chatting
    (state.chat, state.tab) = (nil, .events)
    state.profile = Profile.State(id: 1, info: Loaded(Member(id: 1, name: "Ana")))
    state.profile?.form = ProfileForm(Member(id: 1, name: "Ana"))
    state.profile?.form?.photo = "a.png"
    state.profile?.form?.photoStep = .uploaded(key: "users/1/a.png")
    return state
  }

  @Test(
    arguments: [
      .profile(.discard), .profile(.choosePhoto("b.png")), .closeProfile, .openProfile(2), .open("/events/7"),
    ] as [AppReducer.Action])
  func `A photo that was uploaded for nothing is removed`(action: AppReducer.Action) {
    var store = PartialTestStore(Self.uploaded, AppReducer())
    store.send(action)
    store.finish(.profile(.remove("users/1/a.png", user: 1)))
    #expect(store.state.profile?.unusedPhoto == nil)
  }

  @Test func `A photo that is to be used now isn't removed`() {
    var store = PartialTestStore(Self.uploaded, AppReducer())
    store.send(.select(.news))
    store.send(.select(.events))
    #expect(store.state.profile?.unusedPhoto != nil)
    let link = AppReducer.Effect.profile(.link(1, photo: "users/1/a.png", replacing: nil))
    store.send(.profile(.save), effects: [link])
    #expect(!store.pendingEffects.contains(.profile(.remove("users/1/a.png", user: 1))))
    store.send(.closeProfile) { #expect($0.profile != nil) }
    store.answer(link, with: .profile(.linkFailed(.request(.offline))))
    #expect(store.state.profile?.unusedPhoto != nil)
    #expect(!store.pendingEffects.contains(.profile(.remove("users/1/a.png", user: 1))))
  }

  @Test func `Selecting a tab that doesn't exist without an account changes nothing`() {
    var state = Self.uploaded
    state.tab = .feed
    state.profile?.form = nil
    (state.auth.session, state.feed, state.pendingEventsLink) = (.signedOut(nil), nil, .person(2))
    var store = TestStore(state, AppReducer())
    store.send(.select(.profile))
    store.finish()
  }

  @Test func `At most ten chats are kept`() {
    var state = Self.chatting
    for event in 1...20 {
      state.chat = Chat.State(event: event, draft: "x")
      AppReducer().leaveChat(&state)
    }
    #expect(state.keptChats.map(\.event) == Array(11...20))
  }

  @Test func `A member can log out where the events are, without an account at iddog`() {
    var state = Self.chatting
    (state.chat, state.events.detail) = (nil, nil)
    var store = PartialTestStore(state, AppReducer())
    let button = store.state.screen(.english).buttons.first { $0.action == .members(.logOut) }
    #expect(button?.isEnabled == true)
    store.send(.members(.logOut))
    #expect(store.state.screen(.english).isBusy)
    store.answer(.members(.logOut), with: .members(.logOutFailed(.request(.offline))))
    #expect(store.state.screen(.english).messages.map(\.text) == [Phrase.requestFailed(.offline).text(.english)])
  }

  @Test(arguments: ["/events/%ff/1", "/%zz/album", "/events/%4"])
  func `A damaged link opens nothing`(link: String) {
    #expect(throws: FeedLinkFailure.self) { try AppLink.parse(link) }
    var store = PartialTestStore(Self.chatting, AppReducer())
    store.send(.open(link))
    #expect(store.state.linkFailure != nil && store.state.chat != nil)
  }

  @Test func `To try again after a failed sign-in signs in`() {
    var album = Album.State(session: .signedOut)
    album.failure = .request(.offline)
    func retry() -> AppReducer.Action? {
      AppReducer.State(album: album, tab: .album).screen(.english).buttons.first { $0.label == "Try again" }?.action
    }
    #expect(retry() == .album(.restore))
    album.form = AlbumForm(email: "ana@b.example", password: Secret("ana-123"))
    #expect(retry() == .album(.signIn))
  }

  @Test func `A newspaper that was removed can be unsubscribed`() {
    var news = News.State(reader: .guest, page: .newspapers, newspapers: [NewsTests.daily])
    news.subscriptions = ["Diário", "Folha"]
    var rows: [ScreenModel.Row] { AppReducer.State(news: news, tab: .news).screen(.english).rows }
    #expect(
      rows.last?.action == .news(.openArchive("Folha"))
        && rows.last?.detail == "Not in the list. It may no longer exist.")
    news.archived = "Folha"
    let archive = AppReducer.State(news: news, tab: .news).screen(.english)
    #expect(archive.buttons[0].label == "Subscribed" && archive.buttons[0].action == .news(.toggle("Folha")))
    (news.archived, news.nextPage) = (nil, 2)
    #expect(rows.allSatisfy { $0.text != "Folha" }, "it may be on the next page")
  }

  @Test func `What is typed while an item is published is not lost silently`() {
    var news = News.State(reader: .newspaper("Diário"))
    news.draft = NewsForm(title: "a", body: "b", isPublishing: true)
    var store = TestStore(news, News())
    store.send(.typed(.body, "bc"))
    store.send(.publishFailed(.request(.offline))) {
      $0.draft?.isPublishing = false
      $0.draft?.failure = .call(.request(.offline))
    }
    store.send(.typed(.body, "bc")) {
      $0.draft?.body = "bc"
      $0.draft?.failure = nil
    }
    store.finish()
  }
}
