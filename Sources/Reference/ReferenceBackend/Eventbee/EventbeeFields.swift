import ColmeiaHTTP
import ColmeiaJSON

/// The fields of a request body, validated as they are read. A `null` field counts as missing, and unknown fields are
/// ignored.
struct EventbeeFields {
  private let object: JSONObject

  init(_ request: HTTPRequest) throws(EventbeeProblem) {
    object = try RequestBody.object(
      of: request, otherType: EventbeeProblem.otherType, malformed: .malformed, notAnObject: .invalid)
  }

  /// Returns whether a field exists and is `null`.
  func isNull(_ name: String) -> Bool { object[name] == .null }

  /// Returns a text field, or `nil` if it is missing.
  ///
  /// - Parameter limit: The maximum length in bytes.
  func text(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text) where text.utf8.count <= limit: return text
    default: throw .invalid
    }
  }

  /// Returns a text field that doesn't consist of white space only, or `nil` if it is missing.
  func words(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String? {
    guard let text = try text(name, upTo: limit) else { return nil }
    guard Self.areWords(text, upTo: limit) else { throw .invalid }
    return text
  }

  /// Returns whether a text contains more than white space and doesn't exceed a limit in bytes.
  static func areWords(_ text: String, upTo limit: Int) -> Bool {
    text.utf8.count <= limit && !text.allSatisfy(\.isWhitespace)
  }

  /// Returns a point in time as whole seconds from 1970 to the end of 9999, or `nil` if the field is missing.
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
  /// Returns the value of a required field.
  func required() throws(EventbeeProblem) -> Wrapped {
    guard let self else { throw .invalid }
    return self
  }
}
