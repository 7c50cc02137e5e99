@testable import ReferenceBackend

extension World {
  /// A world with the newspaper `Zangão` and two items of the seconds 2 and 3.
  static let canillita = {
    var world = World()
    _ = world.exchange("POST newspapers", #"{"name":"Zangão","description":"x"}"#)
    for title in ["Um", "Dois"] {
      _ = world.exchange("POST newspapers/Zang%C3%A3o/news", #"{"title":"\#(title)","body":"é\nassim"}"#)
    }
    return world
  }()

  /// Returns the same world with some of the original's quirks.
  func with(_ quirks: CanillitaQuirks) -> World {
    var world = self
    world.backend.quirks = quirks
    return world
  }

  /// Returns the effects of an action.
  mutating func send(_ action: Backend.Action) -> [Backend.Effect] {
    var machine = Machine(state, backend)
    machine.send(action)
    state = machine.state
    return machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
  }

  /// Sends a request over a connection and returns its effects.
  mutating func send(_ id: UInt64, _ request: HTTPRequest) -> [Backend.Effect] {
    count += 1
    let context = RequestContext(date: Self.start + count, token: "token-\(count)", salt: Array("salt-\(count)".utf8))
    return send(.received(ExchangeID(rawValue: id), request, context))
  }

  /// Adds a listener. Returns the first texts without the head of the response, or the status of a refusal.
  mutating func listen(_ id: UInt64, after last: String? = nil) -> String {
    var request = HTTPRequest("GET news")
    request.headers["Last-Event-ID"] = last
    return send(id, request).map { effect in
      switch effect {
      case .transmit(ExchangeID(rawValue: id), let text): text
      case .upgrade(ExchangeID(rawValue: id), let response) where response.status == 200: ""
      case .respond(ExchangeID(rawValue: id), let response): "\(response.status)"
      default: "\(effect)"
      }
    }.joined()
  }

  /// The identifiers of all news items, in order.
  var newsIDs: [String] { state.canillita.news.map(\.id) }
}
