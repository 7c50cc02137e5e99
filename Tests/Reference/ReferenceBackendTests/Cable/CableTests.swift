import ColmeiaJSON
import Testing

@testable import ReferenceBackend

/// Tests of the ActionCable server: each message of the protocol, and behavior of Rails that is not documented.
@Suite struct CableTests {
  private static let room = CableBench.room(1)
  private static let quoted = #""{\"channel\":\"ChatChannel\",\"event_id\":1}""#
  private static let confirmed = #"{"identifier":\#(quoted),"type":"confirm_subscription"}"#
  private static let unauthorized = #"{"type":"disconnect","reason":"unauthorized","reconnect":false}"#

  private static func message(_ id: Int, _ text: String, by user: Int, _ name: String, clientID: String = "null")
    -> String
  {
    #"{"identifier":\#(quoted),"message":{"type":"message","id":\#(id),"event_id":1,"#
      + #""user":{"id":\#(user),"name":"\#(name)"},"message":"\#(text)","created_at":\#(World.start),"#
      + #""client_id":\#(clientID)}}"#
  }

  /// Returns a bench in which Ana and Bruno have joined the chat of event 1.
  private static func inRoom() -> CableBench {
    let bench = CableBench("ana", "bruno")
    bench.command(1, "subscribe", room)
    bench.command(2, "subscribe", room)
    return bench
  }

  // MARK: Connecting

  @Test(
    arguments: [
      ("ana", nil, "actioncable-v1-json, actioncable-unsupported", "actioncable-v1-json"),
      (nil, "token=ana", "actioncable-v1-json", "actioncable-v1-json"),
      ("ana", nil, "chat, actioncable-unsupported", "actioncable-unsupported"),
      // Clients that offer no supported subprotocol, or none at all, are welcomed, too.
      ("ana", nil, "chat", "nothing"), ("ana", nil, "", "nothing"),
    ] as [(String?, String?, String, String)])
  func `Clients with a valid token are welcomed, regardless of subprotocol`(
    token: String?, query: String?, offered: String, chosen: String
  ) {
    let bench = CableBench()
    bench.connect(1, token: token, query: query, headers: ["Sec-WebSocket-Protocol": offered])
    #expect(bench.lines == ["1 101 \(chosen)", #"1 {"type":"welcome"}"#])
  }

  @Test(arguments: [nil, "", "nobody"]) func `An invalid token disconnects the client permanently`(token: String?) {
    let bench = CableBench()
    bench.connect(1, token: token)
    #expect(bench.lines == ["1 101 actioncable-v1-json", "1 \(Self.unauthorized)", "1 bye"])
    // Its messages are ignored.
    bench.command(1, "subscribe", Self.room)
    #expect(bench.lines == [])
    bench.beat()
    #expect(bench.lines == [])
  }

  @Test(arguments: [
    ("Origin", ""), ("Origin", "http://evil.example"), ("Origin", "http://bees.example"),
    ("Origin", "http://bees.example:8081"), ("Origin", "null"), ("Host", "other.example"), ("Upgrade", ""),
    ("Upgrade", "h2c"),
  ])
  func `Other origins, a missing origin, and requests without an upgrade get status 404`(name: String, value: String) {
    let bench = CableBench()
    bench.connect(1, token: "ana", headers: [name: value])
    #expect(bench.lines == ["1 404"])
  }

  @Test func `The https origin of the host is accepted`() {
    let bench = CableBench()
    bench.connect(1, token: "ana", headers: ["Origin": "https://bees.example:8080"])
    #expect(bench.lines.last == #"1 {"type":"welcome"}"#)
  }

  // MARK: Messages from the server

