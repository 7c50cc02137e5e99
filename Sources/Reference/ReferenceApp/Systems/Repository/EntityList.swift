import ColmeiaJSON

/// The entities of a response, and the failures for those that couldn't be decoded. An invalid entity neither makes the
/// whole response undecodable, nor is it silently dropped.
public struct EntityList<Entity: ServerEntity>: Sendable {
  /// An entity that couldn't be decoded.
  public struct Failure: Error, Sendable, Hashable {
    /// The index of the entity in the response.
    public let index: Int
    /// The decoding error, whose path starts at the entity.
    public let error: JSONError
  }

  /// The decoded entities, in the order of the response.
  public var entities: [Entity]
  /// The failures, in the order of the response.
  public var failures: [Failure]
}

extension EntityList: Equatable where Entity: Equatable {}

extension EntityList: Decodable {
  /// Decodes a list.
  ///
  /// - Throws: `JSONError` if the value isn't an array.
  /// - Complexity: O(bytes).
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let elements = json.array else { throw JSONError(.mismatch(expected: "an array", found: json.kind)) }
    (entities, failures) = ([], [])
    for (index, element) in elements.enumerated() {
      do throws(JSONError) { entities.append(try element.decode(Received<Entity>.self).entity) } catch {
        failures.append(Failure(index: index, error: error))
      }
    }
  }
}
