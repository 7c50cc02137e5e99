import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// The schema of the messages between an app and its front ends.
@Suite(.blocking, .timeLimit(.minutes(10))) struct SchemaTests {
  static let kettle = SchemaCheck(schema: MessageSchema(KettleApp()).json)

  @Test func `Each message matches the schema, and so does the resulting state`() async throws {
    let lines = [
      #"{"hello": {"protocol": 2, "claims": ["nap"]}}"#, #"{"dispatch": {"fetch": "/a"}}"#, #"{"dispatch": "nap"}"#,
      #"{"dispatch": {"note": null}}"#, #"{"dispatch": {"start": 2}}"#, #"{"advance": 1.5}"#, #"{"echo": [7]}"#,
      #"{"answer": {"effect": 1, "action": "woke"}}"#, #"{"end": 1}"#, #""bye""#,
    ]
    for line in lines { #expect(Self.kettle.accepts(try JSON(parsing: line), as: "ToApp"), "\(line)") }
    let steps = lines.map(ScriptedFrontEnd.Step.send)
    let frontEnd = ScriptedFrontEnd(
      steps[..<3] + [.wait(for: "number"), .wait(for: "200")] + steps[3...] + [.send("{")])
    #expect(try await frontEnd.run() == .success)
    var state = JSON.null
    for message in frontEnd.received {
      #expect(Self.kettle.accepts(message, as: "FromApp"), "\(message)")
      state = message["state"]?["value"] ?? state
      if let patch = message["patch"]?["changes"] { state = try #require(state.patched(patch)) }
      if state != .null { #expect(Self.kettle.accepts(state, as: "State"), "\(state)") }
    }
    #expect(frontEnd.received.contains { $0["perform"] != nil } && state["left"] == 2)
  }

  @Test(arguments: [
    #"{"dispatch": "start"}"#, #"{"dispatch": {"start": "2"}}"#, #"{"dispatch": {"stop": 2}}"#,
    #"{"dispatch": {"start": 2, "fetch": "/"}}"#, #"{"dispatch": "nap", "echo": 1}"#, #"{"advance": -1}"#, #""by""#,
    #"{"end": -1}"#, #"{"hello": {"protocol": 1}}"#, #"{"answer": {"effect": 1}}"#, "7", "{}",
  ])
  func `An invalid message doesn't match the schema`(line: String) throws {
    #expect(!Self.kettle.accepts(try JSON(parsing: line), as: "ToApp"))
  }

  @Test func `An invalid state doesn't match the schema`() throws {
    let state: JSON = ["left": 0, "log": ["x"], "isBusy": false, "note": .null]
    #expect(Self.kettle.accepts(state, as: "State"))
    for (name, value) in [("left", "0"), ("left", 0.5), ("log", [1]), ("isBusy", .null), ("note", 1), ("more", 1)]
      as [(String, JSON)]
    {
      var object = try #require(state.object)
      object[name] = value
      #expect(!Self.kettle.accepts(.object(object), as: "State"), "\(name)")
    }
  }

  @Test func `The schema is always the same, and defines each type once`() throws {
    let app = KettleApp()
    let schema = MessageSchema(app).json
    #expect(schema.text() == MessageSchema(app).json.text())
    let names = try #require(schema["$defs"]?.object?.keys)
    let messages = ["ToApp", "FrontEndHello", "FromApp", "AppHello", "ProtocolError", "ProtocolErrorKind", "Change"]
    #expect(names.starts(with: messages + ["Action"]) && names.contains("State"))
    let all = schema.text()
    for name in names { #expect(all.contains("\"#/$defs/\(name)\""), "\(name) is used") }
    #expect(try JSON(parsing: schema.text(.pretty)) == Self.kettle.schema)
  }

  @Test(arguments: [
    ("App.Feed.State", "FeedState"), ("Swift.Int", "Int"), ("A.Loaded<Swift.Array<B.Dog>>", "LoadedArrayDog"),
    ("A.(unknown context at $55e1).Dog", "Dog"), ("A.Outer.(unknown context at $1).inner", "OuterInner"),
    ("(A.X, B.Y.Z)", ""), ("A.Pair<Swift.Int, B.Y.Z>", "PairIntYZ"),
  ])
  func `The name of a type is that in Swift without its module`(text: String, name: String) {
    #expect(TypeName.of(text) == name)
  }
}
