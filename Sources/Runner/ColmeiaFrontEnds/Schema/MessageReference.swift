import ColmeiaJSON
import ColmeiaWorld

/// The messages of the protocol, with an example and the meaning of each, for the help of `serve` and the guide.
package struct MessageReference {
  /// The sender, an example and the meaning of each message.
  package let rows: [(sender: String, example: String, meaning: String)]

  package init() {
    let shapes = MessageShapes()
    rows =
      Self.rows("front end", shapes.toApp, MessageToApp<AppJSON<AppPart.Action>>.CodingKeys.self)
      + Self.rows("app", shapes.fromApp, MessageFromApp.CodingKeys.self)
  }

  private static func rows<Key: MessageKey>(
    _ sender: String, _ messages: [Shape.Case], _ keys: Key.Type
  ) -> [(sender: String, example: String, meaning: String)] {
    messages.map { message in
      (sender, text(message.example ?? .null), Key(stringValue: message.name)?.meaning ?? "")
    }
  }

  /// Returns an example with the names of the app's parts, such as `ACTION`, in place of their values.
  private static func text(_ example: JSON) -> String {
    let text = example.text().replacing("\"\(Probe.samples[0])\"", with: "\"…\"")
    return ["ACTION", "STATE", "SCREEN", "EFFECT", "VALUE"].reduce(text) { text, name in
      text.replacing("\"\(name)\"", with: name)
    }
  }

  /// The messages as a table in Markdown, and the kinds of errors as another.
  var markdown: String {
    let messages = rows.map { "| \($0.sender) | `\($0.example)` | \($0.meaning) |\n" }
    let errors = ProtocolError.Kind.allCases.map { "| `\($0.rawValue)` | \($0.meaning) |\n" }
    return "| from | message | meaning |\n|---|---|---|\n\(messages.joined())\n"
      + "| kind of an error | what it means |\n|---|---|\n\(errors.joined())"
  }
}
