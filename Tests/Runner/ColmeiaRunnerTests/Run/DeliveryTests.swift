import ColmeiaBase
import ColmeiaClient
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app that shows a change before the server has confirmed it.
private struct Cart: Reducer {
  struct State: Equatable, Codable, Sendable { var count = 0, isConfirmed = true, events = 0 }
  enum Action: Equatable, Codable, Sendable { case add, answered(Bool), listen, heard }
  enum Effect: Equatable, Codable, Sendable { case post, listen }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add:
      (state.count, state.isConfirmed) = (state.count + 1, false)
      return .run(.post)
    case .answered(let isGood): (state.count, state.isConfirmed) = (state.count - (isGood ? 0 : 1), true)
    case .listen: return .run(.listen)
    case .heard: state.events += 1
    }
    return .none
  }
}

private struct CartApp: RunnableApp {
  typealias Root = Cart
  let name = "cart"
  /// Whether the app adds something when it starts.
  var addsAtStart = false

  struct Handler: EffectHandler {
    let transport: any Transport
    let streams: any StreamTransport

    func work(for effect: Cart.Effect) -> Work<Cart.Action> {
      switch effect {
      case .post:
        .answer {
          let response = try? await transport.send(HTTPRequest(.post, origin: "http://h", path: "/cart"))
          return .answered(response?.status == 200)
        }
      case .listen:
        .async { send in
          guard let stream = try? await streams.open(HTTPRequest(.get, origin: "http://h", path: "/live")) else {
            return
          }
          while (try? await stream.next()) != nil { send(.heard) }
        }
      }
    }
  }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Cart> {
    let stub = StubTransport([StubRule(.post, "/cart", .response(HTTPResponse(200)))])
    let streams = StubStreamTransport()
    let handler = Handler(transport: parts.network.transport(over: stub), streams: parts.network.streams(over: streams))
    return CartWorld(handler: handler, start: addsAtStart ? [.add] : [])
  }
}

private struct CartWorld: RunnableWorld {
  let handler: CartApp.Handler
  let start: [Cart.Action]

  func makeDevice(_ name: String) async throws -> Device<Cart> {
    // A world can use its network before there is a device.
    _ = try await handler.transport.send(HTTPRequest(.post, origin: "http://h", path: "/cart"))
    return Device(Cart.State(), Cart(), handler, start: start)
  }

  /// Answers after everything that could be delivered meanwhile.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    for _ in 0..<100 { await Task.yield() }
    return HTTPResponse(200)
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct DeliveryTests {
  @Test(arguments: [
    "dispatch add\nexpect state isConfirmed == false\nawait state isConfirmed == true\nexpect state count == 1",
    "dispatch add\nexpect state isConfirmed == false\nadvance 1s\nexpect state isConfirmed == true",
    """
    fault status 503 1 times on "POST /cart"
    dispatch add
    expect state count == 1
    settle
    expect state count == 0
    """,
    "fault offline 1 times\ndispatch add\nexpect state count == 1\nsettle\nexpect state count == 0",
    """
    fault status 200 1 times on "GET /live"
    dispatch listen
    expect state events == 0
    await state events == 1
    """,
    """
    fault status 200 1 times on "GET /live"
    dispatch listen
    request POST "/publish"
    expect state events == 0
    await state events == 1
    """,
  ])
  func `What the network delivers arrives only while a statement waits`(statements: String) async {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(statements)\n".utf8))
    let app = CartApp()
    let file = ScenarioFile(source, names: AppNames(app))
    for _ in 0..<20 {
      let result = await ScenarioRun(app, source, file.scenarios[0], Interruption()) { _ in }.run()
      #expect(result.outcome == .passed, "\(result.failures)")
    }
  }

  @Test func `What the app's start causes is delivered only while a statement waits`() async {
    let text = "scenario \"t\"\nexpect state isConfirmed == false\nrestart\nexpect state count == 1\nsettle\n"
    let source = SourceText(name: "x.scn", bytes: Array((text + "expect state isConfirmed == true\n").utf8))
    let app = CartApp(addsAtStart: true)
    let file = ScenarioFile(source, names: AppNames(app))
    for _ in 0..<20 {
      let result = await ScenarioRun(app, source, file.scenarios[0], Interruption()) { _ in }.run()
      #expect(result.outcome == .passed, "\(result.failures)")
    }
  }
}
