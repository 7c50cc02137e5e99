import ColmeiaJSON

@testable import ReferenceBackend

/// The cable of ``World/eventbee`` without sockets. It records each output to a client as a line of text.
///
/// Ana organizes event 1, in which Bruno participates. Bruno organizes event 2, in which Carla participates.
final class CableBench {
  private var machine = Machine(World.eventbee.state, Backend(passwordRounds: 1))

  /// The outputs caused by the last input, such as `1 welcome`, where 1 is the client's number.
  private(set) var lines: [String] = []

  /// Creates a bench with one connected client for each token.
  init(_ tokens: String...) {
    for (number, token) in tokens.enumerated() { connect(number + 1, token: token) }
  }

  /// Returns the identifier of an event's chat.
  static func room(_ event: Int) -> String { #"{"channel":"ChatChannel","event_id":\#(event)}"# }

  func connect(
    _ client: Int, token: String?, query: String? = nil, headers: HTTPHeaders = [:], path: String = "/cable"
  ) {
    var request = HTTPRequest(
      .get, path: path, query: query,
      headers: [
        "Host": "bees.example:8080", "Origin": "http://bees.example:8080", "Upgrade": "websocket",
        "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Protocol": "actioncable-v1-json, actioncable-unsupported",
      ])
    request.headers["Token"] = token
    for field in headers.fields { request.headers[field.name] = field.value.isEmpty ? nil : field.value }
    process(.received(Self.id(client), request, context()))
  }

  /// Sends any text from a client.
  func send(_ client: Int, _ text: String) { process(.message(Self.id(client), text, context())) }

  /// Sends a client's command for an event's chat.
  func command(_ client: Int, _ name: String, _ identifier: String, data: JSON? = nil) {
    var object = JSONObject()
    object["command"] = .string(name)
    object["identifier"] = .string(identifier)
    if let data { object["data"] = .string(data.text()) }
    send(client, JSON.object(object).text())
  }

  func speak(_ client: Int, _ event: Int, _ text: String, as name: String? = nil) {
    var data = JSONObject()
    data["action"] = "speak"
    data["message"] = .string(text)
    data["client_id"] = name.map(JSON.string)
    command(client, "message", Self.room(event), data: .object(data))
  }

  func leave(_ client: Int) { process(.left(Self.id(client))) }
  func beat() { process(.beat(date: 1_600_000_000)) }
  func restart() { process(.restarting) }
  func exchange(_ line: String, token: String) {
    process(.received(ExchangeID(rawValue: 99), HTTPRequest(line, token: token), context()))
  }

  private static func id(_ client: Int) -> ExchangeID { ExchangeID(rawValue: UInt64(client)) }

  private func context() -> RequestContext { RequestContext(date: World.start, token: "new", salt: [1, 2, 3]) }

  private func process(_ action: Backend.Action) {
    machine.send(action)
    lines = []
    for case .start(let number, let effect) in machine.requests {
      machine.finish(number)
      switch effect {
      case .respond(let id, let response): lines.append("\(id.rawValue) \(response.status)")
      case .upgrade(let id, let response):
        lines.append("\(id.rawValue) \(response.status) \(response.headers["Sec-WebSocket-Protocol"] ?? "nothing")")
      case .transmit(let id, let text): lines.append("\(id.rawValue) \(text)")
      case .hangUp(let id): lines.append("\(id.rawValue) bye")
      case .log: break
      }
    }
    machine.requests = []
  }
}
