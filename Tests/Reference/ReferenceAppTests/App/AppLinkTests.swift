import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct AppLinkTests {
  private static let key = NewsItem.Key(newspaper: "Pólen & Mel/1", id: "ü ?#")
  private let signedIn = AppReducer.State(
    auth: Auth.State(session: .signedIn(Example.account)),
    feed: Feed.State(breed: .pug, phase: .loaded([])), members: Members.State(session: .signedIn(MembersTests.ana)))

  @Test(
    arguments: [
      FeedLink(breed: .pug), FeedLink(image: ImageReference(rawValue: "a b")), EventsLink.list, EventsLink.event(7),
      EventsLink.chat(7), EventsLink.person(-3), NewsLink.feed, NewsLink.item(key), NewsLink.newspapers,
      NewsLink.newspaper("a/b%"), ShotsLink.list, ShotsLink.shot(9), AlbumLink(), ProfileLink(),
    ].map(AppLink.init) + [.start])
  func `A link's text parses to the same link`(link: AppLink) throws {
    let parsed = try AppLink.parse(link.text)
    #expect(parsed == link && "\(parsed.target, default: "")" == "\(link.target, default: "")")
    #expect(try AppLink.parse(link.text + (link.text.contains("?") ? "&x=y" : "?x=y") + "#z") == link)
  }

  @Test(arguments: [
    "", "events", "/events/x", "/events/1/talk", "/events/1/chat/2", "/news/a", "/shots/99999999999999999999",
  ])
  func `An unknown path is rejected`(text: String) {
    #expect(throws: FeedLinkFailure.self) { try AppLink.parse(text) }
  }

  @Test func `A link opens an event, the address follows the screen, and the link to the list returns to it`() {
    var store = PartialTestStore(signedIn, AppReducer())
    store.send(.open("/events/7"))
    #expect(store.state.tab == .events && store.state.events.detail?.id == 7)
    #expect(store.state.screen(.english).address == "/events/7")
    store.send(.events(.new))
    #expect(store.state.screen(.english).address == nil, "a form has no address")
    store.send(.open("/events"))
    #expect(store.state.events.detail == nil && store.state.events.form == nil)
    #expect(store.state.screen(.english).address == "/events")
    #expect(store.state.events.list.isLoading, "a list that was never loaded starts loading")
  }

  @Test func `A link doesn't discard a form that is being saved`() {
    var state = signedIn
    state.tab = .events
    state.events.form = EventForm()
    state.events.form?.isSaving = true
    var store = PartialTestStore(state, AppReducer())
    store.send(.open("/events/7"))
    #expect(store.state.events.form?.isSaving == true && store.state.events.detail == nil)
  }

  @Test func `A link to the album discards a draft, unless the photo is being sent`() {
    var state = signedIn
    state.album.session = .signedIn(AlbumTests.owner)
    state.album.draft = AlbumDraft()
    var store = PartialTestStore(state, AppReducer())
    store.send(.open("/album"))
    #expect(store.state.album.draft == nil && store.state.screen(.english).address == "/album")
    state.album.draft?.isSending = true
    store = PartialTestStore(state, AppReducer())
    store.send(.open("/album"))
    #expect(store.state.tab == .album && store.state.album.draft?.isSending == true)
  }

  @Test func `Profiles, shots, newspapers and the user's own profile have links`() {
    var store = PartialTestStore(signedIn, AppReducer())
    for link in ["/people/2", "/shots/4", "/shots", "/news", "/profile", "/people/2"] {
      store.send(.open(link))
      #expect(store.state.screen(.english).address == link)
    }
    #expect(store.state.profile?.id == 2 && store.state.tab == .profile)
    store.send(.news(.restored(nil)))
    store.send(.news(.enterAsGuest))
    for link in ["/newspapers", "/newspapers/a%2Fb", "/news"] {
      store.send(.open(link))
      #expect(store.state.screen(.english).address == link)
    }
  }

  @Test func `A link to an item finds it in the feed while another archive is open, and closes that`() {
    var state = AppReducer.State(tab: .news)
    state.news = News.State(reader: .guest, subscriptions: ["Diário"])
    state.news.feed.list = NewsList([NewsTests.item("1")])
    for archived in ["Folha", "Diário"] {
      state.news.archived = archived
      var store = PartialTestStore(state, AppReducer())
      store.send(.open("/news/Di%C3%A1rio/1"))
      #expect(store.state.news.selection == NewsTests.item("1"))
      #expect(store.state.news.archived == (archived == "Folha" ? nil : archived))
    }
  }

  @Test func `A link to a chat opens the event if the chat can't be entered`() {
    var store = PartialTestStore(signedIn, AppReducer())
    store.send(.open("/events/7/chat"))
    #expect(store.state.chat == nil && store.state.link == AppLink(EventsLink.event(7)))
  }

  @Test(arguments: ["/profile", "/feed?category=pug", "/"])
  func `Without an account, a link to what needs one leads to the sign-up screen`(link: String) {
    var store = PartialTestStore(AppReducer.State(), AppReducer())
    store.send(.open("/events"))
    #expect(store.state.link == AppLink(EventsLink.list))
    store.send(.open(link))
    #expect(store.state.screen == .signUp && store.state.link == .start)
  }
}
