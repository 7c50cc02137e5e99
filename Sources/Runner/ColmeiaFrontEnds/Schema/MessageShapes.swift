import ColmeiaJSON
import ColmeiaScenario
import ColmeiaWorld

/// The shapes of all messages, from which their schema, the help of `serve` and the guide's page are made.
struct MessageShapes {
  /// The messages from a front end, and those from the app.
  let (toApp, fromApp): ([Shape.Case], [Shape.Case])
  /// The names of the types in messages, by shape.
  let names: [Shape: String]

  init() {
    let probe = Probe(namesShapes: true, given: Self.given)
    toApp = Self.cases(probe.inspect(MessageToApp<AppJSON<AppPart.Action>>.self).shape)
    fromApp = Self.cases(probe.inspect(MessageFromApp.self).shape)
    names = probe.names
  }

  private static func cases(_ shape: Shape) -> [Shape.Case] { if case .choice(let cases) = shape { cases } else { [] } }

  /// The schema of a change.
  static let change: JSON = [
    "description": "A change of the state or the screen (RFC 6902).",
    "anyOf": [
      [
        "type": "object", "required": ["op", "path", "value"], "additionalProperties": false,
        "properties": ["op": ["enum": ["add", "replace"]], "path": ["type": "string"], "value": [:]],
      ],
      [
        "type": "object", "required": ["op", "path"], "additionalProperties": false,
        "properties": ["op": ["const": "remove"], "path": ["type": "string"]],
      ],
    ],
  ]

  /// Types with a schema that their `Codable` conformance doesn't show.
  private static var given: [ObjectIdentifier: (shape: Shape, value: any Sendable)] {
    let version = JSON.number(JSONNumber(ProtocolVersion.current))
    let limit = JSON.number(JSONNumber(Seconds.limit))
    let changes: JSON = ["type": "array", "items": ShapeSchema.reference("Change")]
    let example: JSON = [["op": "replace", "path": "/count", "value": 2]]
    return [
      ObjectIdentifier(Int.self): (.given(schema: count(upTo: Int.max), example: 1), 1),
      ObjectIdentifier(UInt64.self): (.given(schema: count(upTo: UInt64.max), example: 1), UInt64(1)),
      ObjectIdentifier(JSON.self): (.given(schema: [:], example: "VALUE"), JSON.null),
      ObjectIdentifier(ProtocolVersion.self): (.given(schema: ["const": version], example: version), ProtocolVersion()),
      ObjectIdentifier(Seconds.self): (
        .given(schema: ["type": "number", "minimum": 0, "maximum": limit], example: 1.5), Seconds(.seconds(1))
      ),
      ObjectIdentifier([JSONChange].self): (.given(schema: changes, example: example), [JSONChange]()),
      ObjectIdentifier(AppJSON<AppPart.Action>.self): part("Action", AppJSON<AppPart.Action>(.null)),
      ObjectIdentifier(AppJSON<AppPart.State>.self): part("State", AppJSON<AppPart.State>(.null)),
      ObjectIdentifier(AppJSON<AppPart.Screen>.self): part("Screen", AppJSON<AppPart.Screen>(.null)),
      ObjectIdentifier(AppJSON<AppPart.Effect>.self): part("Effect", AppJSON<AppPart.Effect>(.null)),
    ]
  }

  private static func count(upTo maximum: some BinaryInteger) -> JSON {
    ["type": "integer", "minimum": 0, "maximum": .number(JSONNumber(maximum))]
  }

  private static func part(_ name: String, _ value: any Sendable) -> (shape: Shape, value: any Sendable) {
    (.given(schema: ShapeSchema.reference(name), example: .string(name.uppercased())), value)
  }
}
