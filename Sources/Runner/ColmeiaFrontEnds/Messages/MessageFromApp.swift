import ColmeiaJSON
import ColmeiaScenario

/// A message from the app to its front ends.
///
/// To add one, add a case, its key with its meaning, and the place that sends it.
package enum MessageFromApp: Codable, Sendable, Hashable {
  case hello(AppHello)
  case state(value: AppJSON<AppPart.State>, sequence: Int)
  case patch(changes: [JSONChange], sequence: Int)
  case screen(AppJSON<AppPart.Screen>)
  case screenPatch([JSONChange])
  case effect(AppJSON<AppPart.Effect>)
  case perform(effect: AppJSON<AppPart.Effect>, number: UInt64)
  case cancel(UInt64)
  case echo(JSON)
  case error(ProtocolError)
  case bye

  package enum CodingKeys: String, MessageKey {
    case hello = "hello: the answer to hello, with the app's `origin`, and the `texts` that a front end shows itself"
    case state = "state: the whole state; a later one replaces all changes since"
    case patch = "patch: the changes of the state since then (RFC 6902: add, remove, replace)"
    case screen = "screen: the whole screen to show"
    case screenPatch = "screenPatch: the changes of the screen since then (RFC 6902)"
    case effect = "effect: an effect has started"
    case perform = "perform: the front end has claimed this effect, so it performs it, and sends its end"
    case cancel = "cancel: the claimed effect with this number is cancelled; later answers are ignored"
    case echo = "echo: the value of an earlier echo"
    case error = "error: a message was refused (its `line`, and an `advice`), or the app has a problem"
    case bye = "bye: the app has ended (in the C interface)"
  }

  /// The message as JSON.
  package var json: JSON {
    do throws(JSONError) { return try JSON(encoding: self) } catch { Self.fail(error) }
  }

  /// The message as text on one line.
  package var text: String {
    // Changes of the state are the most frequent messages, so they are written without an encoder.
    if case .patch(let changes, let sequence) = self { return Self.text(changes, sequence) }
    do throws(JSONError) { return String(decoding: try JSON.encode(self), as: UTF8.self) } catch { Self.fail(error) }
  }

  private static func text(_ changes: [JSONChange], _ sequence: Int) -> String {
    var text = JSONText()
    text.append(piece: #"{"patch":{"changes":["#)
    for index in changes.indices {
      if index > 0 { text.append(piece: ",") }
      changes[index].append(to: &text)
    }
    text.append(piece: #"],"sequence":"#)
    text.append(sequence)
    text.append(piece: "}}")
    return text.text
  }

  private static func fail(_ error: JSONError) -> Never {
    preconditionFailure("a message consists of JSON, and each of its cases has a key: \(error)")
  }
}

/// The app's answer to hello.
package struct AppHello: Codable, Sendable, Hashable {
  package var `protocol` = ProtocolVersion()
  /// The name and the version of the app.
  package var app: String, version: String
  /// The address of the app's server, or `nil` if it has none.
  package var origin: String?
  /// The texts that front ends show themselves, by name.
  package var texts: [String: String]?
}

/// The parts of messages whose types belong to the app.
package enum AppPart {
  package enum Action {}
  package enum State {}
  package enum Screen {}
  package enum Effect {}
}

/// The JSON of a value whose type belongs to the app.
package struct AppJSON<Part>: Codable, Sendable, Hashable {
  package var json: JSON

  package init(_ json: JSON) { self.json = json }
  package init(from decoder: any Decoder) throws { json = try JSON(from: decoder) }
  package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
