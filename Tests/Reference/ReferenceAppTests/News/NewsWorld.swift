import ColmeiaBase
import ColmeiaTesting
import ReferenceBackend
import TestSupport
import Testing

@testable import ReferenceApp

/// The app that reads news, with its handler and its file, over streams of the project's own back end. The test decides
/// which bytes arrive, and the model is the set of items that did.
///
/// The items are numbered in the order in which they are published, and their headlines are their numbers.
final class NewsWorld {
  static let papers = ["A", "B", "C"]

  /// Whether the server sends all items on each connection, whatever the client asks for.
  var ignoresIDs = false
  /// The number of the newest item.
  private(set) var published = 0
  /// The numbers of the items of subscribed newspapers that have arrived, and of all that may ever be shown again.
  private(set) var received: [String: Set<Int>] = [:]
  private(set) var store: Store<AppReducer>

  private let folder = Folder()
  private let transport = StubStreamTransport()
  private let clock = ManualClock()
  private let bell = Bell()
  private var subscription: Subscription?
  private let reducer: Backend
  private var backend: Machine<Backend>
  /// The numbers of the items that the server has.
  private var stored: Set<Int> = []
  private var backup: (state: Backend.State, stored: Set<Int>)
  private var exchanges: UInt64 = 0
  private var opened = 0
  /// The feed's stream, and the number of its exchange.
  private var stream: (reader: StubStream, id: ExchangeID)?
  /// The ID of the last item that the feed has received, which the next request must name.
  private(set) var last: String?

  init(quirks: CanillitaQuirks) throws {
    reducer = Backend(passwordRounds: 1, quirks: quirks.union([.clientIDs, .noHeartbeat]))
    backend = Machine(Backend.State(), reducer)
    backup = (backend.state, [])
    store = Store(AppReducer.State(), AppReducer(), NoHandler())
    found()
    backup = (backend.state, [])
    try start()
  }

  private struct NoHandler: EffectHandler {
    func work(for effect: AppReducer.Effect) -> Work<AppReducer.Action> { .done }
  }

  var news: News.State { store.state.news }
  var shown: [Int] { news.feed.list.items.compactMap { Int($0.title) } }

  /// Waits until the app's state fulfills a condition.
  func wait(_ what: String, at location: SourceLocation = #_sourceLocation, _ isTrue: () -> Bool) async throws {
    try #require(await bell.wait(for: "\(what): \(news.feed.connection)", at: location, until: isTrue))
  }

  func end() async {
    await store.shutdown()
    folder.remove()
  }
}

// The app.
extension NewsWorld {
  private func start() throws {
    let bench = try Bench(rules: [StubRule(.get, "/newspapers", .json([]))]) { environment in
      environment.streams = transport
      environment.newsFile = NewsFile(folder: folder.path)
      environment.newsTiming = EventSourceTiming(reconnection: .zero, cap: .zero, idle: nil)
      environment.clock = clock
    }
    store = Store(AppReducer.State(), AppReducer(), bench.handler, clock: clock)
    subscription = store.subscribe(to: \.self) { [bell] _ in bell.ring() }
  }

  func enter() async throws {
    store.send(.news(.restore))
    try await wait("restored") { news.reader == .loggedOut }
    store.send(.news(.enterAsGuest))
    if !news.subscriptions.isEmpty { try await serve() }
  }

  func restartApp() async throws {
    let before = news.feed
    await store.shutdown()
    if let stream { backend.send(.left(stream.id)) }
    try start()
    store.send(.news(.restore))
    try await wait("restored") { news.reader == .loggedOut }
    #expect(news.feed.list.items == before.list.items && news.feed.resume == before.resume)
    store.send(.news(.enterAsGuest))
    try await serve()
  }

  func toggle(_ paper: String, cutAfter events: Int? = nil) async throws {
    if news.subscriptions.contains(paper) { received[paper] = nil } else { (received[paper], last) = ([], nil) }
    store.send(.news(.toggle(paper)))
    if let stream { backend.send(.left(stream.id)) }
    stream = nil
    if !news.subscriptions.isEmpty { try await serve(cutAfter: events) }
  }

  func quiet() { clock.advance(by: .seconds(10)) }
}

// The server.
extension NewsWorld {
  private func found() {
    for paper in Self.papers { post("/newspapers", ["name": .string(paper), "description": "x"]) }
  }

  private func post(_ path: String, _ body: JSON) {
    let request = HTTPRequest(
      .post, origin: "http://news.example", path: path, headers: ["Content-Type": "application/json"],
      body: body.bytes())
    backend.send(received(request))
  }

  private func received(_ request: HTTPRequest) -> Backend.Action {
    exchanges += 1
    let context = RequestContext(date: 1_700_000_000, token: "token-\(exchanges)", salt: [1])
    return .received(ExchangeID(rawValue: exchanges), request, context)
  }

