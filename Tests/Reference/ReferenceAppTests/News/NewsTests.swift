import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct NewsTests {
  static let daily = Newspaper(name: "Diário", about: "Todo dia")
  static func item(_ id: String, _ newspaper: String = "Diário", body: String = "uma\nduas") -> NewsItem {
    NewsItem(id: id, newspaper: newspaper, title: "Título \(id)", body: body)
  }
  private static func follow(_ names: [String], after id: String? = nil) -> News.Effect {
    .follow(names, after: id, over: .feed)
  }

  /// Returns a guest who is subscribed to the daily newspaper, with an open stream.
  private static func reading() -> TestStore<News> {
    var state = News.State(reader: .guest, subscriptions: ["Diário"])
    state.feed.connection = .open
    return TestStore(state, News(), effects: [follow(["Diário"])])
  }

  @Test func `Logging in as an existing newspaper leads to the list of newspapers to subscribe to`() {
    var store = TestStore(News.State(), News())
    store.send(.enter) { $0.form.failure = .incomplete }
    store.send(.typed(.name, " Diário ")) { $0.form = NewspaperForm(name: " Diário ") }
    store.send(.enter, effects: [.find("Diário")]) { $0.form.isInProgress = true }
    store.send(.enter)
    store.answer(.find("Diário"), with: .enterFailed(.notFound)) {
      $0.form.isInProgress = false
      $0.form.failure = .call(.notFound)
    }
    store.send(.enter, effects: [.find("Diário")]) {
      $0.form.isInProgress = true
      $0.form.failure = nil
    }
    store.answer(
      .find("Diário"), with: .entered(Self.daily),
      effects: [.keep(SavedNews(newspaper: "Diário")), .newspapers(page: 1)]
    ) {
      $0.saving = .writing
      $0.reader = .newspaper("Diário")
      $0.form = NewspaperForm()
      $0.page = .newspapers
      $0.isLoadingNewspapers = true
    }
    store.answer(.keep(SavedNews(newspaper: "Diário")), with: .kept) { $0.saving = .idle }
    store.answer(.newspapers(page: 1), with: .newspapers(NewspaperPage(newspapers: [Self.daily], unreadable: 1))) {
      $0.newspapers = [Self.daily]
      $0.unreadable = 1
      $0.isLoadingNewspapers = false
    }
    store.finish()
  }

  @Test func `Creating a newspaper requires a name and a description`() {
    var store = TestStore(News.State(), News())
    store.send(.choose(.create)) { $0.form.purpose = .create }
    store.send(.typed(.name, "Diário")) { $0.form.name = "Diário" }
    store.send(.enter) { $0.form.failure = .incomplete }
    store.send(.typed(.about, "Todo dia")) {
      $0.form.about = "Todo dia"
      $0.form.failure = nil
    }
    store.send(.enter, effects: [.create(Self.daily)]) { $0.form.isInProgress = true }
    store.answer(.create(Self.daily), with: .enterFailed(.refused(422, message: "x"))) {
      $0.form.isInProgress = false
      $0.form.failure = .call(.refused(422, message: "x"))
    }
    store.finish()
  }

  @Test func `The saved state is restored after a restart, and the stream resumes where it stopped`() {
    var store = TestStore(News.State(), News())
    store.send(.restore, effects: [.restore]) { $0.reader = .restoring }
    store.send(.restore)
    let saved = SavedNews(
      newspaper: "Diário", subscriptions: ["Diário"], items: [Self.item("2"), Self.item("1")],
      keys: [Self.item("1").key, Self.item("2").key], resume: "2")
    store.answer(.restore, with: .restored(saved), effects: [Self.follow(["Diário"], after: "2")]) {
      $0.reader = .newspaper("Diário")
      $0.subscriptions = ["Diário"]
      $0.feed = NewsStream(
        connection: .connecting, list: NewsList([Self.item("2"), Self.item("1")]), resume: "2", start: "2")
    }
    store.resolve(Self.follow(["Diário"], after: "2"), with: .received(.opened(after: "2"), over: .feed)) {
      $0.feed.connection = .open
    }
    // The server sends an item again.
    store.resolve(Self.follow(["Diário"], after: "2"), with: .received(.item(Self.item("2")), over: .feed))
    store.finish(leaving: [Self.follow(["Diário"], after: "2")])
  }

  @Test func `A guest is not logged in after a restart, but keeps the subscriptions`() {
    var store = TestStore(News.State(reader: .restoring), News())
    store.send(.restored(SavedNews(subscriptions: ["Diário"]))) {
      $0.reader = .loggedOut
      $0.subscriptions = ["Diário"]
    }
    let kept = SavedNews(subscriptions: ["Diário"])
    store.send(.enterAsGuest, effects: [.keep(kept), Self.follow(["Diário"])]) {
      ($0.reader, $0.saving) = (.guest, .writing)
      $0.feed.connection = .connecting
    }
    store.send(.compose)
    store.finish(leaving: [.keep(kept), Self.follow(["Diário"])])
  }

  @Test func `A failure to read the saved state is reported, and doesn't prevent entering`() {
    var store = TestStore(News.State(reader: .restoring), News())
    store.send(.restoreFailed(.damaged)) {
      $0.reader = .loggedOut
      $0.storeFailure = .damaged
    }
    store.finish()
  }

  @Test func `What is saved is not replaced if it could not be read, which can be tried again`() {
    var store = TestStore(News.State(reader: .restoring), News())
    store.send(.restoreFailed(.inputOutput)) { ($0.reader, $0.restoreFailure) = (.loggedOut, .inputOutput) }
    let buttons = AppReducer.State(news: store.state, tab: .news).screen(.english).buttons
    #expect(buttons.last?.label == "Try again" && buttons.last?.action == .news(.restore))
    store.send(.enterAsGuest, effects: [.newspapers(page: 1)]) {
      ($0.reader, $0.page, $0.isLoadingNewspapers) = (.guest, .newspapers, true)
    }
    store.send(.logOut, cancels: [.newspapers(page: 1)]) {
      ($0.reader, $0.page, $0.isLoadingNewspapers) = (.loggedOut, .feed, false)
    }
    store.send(.restore, effects: [.restore]) { ($0.reader, $0.restoreFailure) = (.restoring, nil) }
    store.answer(.restore, with: .restored(nil)) { $0.reader = .loggedOut }
    store.finish()
  }

  /// Returns a list that has received these items over an open connection.
  private static func list(_ items: NewsItem...) -> NewsList {
    items.reduce(into: NewsList()) { _ = $0.receive($1) }
  }

  private static func kept(_ names: [String], _ list: NewsList, resume: String?) -> News.Effect {
    var feed = NewsStream()
    (feed.list, feed.resume) = (list, resume)
    return .keep(SavedNews(News.State(reader: .guest, subscriptions: names, feed: feed)))
  }

  @Test func `The stream goes on after the last event, whatever it is, and a new one starts there`() {
    var stream = NewsStream()
    stream.open()
    func receive(_ event: NewsStream.Event) -> String? {
      _ = stream.receive(event)
      return stream.resume
    }
    #expect(receive(.opened(after: nil)) == nil)
    #expect(receive(.item(Self.item("1"))) == "1")
    #expect(receive(.skipped(id: "2")) == "2")
    #expect(receive(.corrupted(id: "3")) == "3")
    #expect(receive(.interrupted) == "3")
    // The effect that is running doesn't change.
    #expect(stream.start == nil)
    stream.open()
    #expect(stream.start == "3")
    // The server doesn't know the item, so the stream has started at the beginning. What is known stays.
    #expect(receive(.opened(after: nil)) == nil)
    #expect(stream.list.items.map(\.id) == ["1"])
    #expect(receive(.corrupted(id: "")) == nil)
  }

  @Test func `Each item is shown once, the newest first, and saved; while one state is written, the newest waits`() {
    var store = Self.reading()
    let stream = Self.follow(["Diário"])
    let (one, two, three) = (Self.item("1"), Self.item("2"), Self.item("3"))
    let first = Self.kept(["Diário"], Self.list(one), resume: "1")
    store.resolve(stream, with: .received(.item(one), over: .feed), effects: [first]) {
      ($0.feed.list, $0.feed.resume, $0.saving) = (Self.list(one), "1", .writing)
    }
    store.resolve(stream, with: .received(.item(one), over: .feed))
    store.resolve(stream, with: .received(.item(two), over: .feed)) {
      ($0.feed.list, $0.feed.resume, $0.saving) = (Self.list(one, two), "2", .outdated)
    }
    store.resolve(stream, with: .received(.item(three), over: .feed)) {
      ($0.feed.list, $0.feed.resume) = (Self.list(one, two, three), "3")
    }
    let last = Self.kept(["Diário"], Self.list(one, two, three), resume: "3")
    store.answer(first, with: .notKept(.full), effects: [last]) { ($0.saving, $0.storeFailure) = (.writing, .full) }
    store.answer(last, with: .kept) { ($0.saving, $0.storeFailure) = (.idle, nil) }
    store.finish(leaving: [stream])
  }

  @Test func `Subscribing loads earlier items, and unsubscribing removes them`() {
    var store = Self.reading()
    let list = Self.list(Self.item("1"))
    let first = Self.kept(["Diário"], list, resume: "1")
    store.resolve(Self.follow(["Diário"]), with: .received(.item(Self.item("1")), over: .feed), effects: [first]) {
      ($0.feed.list, $0.feed.resume, $0.saving) = (list, "1", .writing)
    }
    store.answer(first, with: .kept) { $0.saving = .idle }
    let second = Self.kept(["Diário", "Folha"], list, resume: nil)
    store.send(
      .toggle("Folha"), effects: [second, Self.follow(["Diário", "Folha"])], cancels: [Self.follow(["Diário"])]
    ) {
      ($0.subscriptions, $0.feed.connection, $0.saving) = (["Diário", "Folha"], .connecting, .writing)
      $0.feed.resume = nil
    }
    store.send(
      .toggle("Diário"), effects: [Self.follow(["Folha"])], cancels: [Self.follow(["Diário", "Folha"])]
    ) {
      ($0.subscriptions, $0.feed.list, $0.saving) = (["Folha"], NewsList(), .outdated)
    }
    store.send(.toggle("Folha"), cancels: [Self.follow(["Folha"])]) {
      ($0.subscriptions, $0.feed.connection) = ([], .closed)
    }
    store.answer(second, with: .kept, effects: [.keep(SavedNews())]) { $0.saving = .writing }
    store.finish(leaving: [.keep(SavedNews())])
  }

  @Test func `A lost connection recovers automatically; after a refusal the user reconnects`() {
    var store = Self.reading()
    let stream = Self.follow(["Diário"])
    store.resolve(stream, with: .received(.interrupted, over: .feed)) { $0.feed.connection = .waiting }
    store.resolve(stream, with: .received(.opened(after: nil), over: .feed)) { $0.feed.connection = .open }
    store.resolve(stream, with: .received(.corrupted(id: ""), over: .feed)) { $0.feed.isCorrupted = true }
    store.answer(stream, with: .received(.refused(.status(404)), over: .feed)) {
      $0.feed.connection = .refused(.status(404))
    }
    store.send(.received(.opened(after: nil), over: .feed))
    store.send(.reconnect, effects: [stream]) {
      $0.feed.connection = .connecting
      $0.feed.isCorrupted = false
    }
    store.send(.reconnect)
    store.finish(leaving: [stream])
  }

  @Test func `The archive of a newspaper has its own stream while it is open`() {
    var store = Self.reading()
    let archive = News.Effect.follow(["Folha"], after: nil, over: .archive)
    store.send(.openArchive("Folha"), effects: [archive]) {
      $0.archived = "Folha"
      $0.archive.connection = .connecting
    }
    store.send(.openArchive("Folha"))
    store.resolve(archive, with: .received(.opened(after: nil), over: .archive)) { $0.archive.connection = .open }
    store.resolve(archive, with: .received(.item(Self.item("9", "Folha")), over: .archive)) {
      ($0.archive.list, $0.archive.resume) = (Self.list(Self.item("9", "Folha")), "9")
    }
    store.send(.open(Self.item("9", "Folha").key)) { $0.selection = Self.item("9", "Folha") }
    store.send(.close) { $0.selection = nil }
    store.send(.closeArchive, cancels: [archive]) {
      $0.archived = nil
      $0.archive = NewsStream()
    }
    store.send(.open(Self.item("9", "Folha").key))
    store.finish(leaving: [Self.follow(["Diário"])])
  }

  @Test func `A newspaper publishes an item, whose ID the server assigns`() {
    var store = TestStore(News.State(reader: .newspaper("Diário")), News())
    store.send(.publish)
    store.send(.compose) { $0.draft = NewsForm() }
    store.send(.publish) { $0.draft?.failure = .incomplete }
    store.send(.typed(.title, "Chuva\n hoje ")) { $0.draft = NewsForm(title: "Chuva\n hoje ") }
    store.send(.typed(.body, "uma\n\nduas\n")) { $0.draft?.body = "uma\n\nduas\n" }
    let publish = News.Effect.publish(NewsDraft(title: "Chuva  hoje", body: "uma\n\nduas\n"), as: "Diário")
    store.send(.publish, effects: [publish]) { $0.draft?.isPublishing = true }
    store.send(.publish)
    store.send(.discard)
    store.answer(publish, with: .publishFailed(.serverFailed(500))) {
      $0.draft?.isPublishing = false
      $0.draft?.failure = .call(.serverFailed(500))
    }
    store.send(.publish, effects: [publish]) {
      $0.draft?.isPublishing = true
      $0.draft?.failure = nil
    }
    store.answer(publish, with: .published(Self.item("1"))) {
      ($0.draft, $0.published) = (nil, Self.item("1"))
    }
    store.finish()
  }

  @Test func `Logging out keeps only the subscriptions and cancels all requests`() {
    var state = News.State(
      reader: .newspaper("Diário"), page: .newspapers, newspapers: [Self.daily], subscriptions: ["Diário"],
      selection: Self.item("1"), draft: NewsForm(title: "x", body: "y", isPublishing: true))
    state.feed.connection = .open
    var store = TestStore(state, News(), effects: [Self.follow(["Diário"])])
    store.send(.loadNewspapers, effects: [.newspapers(page: 1)]) { $0.isLoadingNewspapers = true }
    let kept = News.Effect.keep(SavedNews(subscriptions: ["Diário"]))
    store.send(.logOut, effects: [kept], cancels: [.newspapers(page: 1), Self.follow(["Diário"])]) {
      $0 = News.State(subscriptions: ["Diário"], saving: .writing)
    }
    store.answer(kept, with: .notKept(.full)) { ($0.saving, $0.storeFailure) = (.idle, .full) }
    store.send(.show(.newspapers))
    store.send(.toggle("Folha"))
    store.finish()
  }
}
