import ColmeiaPlatform
import ReferenceApp
import ReferenceBackend
import Synchronization

/// The app and its back end, connected over real sockets.
struct LocalBackend {
  let server: LoopbackServer<Counting>
  let transport: URLSessionTransport

  /// Starts a server with the back end's demo data and no signed-in user. Each request comes so many seconds after the
  /// previous one.
  init(connections: Int = 6, others: Int = 0, seconds: Int = 0) throws {
    let count = Atomic(0)
    // These tests don't cover slow clients, and every client is slow on a busy machine.
    let hour = Duration.seconds(3_600)
    var limits = ServerLimits()
    limits.connections = connections + others + 8
    (limits.arrival, limits.idle, limits.reading) = (hour, hour, hour)
    server = try LoopbackServer(limits: limits) {
      let backend = BackendHandler(.demo, allowsFaults: true) {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        return RequestContext(
          date: 1_600_000_000 + seconds * number, token: "token-\(number)", salt: Array("salt-\(number)".utf8))
      }
      return Counting(backend)
    }
    transport = URLSessionTransport(.init(timeout: .seconds(3_600), connectionsPerHost: connections))
  }

  /// Creates a store for a user with a separate token store.
  func makeStore() throws -> Store<AppReducer> {
    let base = try BaseURL(server.origin)
    let environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(),
      random: { 0 })
    return Store(AppReducer.State(), AppReducer(), AppHandler(environment))
  }

  /// Creates a store for a user who can chat. `staleAfter` is the timeout of the connection.
  func makeChatStore(_ sockets: LinkWebSocketTransport, staleAfter: Duration, _ number: Int) throws -> Store<AppReducer>
  {
    let base = try BaseURL(server.origin)
    let count = Atomic(UInt64(number) << 20)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(),
      random: { Double(count.wrappingAdd(1, ordering: .relaxed).newValue % 4_093) / 4_096 })
    environment.sockets = sockets
    // Equals the official timing, except for the delay before reconnecting, which would only make the test slower.
    environment.cableTiming = CableTiming(staleAfter: staleAfter, reopenDelay: .milliseconds(20))
    return Store(AppReducer.State(), AppReducer(), AppHandler(environment))
  }

  func close() async {
    await transport.shutdown()
    await server.stop()
  }
}

/// A back end that counts its requests.
final class Counting: ServerHandler {
  let backend: BackendHandler
  private(set) var count = 0

  init(_ backend: BackendHandler) { self.backend = backend }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    count += 1
    return backend.handle(request, exchange)
  }

  func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] { backend.receive(bytes, stream) }
  func ended(_ stream: UInt64) -> [ServerOutput] { backend.ended(stream) }
  func wake(_ number: Int) -> [ServerOutput] { backend.wake(number) }
}
