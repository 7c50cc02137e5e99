import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

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
    case let value?: throw .invalid(name, value, upTo: limit)
    }
  }

  /// Returns a text field that doesn't consist of white space only, or `nil` if it is missing.
  func words(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String? {
    guard let text = try text(name, upTo: limit) else { return nil }
    guard text.isWords(upTo: limit) else { throw .invalid(name) }
    return text
  }

  /// Returns a text field that must not be missing.
  func required(_ name: String, upTo limit: Int) throws(EventbeeProblem) -> String {
    guard let text = try text(name, upTo: limit) else { throw .invalid(name) }
    return text
  }

  /// Changes an event as the fields say. A new one needs some of them.
  func change(_ event: inout Event, isNew: Bool) throws(EventbeeProblem) {
    for field in Event.fields {
      switch object[field.name] {
      case nil, .null: if isNew, field.isRequired { throw .invalid(field.name) }
      case let value?:
        if !field.set(value, &event) { throw .invalid(field.name, value, upTo: field.limit) }
      }
    }
    guard event.start <= event.end else { throw .invalid("datetime_end") }
  }
}
