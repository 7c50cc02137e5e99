import ColmeiaJSON

@testable import ReferenceBackend

extension StreamProgram {
  private static let users = ["ana", "bruno", "carla"]

  private static func identifier(_ event: Int) -> String { #"{"channel":"ChatChannel","event_id":\#(event)}"# }

  private static func text(_ json: JSON) -> String { json.text() }

  mutating func connect() {
    let user = random.pick(Self.users + ["nobody"])
    var request = HTTPRequest("GET cable", token: user)
    for (name, value) in [
      ("Origin", "http://dogs.example:8080"), ("Upgrade", "websocket"), ("Connection", "upgrade"),
      ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ] { request.headers[name] = value }
    let response = exchange(request)
    record("connect", response.status, wanted: 101)
    if let number = Self.users.firstIndex(of: user) {
      chats[exchange] = (number + 1, [])
      expected[exchange] = #"{"type":"welcome"}"#
    } else if open[exchange] != nil {
      problems.append("no client is connected")
    }
  }

  mutating func speak() {
    guard let id = chats.keys.sorted().randomElement(using: &random), let chat = chats[id] else { return }
    let event = Int.random(in: 1...4, using: &random)
    let identifier = Self.identifier(event)
    let isMember = world.state.eventbee.events[id: event]?.admits(chat.user) ?? false
    let isIn = chat.events.contains(event)
    switch random.pick(["subscribe", "subscribe", "unsubscribe", "speak", "speak", "speak", "nonsense"]) {
    case "subscribe":
      if !isIn {
        let type = isMember ? "confirm_subscription" : "reject_subscription"
        expected[id, default: ""] += Self.text(["identifier": .string(identifier), "type": .string(type)])
        if isMember { chats[id]?.events.append(event) }
        reached.insert(type)
      }
      command("subscribe", identifier, id)
    case "unsubscribe":
      chats[id]?.events.removeAll { $0 == event }
      command("unsubscribe", identifier, id)
    case "speak":
      let before = received
      command("message", identifier, id, data: #"{"action":"speak","message":"Oi"}"#)
      // Each subscriber must receive the text once, and no other stream may receive anything.
      for listener in open.keys where isIn && chats[listener]?.events.contains(event) == true {
        let new = (received[listener] ?? "").dropFirst((before[listener] ?? "").count)
        if !new.contains(#""message":"Oi""#) { problems.append("\(listener) has not received the message") }
        expected[listener, default: ""] += new
        reached.insert("spoken")
      }
    default: send(.message(ExchangeID(rawValue: id), random.pick(["", "{", "[]", #"{"command":7}"#]), context()))
    }
  }

  private mutating func command(_ command: String, _ identifier: String, _ id: UInt64, data: String? = nil) {
    var json: JSONObject = JSONObject()
    json["command"] = .string(command)
    json["identifier"] = .string(identifier)
    if let data { json["data"] = .string(data) }
    send(.message(ExchangeID(rawValue: id), JSON.object(json).text(), context()))
  }

  private mutating func context() -> RequestContext {
    world.count += 1
    return RequestContext(date: World.start + world.count, token: "token-\(world.count)", salt: [])
  }

  /// Enrolls Bruno in Ana's event, or removes him. Subscribers are told of a removal, and Bruno then receives nothing
  /// more.
  mutating func enroll() {
    let isIn = world.state.eventbee.events[id: 1]?.participants.contains(2) ?? false
    if isIn {
      let message: JSON = ["identifier": .string(Self.identifier(1)), "message": ["type": "left", "user_id": 2]]
      for id in chats.keys where chats[id]?.events.contains(1) == true {
        expected[id, default: ""] += Self.text(message)
        if chats[id]?.user == 2 { chats[id]?.events.removeAll { $0 == 1 } }
        reached.insert("informed of a removal")
      }
    }
    let response = exchange(HTTPRequest("\(isIn ? "DELETE" : "POST") events/1/subscribe", token: "bruno"))
    record("enroll", response.status, wanted: isIn ? 200 : 201)
  }
}
