import ColmeiaBase
import TestSupport
import Testing

@testable import ReferenceApp
@testable import ReferenceBackend

/// The dog feed, the shots and the album with their handlers and their cache, over the project's own back end, where
/// everything has a version that grows. Every state that the user sees is checked.
final class CachedWorld {
  private let server: UnreliableBackend
  private let tokens = MemoryTokenStore()
  private let folder = Folder()
  private let bell: Bell
  private let versions = Tally()
  private let seen = SeenVersions()
  private var store = Store(AppReducer.State(), AppReducer(), NoHandler())
  private var subscription: Subscription?

  init(seed: UInt64) async throws {
    bell = Bell()
    server = UnreliableBackend(seed: seed, bell: bell)
    server.editResponses { [versions] in Self.feed($0, $1, versions.value) }
    server.withModel { model in
      for (index, number) in zip(model.state.dribbble.shots.indices, (1...60).reversed()) {
        model.state.dribbble.shots[index].id = number
      }
    }
    try start()
    await enter()
    server.isReliable = true
    await perform([.album(.compose), .album(.typed(.file, "x")), .album(.typed(.caption, "0")), .album(.publish)])
    server.isReliable = false
  }

  private struct NoHandler: EffectHandler {
    func work(for effect: AppReducer.Effect) -> Work<AppReducer.Action> { .done }
  }

  var state: AppReducer.State { store.state }

  private func start() throws {
    let now: @Sendable () -> Int = { [server] in server.date }
    let answers = ResponseCache(disk: DiskCache(folder: folder.path, now: now), now: now)
    let bench = try Bench(rules: [], tokens: tokens) { environment in
      let base = try BaseURL("http://bees.example")
      (environment.transport, environment.iddog, environment.answers) = (server, base, answers)
      environment.shots = ShotService(server, base: base.appending("v1"), token: Token("colmeia-demo"), cache: answers)
      environment.album = AlbumService(
        server, base: base.appending("album"), tokens: tokens, cache: answers, clock: NoWait(), random: { 0 },
        photo: { _ in .bytes(BackendModel.picture + Array(repeating: 0, count: 16)) })
    }
    store = Store(AppReducer.State(), AppReducer(), bench.handler)
    subscription = store.subscribe(to: \.self) { [bell, seen] state in
      seen.check(state)
      bell.ring()
    }
  }

  /// Signs in where nobody is signed in, over a network that loses nothing.
  private func enter() async {
    server.isReliable = true
    for action in AppReducer.start + [.select(.album)] { await store.send(action).finish() }
    if state.auth.session.account == nil { await perform([.auth(.typed("rex@example.com")), .auth(.submit)]) }
    if state.album.session.owner == nil {
      await perform([
        .album(.typed(.email, "beto@colmeia.example")), .album(.typedPassword(Secret("beto-123"))), .album(.signIn),
      ])
    }
    server.isReliable = false
  }

  func perform(_ actions: [AppReducer.Action]) async { for action in actions { await store.send(action).finish() } }

  func restart() async throws {
    await store.shutdown()
    try start()
    await enter()
  }

  /// The server may have ended the album's session, because responses with its new tokens were lost.
  func enterAgain() async { if state.album.session.owner == nil { await enter() } }

  /// Sends an action whose first request is held up, does something else, and lets the request go.
  func hold(_ action: AppReducer.Action, isHandled: Bool, _ body: () async throws -> Void) async throws {
    server.holdRequest(after: 0, isHandled: isHandled)
    store.send(action)
    try #require(await bell.wait(for: "a request") { server.isHolding || state.isIdle })
    if server.isHolding { try await body() }
    server.release()
    try #require(await bell.wait(for: "the end") { state.isIdle })
  }

  func end() async {
    await store.shutdown()
    folder.remove()
  }
}

// The server.
extension CachedWorld {
  /// Returns the response to a request for the feed, whose only image is named after the version.
  private static func feed(_ request: HTTPRequest, _ response: HTTPResponse, _ version: Int) -> HTTPResponse {
    guard request.path == "/feed", [200, 304].contains(response.status) else { return response }
    let breed = request.queryItems?.first { $0.name == "category" }?.value ?? "husky"
    var answer = HTTPResponse(
      json: ["category": .string(breed), "list": [.string("https://dogs.example/\(version).jpg")]])
    if request.headers["If-None-Match"] == "\"\(version)\"" { answer = HTTPResponse(304) }
    answer.headers["ETag"] = "\"\(version)\""
    answer.headers["Cache-Control"] = "private"
    return answer
  }

