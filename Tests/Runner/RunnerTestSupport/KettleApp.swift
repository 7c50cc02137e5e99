import ColmeiaBase
import ColmeiaWorld

/// A small app for the runner's tests. It has a countdown, a network request, an effect that sleeps, and a secret. Its
/// delays are hours, so that no test depends on the speed of the machine.
struct Kettle: Reducer {
  struct State: Equatable, Codable, Sendable {
    var left = 0
    var log: [String] = []
    var isBusy = false
    var note: String?
  }
  enum Action: Equatable, Codable, Sendable {
    case start(Int), ticked, fetch(String), received(String), nap, woke, note(String?)
    enum CodingKeys: String, CodingKey, CaseIterable { case start, ticked, fetch, received, nap, woke, note }
  }
  enum Effect: Equatable, Codable, Sendable {
    case tick, fetch(String), nap
    enum CodingKeys: String, CodingKey, CaseIterable { case tick, fetch, nap }
  }
  enum ID: String { case tick, fetch, nap }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .start(let count): state.left = count
    case .ticked: state.left -= 1
    case .fetch(let path):
      state.isBusy = true
      return .run(.fetch(path), id: ID.fetch, .replace)
    case .received(let text):
      state.log.append(text)
      state.isBusy = false
      return .none
    case .nap: return .run(.nap, id: ID.nap, .replace)
    case .woke:
      state.log.append("awake")
      return .none
    case .note(let text):
      state.note = text
      return .none
    }
    return state.left > 0 ? .run(.tick, id: ID.tick, .replace, .after(.seconds(3_600))) : .cancel(ID.tick)
  }
}

struct KettleApp: RunnableApp {
  typealias Root = Kettle
  let name = "kettle"
  let facts = ["stored"]
  let languages = ["en", "pt-BR"]

  func texts(in language: String) -> [String: String] { ["quit": language == "en" ? "Quit" : "Sair"] }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Kettle> { World(parts: parts) }

  struct World: RunnableWorld {
    let parts: WorldParts
    var origin: String? { "http://127.0.0.1:1" }

    func makeDevice(_ name: String) async throws -> Device<Kettle> {
      let transport = parts.network.transport(over: Echo(), device: name)
      return Device(
        Kettle.State(), Kettle(), Handler(transport: transport, clock: parts.clock),
        start: [.received("hello \(name)")],
        fact: { _ in true },
        screen: { state, language in
          ["title": .string(language == "pt-BR" ? "faltam \(state.left)" : "\(state.left) left")] as JSON
        })
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      // A server that lives in the time of the world.
      if request.path == "/ready" {
        return HTTPResponse(200, body: (["isReady": .bool(parts.elapsed() >= .seconds(3_600))] as JSON).bytes())
      }
      return try await Echo().send(request)
    }

    func open(_ request: HTTPRequest) async throws -> any ByteStream {
      var head = HTTPResponse(200)
      if request.path == "/moved" { head.redirectedURL = request.origin + "/here" }
      return OneChunk(head, request.path == "/binary-lines" ? [0xFF, 10] : [65, 10])
    }
  }

  /// A stream with one chunk.
  final class OneChunk: ByteStream {
    let head: HTTPResponse
    let bytes: Guarded<[UInt8]?>

    init(_ head: HTTPResponse, _ bytes: [UInt8]) {
      self.head = head
      self.bytes = Guarded(bytes)
    }

    nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]? { bytes.withLock { $0.take() } }
    func close() {}
  }

  /// Responds with the path and the body of the request. Some paths stand for other responses.
  struct Echo: Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      switch request.path {
      case "/large": return HTTPResponse(500, body: [UInt8](repeating: 0x41, count: 70_000))
      case "/binary": return HTTPResponse(500, body: [0x41, 0xFF])
      case "/empty": return HTTPResponse(500)
      case "/echo":
        let fields = request.headers.fields.map { JSON.string("\($0.name): \($0.value)") }
        let echo: JSON = [
          "method": .string(request.method.rawValue), "target": .string(request.target), "headers": .array(fields),
          "text": .string(String(decoding: request.body, as: UTF8.self)),
          "bytes": .number(JSONNumber(request.body.count)),
        ]
        return HTTPResponse(200, body: echo.bytes())
      case "/signed-in":
        return HTTPResponse(302, headers: ["Location": "/echo", "Set-Cookie": "session=ann; Max-Age=60"])
      case "/moved": return HTTPResponse(302, headers: ["Location": "/echo?from=moved"])
      case "/loop": return HTTPResponse(302, headers: ["Location": "/loop"])
      case "/text": return HTTPResponse(500, body: Array("a\nb".utf8))
      default:
        let json: JSON = ["path": .string(request.path), "body": (try? JSON(parsing: request.body)) ?? .null]
        return HTTPResponse(request.path == "/500" ? 500 : 200, headers: ["X-Echo": "yes"], body: json.bytes())
      }
    }
  }

  struct Handler: EffectHandler {
    let transport: any Transport
    let clock: any Clock<Duration>

    func work(for effect: Kettle.Effect) -> Work<Kettle.Action> {
      effect == .tick ? .action(.ticked) : .async { send in await perform(effect, send: send) }
    }

    private nonisolated(nonsending) func perform(_ effect: Kettle.Effect, send: Send<Kettle.Action>) async {
      switch effect {
      case .tick: break
      case .fetch(let path):
        do throws(TransportError) {
          let response = try await transport.send(
            HTTPRequest(.get, path: path, query: "q=1", headers: ["X-App": "kettle", "Token": "hidden-token"]))
          send(.received("\(response.status)"))
        } catch { send(.received("\(error)")) }
      case .nap:
        do { try await clock.sleep(for: .seconds(36_000)) } catch { return }
        send(.woke)
      }
    }
  }
}
