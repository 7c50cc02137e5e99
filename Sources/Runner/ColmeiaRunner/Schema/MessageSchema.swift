import ColmeiaJSON

/// The JSON Schema (2020-12) of the messages between an app and its front ends, including the app's actions, state,
/// effects and screen. `serve --stdio` and the C interface exchange these messages.
///
/// The app's types are examined by ``Probe``. Unknown parts are `{}`, which accepts any value.
struct MessageSchema {
  private let title: String
  private var shapes: ShapeSchema

  init<App: RunnableApp>(_ app: App) {
    title = "\(app.name) \(app.version): the messages of protocol \(ServeProtocol.version)"
    let probe = Probe(namesShapes: true)
    let roots = [
      ("Action", probe.look(App.Root.Action.self).shape), ("State", probe.look(App.Root.State.self).shape),
      ("Effect", probe.look(App.Root.Effect.self).shape),
      ("Screen", app.screenType.map { probe.look($0).shape } ?? .any),
    ]
    shapes = ShapeSchema(probe.names, taken: Self.messages.map(\.0) + roots.map(\.0))
    for (name, shape) in roots { shapes.define(name, shape) }
  }

  /// The reasons why some of the app's enums are not defined, with advice. Each is listed once.
  var advice: [String] { Set(shapes.unlisted).map(\.advice).sorted() }

  /// The complete schema.
  var json: JSON {
    var definitions = JSONObject()
    for (name, schema) in Self.messages { definitions[name] = schema }
    for (name, schema) in shapes.definitions { definitions[name] = schema }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      "description": """
      Secrets in messages from the app are strings that contain ***.
      """,
      "anyOf": [["$ref": "#/$defs/ToApp"], ["$ref": "#/$defs/FromApp"]], "$defs": .object(definitions),
    ]
  }

  private static let messages: [(String, JSON)] = [
    (
      "ToApp",
      [
        "description": "A message from a front end.",
        "anyOf": [
          one(
            "hello",
            record(
              ["protocol": ["const": version], "client": text, "claims": list(text), "language": text],
              needs: ["protocol"])),
          one("dispatch", reference("Action")),
          one("advance", ["type": "number", "minimum": 0, "maximum": 31_536_000, "description": "Seconds."]),
          one("echo", [:]),
          one("answer", record(["effect": count, "action": reference("Action")], needs: ["effect", "action"])),
          one("end", count), ["const": "bye"],
        ],
      ]
    ),
    (
      "FromApp",
      [
        "description": "A message from the app.",
        "anyOf": [
          one(
            "hello",
            record(
              [
                "protocol": ["const": version], "app": text, "version": text, "origin": ["type": ["string", "null"]],
                "texts": ["type": "object", "additionalProperties": text],
              ],
              needs: ["protocol", "app", "version", "origin"])),
          record(["state": reference("State"), "sequence": count], needs: ["state", "sequence"]),
          record(["patch": list(reference("Change")), "sequence": count], needs: ["patch", "sequence"]),
          one("screen", reference("Screen")), one("screenPatch", list(reference("Change"))),
          record(["effect": reference("Effect"), "number": count], needs: ["effect"]),
          one("cancel", count), one("echo", [:]),
          one("error", record(["message": text, "line": count], needs: ["message"])), ["const": "bye"],
        ],
      ]
    ),
    (
      "Change",
      [
        "description": "A change of the state or the screen (RFC 6902).",
        "anyOf": [
          record(
            ["op": ["enum": ["add", "replace"]], "path": text, "value": [:]], needs: ["op", "path", "value"]),
          record(["op": ["const": "remove"], "path": text], needs: ["op", "path"]),
        ],
      ]
    ),
  ]

  private static var version: JSON { .number(JSONNumber(ServeProtocol.version)) }
  private static let text: JSON = ["type": "string"]
  private static let count: JSON = ["type": "integer", "minimum": 0]

  private static func list(_ element: JSON) -> JSON { ["type": "array", "items": element] }
  private static func reference(_ name: String) -> JSON { ShapeSchema.reference(name) }
  private static func one(_ name: String, _ value: JSON) -> JSON { record([name: value], needs: [name]) }
  private static func record(_ members: JSON, needs: [String]) -> JSON {
    ShapeSchema.object(members.object ?? JSONObject(), required: needs, isClosed: true)
  }
}
