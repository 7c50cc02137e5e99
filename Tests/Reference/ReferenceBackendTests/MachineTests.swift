import Testing

@testable import ReferenceBackend

@Suite struct MachineTests {
  private func context(_ number: Int) -> RequestContext {
    RequestContext(date: number, token: "token-\(number)", salt: [UInt8(number)])
  }

  @Test func `Each request gets one response, in order, and no effect remains in flight`() {
    var machine = Machine(Backend.State(), Backend(passwordRounds: 1))
    let requests = [
      HTTPRequest("POST users", #"{"name":"A","email":"a@b.c","password":"p"}"#), HTTPRequest("GET users"),
      HTTPRequest("POST users/login", #"{"email":"a@b.c","password":"p"}"#), HTTPRequest("GET users", token: "token-3"),
      HTTPRequest("GET nothing"),
    ]
    for (number, request) in requests.enumerated() {
      machine.send(.received(ExchangeID(rawValue: 100 - UInt64(number)), request, context(number + 1)))
    }
    var outputs: [String] = []
    for request in machine.requests {
      guard case .start(let id, let effect) = request else {
        Issue.record("expected only starts, but got \(request)")
        continue
      }
      switch effect {
      case .respond(let exchange, let response): outputs.append("\(exchange): \(response.status)")
      case .log(let warning): outputs.append("\(warning)")
      case .upgrade, .transmit, .hangUp: Issue.record("unexpected effect: \(effect)")
      }
      machine.finish(id)
    }
    #expect(
      outputs == [
        "100: 201",
        "role not_logged may not perform index in UsersController; to permit it, add a row to the ability table",
        "99: 401", "98: 200", "97: 200", "96: 404",
      ])
    #expect(machine.pending == 0)
  }

  @Test func `The plain function gives the same response and state as the reducer`() {
    var state = Backend.State()
    var machine = Machine(state, Backend())
    let request = HTTPRequest("POST signup", #"{"email":"a@b.c"}"#)
    let response = state.handle(request, context(1))
    machine.send(.received(ExchangeID(rawValue: 1), request, context(1)))
    #expect(machine.requests.count == 1)
    guard case .start(_, .respond(ExchangeID(rawValue: 1), response)) = machine.requests.first else {
      Issue.record("expected \(response), but got \(machine.requests)")
      return
    }
    #expect(machine.state == state)
    #expect(state != Backend.State())
  }

  @Test func `Descriptions of a context and an action don't show their secrets`() {
    let context = RequestContext(date: 7, token: "hidden", salt: Array("hidden".utf8))
    let request = HTTPRequest("POST users/login", token: "hidden", #"{"password":"hidden"}"#)
    let action = Backend.Action.received(ExchangeID(rawValue: 1), request, context)
    var dumped = "\(context) \(action) \(String(reflecting: action))"
    dump(action, to: &dumped)
    #expect(!dumped.contains("hidden"))
    #expect(!dumped.contains("104"))  // the salt's first byte
    #expect(dumped.contains("7"))
  }
}
