import ColmeiaJSON
import Foundation
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Each message of the protocol has a meaning, a schema, an example and a row in the guide.
@Suite struct MessageTests {
  private typealias ToApp = MessageToApp<AppJSON<AppPart.Action>>

  /// The schema of messages, in which each part of the app may be any value.
  private static let schema: SchemaCheck = {
    var schema = MessageSchema(KettleApp()).json.object ?? JSONObject()
    var definitions = schema["$defs"]?.object ?? JSONObject()
    for name in ["Action", "State", "Effect", "Screen"] { definitions[name] = [:] }
    schema["$defs"] = .object(definitions)
    return SchemaCheck(schema: .object(schema))
  }()

  @Test func `Each message from a front end has a meaning, a schema and an example`() throws {
    try Self.check(ToApp.self, ToApp.CodingKeys.self, MessageShapes().toApp, "ToApp")
  }

  @Test func `Each message from the app has a meaning, a schema and an example`() throws {
    try Self.check(MessageFromApp.self, MessageFromApp.CodingKeys.self, MessageShapes().fromApp, "FromApp")
  }

  private static func check<Message: Codable, Key: MessageKey>(
    _ type: Message.Type, _ keys: Key.Type, _ shapes: [Shape.Case], _ definition: String
  ) throws {
    #expect(shapes.map(\.name) == Key.allCases.map(\.stringValue))
    for key in Key.allCases {
      #expect(key.meaning.contains(" "), "\(key.stringValue) has a meaning")
      let shape = try #require(shapes.first { $0.name == key.stringValue })
      let example = try #require(shape.example, "\(key.stringValue) has an example")
      #expect(example == .string(key.stringValue) || example.object?.keys == [key.stringValue])
      #expect(schema.accepts(example, as: definition), "\(example)")
      #expect(try JSON(encoding: example.decode(type, .strict)) == example, "it is read and written as it is")
      let branches = schema.schema["$defs"]?[definition]?["anyOf"]?.array ?? []
      #expect(branches.count { $0["description"] == .string(key.meaning) } == 1)
    }
  }

  @Test func `A message that the app sends is read as it was`() throws {
    let messages: [MessageFromApp] = [
      .hello(AppHello(app: "kettle", version: "0", origin: nil, texts: ["quit": "Quit"])),
      .patch(
        changes: JSONPatch.between(["a": 1, "b": 2], ["a": .null, "c": [1]]), sequence: 3),
      .error(ProtocolError(.busy, "no room", advice: "wait").on(line: 7)), .echo([1, .null]), .bye,
    ]
    for message in messages {
      #expect(try JSON.decode(MessageFromApp.self, from: Array(message.text.utf8), .strict) == message)
      #expect(try JSON(parsing: message.text) == message.json)
    }
  }

  @Test func `Any value but an object with the key _0 is echoed as it was`() throws {
    for text in [
      #"{"echo":{"a":{"_0":1}}}"#, #"{"echo":"b"}"#, #"{"echo":null}"#, #"{"echo":[1.50,[]]}"#, #"{"echo":{}}"#,
    ] {
      guard case .echo(let value) = try ToApp(parsing: Array(text.utf8)) else { return #expect(Bool(false)) }
      #expect(MessageFromApp.echo(value).text == text)
    }
  }

  @Test func `The guide's page about the protocol has all messages and kinds of errors`() throws {
    let guide = URL(filePath: #filePath).appending(path: "../../../../Examples/Guide/11b-protocol.md").standardized
    let page = try String(contentsOf: guide, encoding: .utf8)
    let reference = MessageReference().markdown
    #expect(page.contains(reference), "the page must contain:\n\(reference)")
  }
}
