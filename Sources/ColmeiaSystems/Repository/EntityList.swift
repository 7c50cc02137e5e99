import ColmeiaJSON

/// The entities of an answer, and which of them could not be understood: one that is damaged does not take the others
/// with it, and does not vanish either.
public struct EntityList<Entity: Decodable & Sendable>: Sendable {
  /// An entity that could not be understood.
  public struct Failure: Error, Sendable, Hashable {
    /// Its place in the answer, from 0.
    public let index: Int
    /// What is wrong with it; its path begins at the entity.
    public let error: JSONError
  }

  /// What was understood, in the answer's order.
  public var entities: [Entity]
  /// What was not.
  public var failures: [Failure]
}

extension EntityList: Equatable where Entity: Equatable {}

extension EntityList: Decodable {
  /// Reads a list.
  ///
  /// - Throws: ``JSONError`` if it is no array at all.
  /// - Complexity: O(bytes).
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard let elements = json.array else { throw JSONError(.mismatch(expected: "an array", found: json.kind)) }
    (entities, failures) = ([], [])
    for (index, element) in elements.enumerated() {
      do throws(JSONError) { entities.append(try element.decode(Entity.self)) } catch {
        failures.append(Failure(index: index, error: error))
      }
    }
  }
}
