import ColmeiaJSON

/// A message from a front end to the app.
///
/// To add one, add a case, its key with its meaning, and what ``AppSession`` does with it.
package enum MessageToApp<Action: Codable & Sendable>: Codable, Sendable {
  case hello(FrontEndHello)
  case dispatch(Action)
  case advance(Seconds)
  case echo(JSON)
  case answer(effect: UInt64, action: Action)
  case end(UInt64)
  case bye

  package enum CodingKeys: String, MessageKey {
    case hello = "hello: the first message; it may name the `client`, the effects it `claims`, and its `language`"
    case dispatch = "dispatch: sends an action, as the command `actions --json` lists them"
    case advance = "advance: moves the app's clock by seconds, from one deadline to the next"
    case echo = "echo: is sent back when all results of earlier messages have been sent"
    case answer = "answer: sends an action that results from a claimed effect"
    case end = "end: ends the claimed effect with this number"
    case bye = "bye: ends the app when all earlier actions have been reduced"
  }

  /// Parses a message.
  ///
  /// - Throws: ``ProtocolError``, if the text isn't a message or contains an unknown key.
  package init(parsing content: [UInt8]) throws(ProtocolError) {
    // Actions are the most frequent messages, so they are parsed without the enum's decoder, which reports mistakes.
    let name = CodingKeys.dispatch.stringValue
    if let action = try? JSON.decode(Action.self, ofMember: name, from: content, .strict) {
      self = .dispatch(action)
      return
    }
    do throws(JSONError) { self = try JSON.decode(Self.self, from: content, .strict) } catch {
      throw ProtocolError(.invalidMessage, error.inMessage, advice: error.path.steps.isEmpty ? Self.advice : nil)
    }
  }

  private static var advice: String {
    let names = CodingKeys.allCases.map(\.stringValue).filter { $0 != CodingKeys.bye.stringValue }
    return "a message is \"bye\" or an object with one of the members \(names.joined(separator: ", "))"
  }
}

/// The first message of a front end.
package struct FrontEndHello: Codable, Sendable, Hashable {
  /// The version of the protocol that the front end speaks.
  package var `protocol`: ProtocolVersion
  /// The name of the front end.
  package var client: String?
  /// The names of the effects that the front end performs itself. `feed` claims all effects of that feature.
  package var claims: [String]?
  /// The language of screens and texts.
  package var language: String?
}

/// The version of the protocol. No other version can be decoded.
package struct ProtocolVersion: Codable, Sendable, Hashable {
  /// The version of this program.
  package static let current = 2

  package init() {}

  package init(from decoder: any Decoder) throws {
    let version = try Int(from: decoder)
    if version != Self.current { throw ProtocolError.unsupported(version) }
  }

  package func encode(to encoder: any Encoder) throws { try Self.current.encode(to: encoder) }
}

/// A time by which the clock is moved.
package struct Seconds: Codable, Sendable, Hashable {
  /// The maximum: one year.
  package static let limit = 31_536_000
  package let duration: Duration

  package init(_ duration: Duration) { self.duration = duration }

  package init(from decoder: any Decoder) throws {
    let seconds = try Double(from: decoder)
    guard (0...Double(Self.limit)).contains(seconds) else {
      throw ProtocolError(.invalidMessage, "must be from 0 to \(Self.limit) seconds")
    }
    duration = .milliseconds(Int64((seconds * 1_000).rounded()))
  }

  package func encode(to encoder: any Encoder) throws { try (duration / .seconds(1)).encode(to: encoder) }
}
