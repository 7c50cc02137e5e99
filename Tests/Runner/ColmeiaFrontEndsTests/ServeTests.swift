import ColmeiaBase
import ColmeiaSecrets
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of `serve --stdio` without a process.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ServeTests {
  static let hello = ScriptedFrontEnd.Step.send(#"{"hello": {"protocol": 2, "client": "test"}}"#)

  /// Returns the message of a screen whose title has changed.
  static func retitled(_ title: String) -> JSON {
    ["screenPatch": [["op": "replace", "path": "/title", "value": .string(title)]]]
  }

  @Test func `An echo follows everything that resulted from earlier messages`() async throws {
    let frontEnd = ScriptedFrontEnd([
      Self.hello, .send(#"{"dispatch": {"start": 2}}"#), .send(#"{"echo": 7}"#), .wait(for: "echo"), .send(#""bye""#),
    ])
    #expect(try await frontEnd.run() == .success)
    let echo = try #require(frontEnd.received.firstIndex(of: ["echo": 7]))
    #expect(frontEnd.received.firstIndex(of: Self.retitled("2 left")).map { $0 < echo } == true)
  }

  @Test func `The app sends hello, its state, and then changes, screens and effects`() async throws {
    let frontEnd = ScriptedFrontEnd([
      Self.hello, .send(#"{"dispatch": {"fetch": "/a"}}"#), .wait(for: #""200""#),
      .send(#"{"dispatch": {"start": 2}}"#), .send(#""bye""#), .send("this line is not read"),
    ])
    #expect(try await frontEnd.run() == .success)
    let received = frontEnd.received
    #expect(
      received.prefix(3) == [
        [
          "hello": [
            "protocol": 2, "app": "kettle", "version": "0", "origin": "http://127.0.0.1:1", "texts": ["quit": "Quit"],
          ]
        ],
        ["state": ["value": ["left": 0, "log": [], "isBusy": false, "note": .null], "sequence": 0]],
        ["screen": ["title": "0 left"]],
      ])
    #expect(received.contains(["effect": ["fetch": "/a"]]))
    #expect(received.contains(Self.retitled("2 left")))
    let patches = received.compactMap { message in message["patch"].map { ($0["changes"] ?? [], $0["sequence"]?.int) } }
    #expect(patches.map(\.1) == (1...patches.count).map { $0 })
    let last = try patches.reduce(try #require(received[1]["state"]?["value"])) { state, patch in
      try #require(state.patched(patch.0))
    }
    #expect(last == ["left": 2, "log": ["hello ", "200"], "isBusy": false, "note": .null])
  }

  @Test(arguments: [
    (nil, nil, "0 left", "Quit"), (nil, "pt-BR", "faltam 0", "Sair"), ("pt-BR", nil, "faltam 0", "Sair"),
    ("pt-BR", "en", "0 left", "Quit"),
  ])
  func `Screens and texts are in the front end's language, or else in that of the command line`(
    given: String?, requested: String?, title: String, quit: String
  ) async throws {
    let hello: JSON = ["hello": ["protocol": 2, "language": requested.map(JSON.string) ?? .null]]
    let frontEnd = ScriptedFrontEnd([.send(hello.text()), .wait(for: "screen"), .send(#""bye""#)])
    #expect(try await frontEnd.run(KettleApp(), folder: nil, language: given) == .success)
    #expect(frontEnd.received.first?["hello"]?["texts"] == ["quit": .string(quit)])
    #expect(frontEnd.received.contains(["screen": ["title": .string(title)]]))
  }

  @Test(arguments: [
    ([], "the first message must be hello with protocol 2; the input ended, or the line is too long"),
    ([#"{"hello": {"protocol": 2, "language": "fr"}}"#], "hello.language: must be en or pt-BR"),
  ])
  func `An end of the input before the hello, and an unknown language, are errors`(
    lines: [String], message: String
  ) async throws {
    let frontEnd = ScriptedFrontEnd(lines.map { .send($0) })
    #expect(try await frontEnd.run(KettleApp(), folder: nil) == .usage)
    #expect(frontEnd.received == [Self.refused(message)])
  }

  /// Returns the error that ends a session before it has begun.
  private static func refused(_ message: String) -> JSON {
    ["error": ["kind": "invalidHello", "message": .string(message), "line": 1]]
  }

  @Test func `Blank lines before the hello are ignored`() async throws {
    let frontEnd = ScriptedFrontEnd([
      .send(""), .send(" \t\r"), Self.hello, .send(#"{"echo": 7}"#), .wait(for: "echo"), .send(#""bye""#),
    ])
    #expect(try await frontEnd.run(KettleApp(), folder: nil) == .success)
  }

  @Test(arguments: [
    ("hello", 1, "expected a value here"), ("[", 2, "']' is missing; the text ends here"),
    (#"{"hello":{"protocol":2}}"bye""#, 25, "nothing may follow the value"),
  ])
  func `A first line that isn't valid JSON is reported with the column`(
    line: String, column: Int, reason: String
  ) async throws {
    let frontEnd = ScriptedFrontEnd([.send(line)])
    #expect(try await frontEnd.run() == .usage)
    let message = "the first message must be hello with protocol 2, but it isn't valid JSON"
    #expect(frontEnd.received == [Self.refused("\(message): column \(column): \(reason)")])
  }

  @Test(arguments: [
    (1, "update the front end; the guide's page about the protocol lists what has changed"), (3, "update the app"),
  ])
  func `A front end of another version is refused with what to do next`(version: Int, advice: String) async throws {
    let frontEnd = ScriptedFrontEnd([.send(#"{"hello": {"protocol": \#(version), "later": true}}"#)])
    #expect(try await frontEnd.run() == .usage)
    let message = "the front end speaks protocol \(version), and this app only 2"
    #expect(
      frontEnd.received == [
        [
          "error": [
            "kind": "unsupportedVersion", "message": .string(message), "advice": .string(advice), "line": 1,
          ]
        ]
      ])
  }

  @Test(arguments: [#"{"hello": {"client": "test"}}"#, #"{"dispatch": "ticked"}"#])
  func `A front end without a valid hello receives an error and nothing else`(line: String) async throws {
    let frontEnd = ScriptedFrontEnd([.send(line), .send(#"{"dispatch": "ticked"}"#)])
    #expect(try await frontEnd.run() == .usage)
    #expect(frontEnd.received == [Self.refused("the first message must be hello with protocol 2")])
  }

  @Test(arguments: [
    (#""claims": "fetch""#, "hello.claims: expected an array, not a string"),
    (#""claims": ["fetch", "fech"]"#, "hello.claims: no effect is named 'fech'; did you mean 'fetch'?"),
    (#""claim": ["fetch"]"#, #"hello.claim: unknown key "claim"; did you mean "claims"?"#),
    (#""language": 7"#, "hello.language: expected a string, not a number"),
  ])
  func `A hello with a mistake is refused with the reason`(member: String, message: String) async throws {
    let frontEnd = ScriptedFrontEnd([.send(#"{"hello": {"protocol": 2, \#(member)}}"#)])
    #expect(try await frontEnd.run() == .usage)
    #expect(frontEnd.received == [Self.refused(message)])
  }

  @Test(arguments: [
    ("{", "column 2: "), ("{\"dispatch\": \"ticket\"}", "ticked"), ("{\"dispatch\": {\"start\": \"x\"}}", "start"),
    ("{\"dispatch\": \"ticked\", \"more\": 1}", "unknown key \"more\""), ("{\"dispach\": \"ticked\"}", "a message is"),
    ("7", "a message is"), ("{}", "a message is"), ("{\"advance\": -1}", "advance: must be from 0 to"),
    ("{\"advance\": 1e300}", "advance: must be from 0 to"), ("{\"advance\": \"1\"}", "advance: expected a number"),
    ("{\"end\": -1}", "end: "), (String(repeating: "x", count: 201), "longer than 200 bytes"),
    ("", "column 1: "), (#"{"hello": {"protocol": 2}}"#, "the session has already begun"),
  ])
  func `An invalid line is reported with its number, and the next one is processed`(
    line: String, message: String
  ) async throws {
    let frontEnd = ScriptedFrontEnd([Self.hello, .send(line), .send(#"{"dispatch": {"note": "next"}}"#)])
    #expect(try await frontEnd.run() == .success)
    let errors = frontEnd.received.compactMap { $0["error"] }
    #expect(errors.map { $0["line"] } == [2] && errors.first?["kind"] == "invalidMessage")
    #expect(errors.first?.text().contains(JSON.string(message).text().dropFirst().dropLast()) == true, "\(errors)")
    #expect(frontEnd.received.contains { $0["patch"]?.text().contains("next") == true })
  }

  @Test func `The front end carries out the effects it claims`() async throws {
    let frontEnd = ScriptedFrontEnd([
      .send(#"{"hello": {"protocol": 2, "claims": ["fetch"]}}"#), .send(#"{"dispatch": {"fetch": "/a"}}"#),
      .wait(for: "number"), .send(#"{"answer": {"effect": 1, "action": {"note": "from here"}}}"#),
      .send(#"{"end": 1}"#),
      .wait(for: "from here"), .send(#"{"end": 2}"#),
    ])
    #expect(try await frontEnd.run() == .success)
    #expect(
      frontEnd.received.filter { $0["perform"] != nil } == [["perform": ["effect": ["fetch": "/a"], "number": 1]]])
    #expect(frontEnd.received.last?["error"]?["message"] == "no effect has the number 2")
    #expect(!frontEnd.received.contains { $0.text().contains("200") }, "the app's own handler sent no request")
  }

  @Test func `The front end can move the clock`() async throws {
    let frontEnd = ScriptedFrontEnd([
      Self.hello, .send(#"{"dispatch": "nap"}"#), .wait(for: "effect"), .send(#"{"advance": 36000}"#),
      .wait(for: "awake"),
    ])
    #expect(try await frontEnd.run() == .success)
  }

  @Test func `An interruption ends the session even if the front end is silent`() async throws {
    let interruption = Interruption()
    let frontEnd = ScriptedFrontEnd([Self.hello, .wait(for: "never sent")])
    async let code = frontEnd.run(interruption)
    await frontEnd.bell.wait(for: "a screen") { frontEnd.received.contains { $0["screen"] != nil } }
    interruption.turnOn()
    #expect(try await code == .success)
    frontEnd.write("never sent")  // lets the reading thread end
  }

  @Test func `Actions that were sent before bye are reduced`() async throws {
    /// Sends another action and bye when the first change is sent, from within the reducing thread.
    final class Hasty: MessageCarrier {
      let content = Guarded((session: (any FrontEndSession)?.none, texts: [String]()))
      func takesNews() -> Bool { true }
      func send(_ text: String, _ kind: MessageDelivery) {
        let session = content.withLock { content in
          content.texts.append(text)
          return content.texts.count == 1 ? nil : content.session.take()
        }
        guard let session else { return }
        _ = session.receive(Array(#"{"dispatch": {"note": "last"}}"#.utf8), number: 2)
        #expect(!session.receive(Array(#""bye""#.utf8), number: 3))
        session.whenIdle { [self] in content.withLock { $0.texts.append("over") } }
      }
    }
    let carrier = Hasty()
    let frontEnds = FrontEnds(Messenger(Masker(), carrier))
    let world = LocalWorld { Device(Kettle.State(), Kettle(), AnsweredAtOnce()) }
    let session = try await AppSession<KettleApp>(world, Advancer(ScenarioClock.Time(ContinuousClock())), frontEnds)
    carrier.content.withLock { $0.session = session }
    #expect(session.receive(Array(#"{"dispatch": {"note": "first"}}"#.utf8), number: 1))
    await session.stop()
    let texts = carrier.content.withLock { $0.texts }
    #expect(texts.last == "over" && texts.dropLast().last?.contains("last") == true, "\(texts)")
  }

  private struct AnsweredAtOnce: EffectHandler {
    func work(for effect: Kettle.Effect) -> Work<Kettle.Action> { .action(.woke) }
  }
}
