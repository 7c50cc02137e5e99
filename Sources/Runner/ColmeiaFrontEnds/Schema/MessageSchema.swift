import ColmeiaJSON
import ColmeiaWorld

/// The JSON Schema (2020-12) of the messages between an app and its front ends, including the app's actions, state,
/// effects and screen. `serve --stdio` and the C interface exchange these messages.
///
/// The app's types are examined by ``Probe``. Unknown parts are `{}`, which accepts any value.
package struct MessageSchema {
  private let title: String
  private var shapes: ShapeSchema

  package init<App: RunnableApp>(_ app: App) {
    title = "\(app.name) \(app.version): the messages of protocol \(ProtocolVersion.current)"
    let (messages, probe) = (MessageShapes(), Probe(namesShapes: true))
    let roots = [
      ("Action", probe.inspect(App.Root.Action.self).shape), ("State", probe.inspect(App.Root.State.self).shape),
      ("Effect", probe.inspect(App.Root.Effect.self).shape),
      ("Screen", app.screenType.map { probe.inspect($0).shape } ?? .any),
    ]
    let names = messages.names.merging(probe.names) { first, _ in first }
    shapes = ShapeSchema(names, taken: ["ToApp", "FromApp", "Change"] + roots.map(\.0))
    shapes.define("ToApp", messages.toApp, MessageToApp<AppJSON<AppPart.Action>>.CodingKeys.self)
    shapes.define("FromApp", messages.fromApp, MessageFromApp.CodingKeys.self)
    shapes.define("Change", MessageShapes.change)
    for (name, shape) in roots { shapes.define(name, shape) }
  }

  /// The reasons why some of the app's enums are not defined, with advice. Each is listed once.
  package var advice: [String] { Set(shapes.unlisted).map(\.advice).sorted() }

  /// The complete schema.
  package var json: JSON {
    var definitions = JSONObject()
    for (name, schema) in shapes.definitions { definitions[name] = schema }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      "description": """
      Secrets in messages from the app are strings that contain ***.
      """,
      "anyOf": [["$ref": "#/$defs/ToApp"], ["$ref": "#/$defs/FromApp"]], "$defs": .object(definitions),
    ]
  }
}