  @Test func `Every connected client gets pings with the time`() {
    let bench = CableBench("ana", "bruno")
    bench.connect(3, token: "nobody")
    bench.beat()
    #expect(
      bench.lines == [#"1 {"type":"ping","message":1600000000}"#, #"2 {"type":"ping","message":1600000000}"#])
    bench.leave(1)
    bench.beat()
    #expect(bench.lines == [#"2 {"type":"ping","message":1600000000}"#])
  }

  @Test func `A subscription is confirmed for event members and rejected for others, with the original identifier`() {
    let bench = CableBench("ana", "carla")
    let spaced = #"{ "event_id": 1, "channel": "ChatChannel" }"#
    bench.command(1, "subscribe", spaced)
    #expect(
      bench.lines
        == [#"1 {"identifier":"{ \"event_id\": 1, \"channel\": \"ChatChannel\" }","type":"confirm_subscription"}"#])
    bench.command(2, "subscribe", Self.room)
    #expect(bench.lines == [#"2 {"identifier":\#(Self.quoted),"type":"reject_subscription"}"#])
    // A rejected subscription is not stored, so another attempt gets another rejection.
    bench.command(2, "subscribe", Self.room)
    #expect(bench.lines.count == 1)
    bench.command(2, "subscribe", CableBench.room(77))
    #expect(bench.lines.count == 1 && bench.lines[0].contains("reject_subscription"))
  }

  @Test func `A message is sent to all subscribers, including its sender, without a type field`() {
    let bench = Self.inRoom()
    bench.speak(1, 1, "oi", as: "a1")
    let text = Self.message(1, "oi", by: 1, "ana", clientID: #""a1""#)
    #expect(bench.lines == ["1 \(text)", "2 \(text)"])
  }

  @Test func `A restart disconnects all clients and tells them to reconnect`() {
    let bench = Self.inRoom()
    let goodbye = #"{"type":"disconnect","reason":"server_restart","reconnect":true}"#
    bench.restart()
    #expect(bench.lines == ["1 \(goodbye)", "1 bye", "2 \(goodbye)", "2 bye"])
    bench.speak(1, 1, "late")
    #expect(bench.lines == [])
    bench.restart()
    #expect(bench.lines == [])
  }

  // MARK: Messages from clients

  @Test func `A repeated subscription is confirmed once`() {
    let bench = CableBench("ana")
    bench.command(1, "subscribe", Self.room)
    #expect(bench.lines == ["1 \(Self.confirmed)"])
    bench.command(1, "subscribe", Self.room)
    #expect(bench.lines == [])
    // A different identifier is another subscription, even if it names the same event.
    bench.command(1, "subscribe", Self.room + " ")
    #expect(bench.lines.count == 1)
    bench.speak(1, 1, "oi")
    #expect(bench.lines.count == 2)
  }

  @Test func `Unsubscribing sends no confirmation, stops messages, and permits subscribing again`() {
    let bench = Self.inRoom()
    bench.command(2, "unsubscribe", Self.room)
    #expect(bench.lines == [])
    bench.speak(1, 1, "oi")
    #expect(bench.lines == ["1 \(Self.message(1, "oi", by: 1, "ana"))"])
    bench.speak(2, 1, "from outside")
    #expect(bench.lines == [])
    bench.command(2, "unsubscribe", Self.room)
    #expect(bench.lines == [])
    bench.command(2, "subscribe", Self.room)
    #expect(bench.lines == ["2 \(Self.confirmed)"])
  }

  @Test(arguments: [
    "", "nonsense", "[]", "7", "{}", #"{"command":"subscribe"}"#, #"{"identifier":"x"}"#,
    #"{"command":"subscribe","identifier":7}"#, #"{"command":"dance","identifier":\#(quoted)}"#,
    #"{"command":"subscribe","identifier":"no JSON"}"#, #"{"command":"subscribe","identifier":"[]"}"#,
    #"{"command":"subscribe","identifier":"{\"channel\":\"OtherChannel\"}"}"#,
    #"{"command":"message","identifier":"unknown","data":"{\"action\":\"speak\",\"message\":\"x\"}"}"#,
    #"{"command":"message","identifier":\#(quoted)}"#, #"{"command":"message","identifier":\#(quoted),"data":{}}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"no JSON"}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"{}"}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"{\"action\":\"dance\"}"}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"{\"action\":\"speak\"}"}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"{\"action\":\"speak\",\"message\":\"\"}"}"#,
    #"{"command":"message","identifier":\#(quoted),"data":"{\"action\":\"speak\",\"message\":7}"}"#,
  ])
  func `Invalid messages are ignored, and the chat continues`(text: String) {
    let bench = Self.inRoom()
    bench.send(1, text)
    #expect(bench.lines == [])
    bench.speak(2, 1, "ainda aqui")
    #expect(bench.lines.count == 2)
  }

  @Test func `Messages that are too long by one byte are ignored`() {
    let bench = Self.inRoom()
    bench.speak(1, 1, String(repeating: "é", count: EventbeeLimits.message / 2))
    #expect(bench.lines.count == 2)
    bench.speak(1, 1, String(repeating: "é", count: EventbeeLimits.message / 2) + "x")
    #expect(bench.lines == [])
    bench.speak(1, 1, "oi", as: String(repeating: "x", count: EventbeeLimits.clientID + 1))
    #expect(bench.lines == [])
  }

  @Test func `A repeated message is stored once and confirmed only to its sender`() {
    let bench = Self.inRoom()
    bench.speak(1, 1, "oi", as: "a1")
    let first = bench.lines[0]
    bench.speak(1, 1, "oi", as: "a1")
    #expect(bench.lines == [first])
    // Another user may use the same client ID.
    bench.speak(2, 1, "oi", as: "a1")
    #expect(bench.lines.count == 2 && bench.lines[0] != first)
  }

  @Test func `A client has at most the maximum number of subscriptions`() {
    let bench = CableBench("ana")
    for number in 0..<Cable.subscriptionLimit {
      bench.command(1, "subscribe", Self.room + String(repeating: " ", count: number))
      #expect(bench.lines.count == 1)
    }
    bench.command(1, "subscribe", Self.room + String(repeating: " ", count: Cable.subscriptionLimit))
    #expect(bench.lines == [])
    bench.command(1, "unsubscribe", Self.room)
    bench.command(1, "subscribe", Self.room)
    #expect(bench.lines.count == 1)
  }

  @Test func `An identifier has at most the maximum length`() {
    let bench = CableBench("ana")
    let longest = Self.room + String(repeating: " ", count: Cable.longestIdentifier - Self.room.utf8.count)
    bench.command(1, "subscribe", longest + " ")
    #expect(bench.lines == [])
    bench.command(1, "subscribe", longest)
    #expect(bench.lines.count == 1)
  }

  // MARK: Effects of HTTP requests

  @Test func `Logging off closes the user's connections but no others`() {
    let bench = Self.inRoom()
    bench.exchange("GET users/logoff", token: "bruno")
    #expect(bench.lines == ["99 200", "2 bye"])
    bench.speak(2, 1, "oi")
    #expect(bench.lines == [])
    bench.speak(1, 1, "oi")
    #expect(bench.lines.count == 1)
  }

  @Test func `A removed participant gets a last message and can't use the chat any more`() {
    let bench = Self.inRoom()
    bench.exchange("DELETE events/1/users/2", token: "ana")
    let left = #"{"identifier":\#(Self.quoted),"message":{"type":"left","user_id":2}}"#
    #expect(bench.lines == ["99 200", "1 \(left)", "2 \(left)"])
    bench.speak(1, 1, "oi")
    #expect(bench.lines.count == 1)
    bench.command(2, "subscribe", Self.room)
    #expect(bench.lines.count == 1 && bench.lines[0].contains("reject_subscription"))
  }
}