  /// Another device changes the feed, a shot and a photo.
  func change(_ random: inout SplitMix) {
    versions.add()
    let (version, index) = ("\(versions.value)", random.below(1_000))
    server.withModel { model in
      let shots = model.state.dribbble.shots.count
      model.state.dribbble.shots[index % shots].title = version
      let photos = model.state.album.photos(of: 124)
      guard var photo = photos.isEmpty ? nil : photos[index % photos.count] else { return }
      photo.caption = version
      model.state.album.upsert(photo)
    }
  }

  /// The caption of a photo that the user changes or publishes.
  func nextCaption() -> String {
    versions.add()
    return "\(versions.value)"
  }

  /// Loads all over a network that loses nothing, and checks that it's what the server has.
  func settle(at location: SourceLocation = #_sourceLocation) async {
    repeat {
      await enterAgain()
      server.isReliable = true
      await perform([
        .feed(.load(state.feed?.breed ?? .pug)), .shots(.close), .shots(.load), .shots(.more), .album(.discard),
        .album(.use(.both)),
      ])
      server.isReliable = false
    } while state.album.session.owner == nil
    let (feed, shots, album) = (state.feed, state.shots, state.album)
    let all = server.withModel { model in
      (
        shots: model.state.dribbble.shots.map { [$0.id: $0.title] },
        photos: model.state.album.photos(of: 124).reversed().map { [$0.id: $0.caption] }
      )
    }
    #expect(feed?.shown == .fresh && feed?.images.map(\.version) == [versions.value], sourceLocation: location)
    #expect(shots.shown == .fresh && shots.shots.count == 2 * Shots.perPage, sourceLocation: location)
    #expect(shots.shots.map { [$0.id ?? 0: $0.title ?? ""] } == Array(all.shots.prefix(shots.shots.count)))
    #expect(!album.isCopy && album.photos?.map { [$0.id: $0.caption] } == all.photos, sourceLocation: location)
    #expect(seen.mistakes == [], sourceLocation: location)
  }
}

extension AppReducer.State {
  fileprivate var isIdle: Bool {
    feed?.isLoading != true && feed?.isRefreshing != true && !shots.isLoading && shots.detail?.isLoading != true
      && !album.isLoading && album.draft?.isSending != true
  }
}

extension ImageURL {
  fileprivate var version: Int { Int(name) ?? -1 }
}

/// The newest version that the user has seen of each thing.
private final class SeenVersions: Sendable {
  private struct Content: Sendable {
    var newest: [String: Int] = [:]
    var photos: Set<Int> = []
    var mistakes: [String] = []
  }

  private let content = Guarded(Content())

  var mistakes: [String] { content.withLock { $0.mistakes } }

  /// Checks that nothing that is said to be the server's is older than what was seen before.
  func check(_ state: AppReducer.State) {
    if let feed = state.feed {
      for image in feed.images { see("\(feed.breed)", image.version, isFresh: feed.shown == .fresh) }
    }
    let shots = state.shots
    for shot in shots.shots { see(shot, isFresh: shots.shown == .fresh) }
    if let detail = shots.detail, let shot = detail.shot { see(shot, isFresh: detail.shown == .fresh) }
    // The server numbers its shots downwards.
    for (shot, next) in zip(shots.shots, shots.shots.dropFirst()) where shot.id != next.id.map({ $0 + 1 }) {
      fail("shot \(next.id ?? 0) follows \(shot.id ?? 0)")
    }
    guard let photos = state.album.photos else { return }
    for photo in photos { see("photo \(photo.id)", Int(photo.caption) ?? -1, isFresh: !state.album.isCopy) }
    let known = Set(photos.map(\.id))
    let missing = content.withLock { content in
      defer { content.photos.formUnion(known) }
      return state.album.isCopy ? [] : content.photos.subtracting(known).sorted()
    }
    if !missing.isEmpty { fail("the photos \(missing) are missing") }
    if known.count != photos.count { fail("a photo is shown twice: \(photos.map(\.id))") }
  }

  private func see(_ shot: Shot, isFresh: Bool) {
    see("shot \(shot.id ?? 0)", shot.title.flatMap { Int($0) } ?? 0, isFresh: isFresh)
  }

  private func see(_ thing: String, _ version: Int, isFresh: Bool) {
    let newest = content.withLock { content in
      defer { content.newest[thing] = max(version, content.newest[thing] ?? 0) }
      return content.newest[thing] ?? 0
    }
    if isFresh, version < newest { fail("\(thing) has version \(version) after \(newest)") }
  }

  private func fail(_ mistake: String) { content.withLock { $0.mistakes.append(mistake) } }
}
