import ColmeiaHTTP
import ColmeiaJSON

/// The fields of a call's body, checked as they are read. One that is `null` counts as missing; those that nobody asks
/// for are passed over.
struct EventbeeFields {
  private let object: JSONObject

  init(_ request: HTTPRequest) throws(EventbeeProblem) {
    do {
      object = try RequestBody.object(of: request)
    } catch {
      switch error {
      case .otherType: throw .otherType
      case .malformed: throw .malformed
      case .notAnObject: throw .invalid
      }
    }
  }

  /// Whether a field is there and `null`.
  func isNull(_ name: String) -> Bool { object[name] == .null }

  /// A text; `nil` when it is missing.
  ///
  /// - Parameter limit: the most bytes it may have.
  func text(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text) where text.utf8.count <= limit: return text
    default: throw .invalid
    }
  }

  /// A text with more in it than white space; `nil` when it is missing.
  func words(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String? {
    guard let text = try text(name, upTo: limit) else { return nil }
    guard Self.areWords(text, upTo: limit) else { throw .invalid }
    return text
  }

  /// Whether a text has more in it than white space, and no more than so many bytes.
  static func areWords(_ text: String, upTo limit: Int) -> Bool {
    text.utf8.count <= limit && !text.allSatisfy(\.isWhitespace)
  }

  /// A point in time, a whole number of seconds from 1970 to the end of 9999; `nil` when it is missing.
  func date(_ name: String) throws(EventbeeProblem) -> Int? {
    switch object[name] {
    case nil, .null: return nil
    case .number(let number):
      guard let date = number.int, ISODate.accepts(date) else { throw .invalid }
      return date
    default: throw .invalid
    }
  }
}

extension Optional {
  /// The value of a field that must be there.
  func required() throws(EventbeeProblem) -> Wrapped {
    guard let self else { throw .invalid }
    return self
  }
}
