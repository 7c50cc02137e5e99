import ColmeiaJSON

/// An entity that a server sends in another form than its conformance to `Codable`, which is the form in the app's state.
public protocol ServerEntity: Sendable {
  /// Decodes the entity from a response.
  init(response decoder: any Decoder) throws
}

/// An entity in a response.
package struct Received<Entity: ServerEntity>: Decodable, Sendable {
  /// The entity.
  package let entity: Entity

  package init(from decoder: any Decoder) throws { entity = try Entity(response: decoder) }
}

extension JSON {
  /// Decodes a value that must be an object.
  static func object(from decoder: any Decoder) throws -> JSON {
    let json = try JSON(from: decoder)
    if json.object != nil { return json }
    let steps = decoder.codingPath.map { $0.intValue.map(JSONPath.Step.index) ?? .key($0.stringValue) }
    throw JSONError(.mismatch(expected: "an object", found: json.kind), at: JSONPath(steps))
  }

  /// Creates a number, or `null` if there is none.
  init(_ number: Int?) { self = number.map { .number(JSONNumber($0)) } ?? .null }

  /// Creates a string, or `null` if there is none.
  init(_ text: String?) { self = text.map(JSON.string) ?? .null }
}