  /// Publishes items. Those of an open stream arrive, unless the stream breaks off after some.
  func publish(_ count: Int, in paper: String, cutAfter events: Int? = nil) async throws {
    for _ in 0..<count {
      published += 1
      stored.insert(published)
      let title = JSON.string("\(published)")
      post("/newspapers/\(paper)/news", ["id": title, "title": title, "body": "x"])
    }
    guard let stream else { return backend.requests.removeAll() }
    try await deliver(removeArrivals(of: stream.id).texts, to: stream.reader, cutAfter: events)
    if events != nil { try await serve() }
  }

  /// Takes what the back end has sent over an exchange: the head of its response, and texts.
  private func removeArrivals(of exchange: ExchangeID) -> (head: HTTPResponse?, texts: [String]) {
    var (head, texts): (HTTPResponse?, [String]) = (nil, [])
    for case .start(let id, let effect) in backend.requests {
      switch effect {
      case .respond(exchange, let response), .upgrade(exchange, let response): head = response
      case .transmit(exchange, let text): texts.append(text)
      default: break
      }
      backend.finish(id)
    }
    backend.requests.removeAll()
    return (head, texts)
  }

  /// Serves the next stream that the app opens, completely or with an end after some events. If the server doesn't know
  /// the last item, the app asks for all.
  func serve(cutAfter events: Int? = nil, at location: SourceLocation = #_sourceLocation) async throws {
    opened += 1
    let reader = await transport.opened(opened)
    #expect(reader.request.headers["Last-Event-ID"] == last, sourceLocation: location)
    var request = reader.request
    if ignoresIDs { request.headers["Last-Event-ID"] = nil }
    backend.send(received(request))
    let id = ExchangeID(rawValue: exchanges)
    let (head, texts) = removeArrivals(of: id)
    let response = try #require(head)
    reader.perform(.answer(response))
    guard response.status == 200 else {
      last = nil
      return try await serve(cutAfter: events, at: location)
    }
    stream = (reader, id)
    try await deliver(texts, to: reader, cutAfter: events)
    if events != nil { try await serve(at: location) }
  }

  private func deliver(_ texts: [String], to reader: StubStream, cutAfter limit: Int?) async throws {
    let events = texts.joined().components(separatedBy: "\n\n").dropLast()
    let whole = events.prefix(limit ?? events.count)
    for event in whole {
      let lines = event.split(separator: "\n")
      let (number, paper) = (String(lines[0].dropFirst(4)), String(lines[1].dropFirst(7)))
      last = number
      received[paper]?.insert(try #require(Int(number)))
    }
    reader.perform(.text(whole.map { $0 + "\n\n" }.joined()))
    await reader.waitForReader()
    try await wait("all is reduced and saved") {
      news.feed.connection == .open && news.feed.resume == last && news.saving == .idle
    }
    try await check(isComplete: limit == nil)
    guard limit != nil else { return }
    backend.send(.left(ExchangeID(rawValue: exchanges)))
    reader.perform(.text(String(events.dropFirst(whole.count).first?.dropLast() ?? "id: 7\nda")), .cut(.offline))
  }

  /// Loses the connection, or restarts the server, which may have lost all items, or only the latest.
  func lose(_ loss: Loss, cutAfter events: Int? = nil) async throws {
    guard let stream else { return }
    backend.send(.restarting)
    switch loss {
    case .connection: break
    case .allItems:
      backend = Machine(Backend.State(), reducer)
      found()
      stored = []
    case .latestItems:
      backend = Machine(backup.state, reducer)
      stored = backup.stored
    }
    backend.requests.removeAll()
    backup = (backend.state, stored)
    stream.reader.perform(loss == .connection ? .cut(.offline) : .end)
    try await serve(cutAfter: events)
  }

  enum Loss: CaseIterable { case connection, allItems, latestItems }

  /// Checks what is shown and saved against all that has arrived.
  private func check(isComplete: Bool) async throws {
    let all = received.values.reduce(into: Set()) { $0.formUnion($1) }
    let items = shown
    #expect(Set(items).count == items.count && items.count <= NewsList.itemLimit)
    let expected = Array(all.sorted(by: >).prefix(NewsList.itemLimit))
    // Until the server has sent all, an item may be above those that are still to come.
    if isComplete {
      #expect(Set(items) == Set(expected))
      #expect(items.filter(stored.contains) == expected.filter(stored.contains))
    } else {
      #expect(items.count == expected.count)
    }
    let saved = try await NewsFile(folder: folder.path).read()
    #expect(saved?.items == news.feed.list.items && saved?.keys == news.feed.list.keys && saved?.resume == last)
  }
}
