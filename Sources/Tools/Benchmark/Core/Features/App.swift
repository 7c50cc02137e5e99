import Colmeia

/// A screen with texts, of which one is typed and saved.
struct Page: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(1)
    var text = longText(2)
    var items = [longText(3), longText(4)]
    var note: String?
    var isSaving = false
  }
  enum Action: Sendable { case increment, typed(String), rename(Int, String), save, saved(String) }
  enum Effect: Equatable, Sendable { case save(String) }
  enum ID: String { case save = "sheet.save" }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .typed(let text): state.text = text
    case .rename(let index, let name): state.items[index] = name
    case .save:
      state.isSaving = true
      return .run(.save(state.text), id: ID.save, .replace)
    case .saved(let text):
      state.isSaving = false
      state.note = text
    }
    return .none
  }
}

/// A handler that saves at once, or never stops.
struct PageHandler: EffectHandler {
  var isStuck = false
  func work(for effect: Page.Effect) -> Work<Page.Action> {
    switch effect {
    case .save(let text):
      isStuck
        ? .async { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        : .action(.saved(text))
    }
  }
}

/// Nine features, as in the reference app: three of them are there only at times. An app with sheets has ten more, which
/// are closed at first.
struct App: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(0)
    var auth = Page.State()
    var members = Page.State()
    var events = Page.State()
    var news = Page.State()
    var shots = Page.State()
    var album = Page.State()
    var feed: BreedFeed.State?
    var profile: Page.State?
    var chat: Page.State?
    var sheets = Ten<Page.State?>(nil)
  }
  enum Action: Sendable {
    case increment, openAll, closeAll, openProfile(String)
    case auth(Page.Action), members(Page.Action), events(Page.Action)
    case news(Page.Action), shots(Page.Action), album(Page.Action)
    case feed(BreedFeed.Action), profile(Page.Action), chat(Page.Action), sheet(Int, Page.Action)
  }
  enum Effect: Equatable, Sendable {
    case auth(Page.Effect), members(Page.Effect), events(Page.Effect)
    case news(Page.Effect), shots(Page.Effect), album(Page.Effect)
    case feed(BreedFeed.Effect), profile(Page.Effect), chat(Page.Effect), sheet(Int, Page.Effect)
  }
  let auth = Child(\State.auth, Page(), Action.auth, Effect.auth)
  let members = Child(\State.members, Page(), Action.members, Effect.members)
  let events = Child(\State.events, Page(), Action.events, Effect.events)
  let news = Child(\State.news, Page(), Action.news, Effect.news)
  let shots = Child(\State.shots, Page(), Action.shots, Effect.shots)
  let album = Child(\State.album, Page(), Action.album, Effect.album)
  let feed = Child(\State.feed, BreedFeed(), Action.feed, Effect.feed)
  let profile = Child(\State.profile, Page(), Action.profile, Effect.profile).identified(by: \.title)
  let chat = Child(\State.chat, Page(), Action.chat, Effect.chat)
  let sheets: [Child<State, Action, Effect, Page>]

  init(hasSheets: Bool = false) {
    let paths: [WritableKeyPath<State, Page.State?> & Sendable] = [
      \.sheets.a, \.sheets.b, \.sheets.c, \.sheets.d, \.sheets.e, \.sheets.f, \.sheets.g, \.sheets.h, \.sheets.i,
      \.sheets.j,
    ]
    sheets = (hasSheets ? paths : []).enumerated().map { index, path in
      Child(path, Page(), { .sheet(index, $0) }, { .sheet(index, $0) }, name: "sheet \(index)")
    }
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .openAll:
      (state.feed, state.profile, state.chat) = (BreedFeed.State(), Page.State(), Page.State())
      if !sheets.isEmpty { state.sheets = Ten(Page.State()) }
    case .closeAll: (state.feed, state.profile, state.chat, state.sheets) = (nil, nil, nil, Ten(nil))
    case .openProfile(let title): state.profile = Page.State(title: title)
    case .auth(let action): return auth.reduce(&state, action)
    case .members(let action): return members.reduce(&state, action)
    case .events(let action): return events.reduce(&state, action)
    case .news(let action): return news.reduce(&state, action)
    case .shots(let action): return shots.reduce(&state, action)
    case .album(let action): return album.reduce(&state, action)
    case .feed(let action): return feed.reduce(&state, action)
    case .profile(let action): return profile.reduce(&state, action)
    case .chat(let action): return chat.reduce(&state, action)
    case .sheet(let index, let action): return sheets[index].reduce(&state, action)
    }
    return .none
  }

  /// Returns a store, in which everything was open once if `wasOpen`.
  static func store(hasSheets: Bool = false, wasOpen: Bool = false, isStuck: Bool = false) -> Store<App> {
    let app = App(hasSheets: hasSheets)
    // Effects that don't stop are reported, as they should.
    let store = Store(State(), app, AppHandler(app: app, page: PageHandler(isStuck: isStuck)), report: { _ in })
    for action in wasOpen ? [Action.openAll, .closeAll] : [] { store.send(action) }
    return store
  }
}

struct AppHandler: EffectHandler {
  let app: App
  let page: PageHandler
  let feed = FeedHandler()
  func work(for effect: App.Effect) -> Work<App.Action> {
    switch effect {
    case .auth(let effect): app.auth.work(for: effect, by: page)
    case .members(let effect): app.members.work(for: effect, by: page)
    case .events(let effect): app.events.work(for: effect, by: page)
    case .news(let effect): app.news.work(for: effect, by: page)
    case .shots(let effect): app.shots.work(for: effect, by: page)
    case .album(let effect): app.album.work(for: effect, by: page)
    case .feed(let effect): app.feed.work(for: effect, by: feed)
    case .profile(let effect): app.profile.work(for: effect, by: page)
    case .chat(let effect): app.chat.work(for: effect, by: page)
    case .sheet(let index, let effect): app.sheets[index].work(for: effect, by: page)
    }
  }
}
