import ColmeiaBase
import ColmeiaPlatform
import ReferenceApp
import ReferenceBackend
import TestSupport
import Testing

/// Tests the album against its back end over real sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct AlbumTests {
  @Test func `A photo's file is published, and each request has the token of the previous response`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let file = AtomicFile(folder: folder.path, name: "rex.png")
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let photo = start + (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try await file.write(photo)
    let count = Guarded(0)
    let server = try LoopbackServer {
      BackendHandler(.demo) {
        let number = count.withLock { count in
          count += 1
          return count
        }
        return RequestContext(date: 1_600_000_000 + 10 * number, token: "token-\(number)", salt: [1])
      }
    }
    let transport = URLSessionTransport(.init(timeout: .seconds(3_600)))
    let log = TokenLog(transport)
    let base = try BaseURL(server.origin)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: log, tokens: MemoryTokenStore(), random: { 0 })
    environment.album = AlbumService(
      log, base: base.appending("album"), tokens: environment.tokens, cache: nil, clock: ContinuousClock(),
      random: { 0 }, photo: { .path($0) })
    let store = Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    await store.send(.select(.album)).finish()
    store.send(.album(.typed(.email, "beto@colmeia.example")))
    store.send(.album(.typedPassword(Secret("beto-123"))))
    await store.send(.album(.signIn)).finish()
    await store.send(.album(.load)).finish()
    store.send(.album(.compose))
    store.send(.album(.typed(.file, file.path)))
    store.send(.album(.typed(.caption, "Rex")))
    await store.send(.album(.publish)).finish()
    await store.send(.album(.load)).finish()
    #expect(store.state.album.failure == nil)
    let address = try #require(store.state.album.photos?.first?.address).split(separator: "/").suffix(2)
    #expect(address == ["photos", "1"])
    let request = HTTPRequest(.get, origin: server.origin, path: "/album/photos/1")
    #expect(try await transport.send(request).body == photo)
    let last = log.tokens.suffix(3)
    #expect(last.count == 3 && last.dropFirst().map(\.sent) == last.dropLast().map(\.received), "\(log.tokens)")
    #expect(Set(last.map(\.sent)).count == 3 && !last.contains { $0.sent.isEmpty }, "\(log.tokens)")
    await store.shutdown()
    await transport.shutdown()
    await server.stop()
  }
}

/// A transport that records the tokens of requests and responses.
private final class TokenLog: Transport {
  private let base: any Transport
  private let content = Guarded<[(sent: String, received: String)]>([])
  var tokens: [(sent: String, received: String)] { content.withLock { $0 } }

  init(_ base: any Transport) { self.base = base }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await base.send(request, options)
    content.withLock {
      $0.append((request.headers["access-token"] ?? "", response.headers["access-token"] ?? ""))
    }
    return response
  }
}
