import ColmeiaJSON
import ReferenceEntities

/// A stored newspaper. Its name is its identity; canonically equivalent names are equal.
struct NewspaperRecord: Identifiable, Sendable, Equatable, Codable {
  let name: String
  var description: String
  /// The time of creation, in seconds since 1970.
  var createdAt: Int
  /// The time of the last change, in seconds since 1970.
  var updatedAt: Int

  var id: String { name }

  /// The public representation.
  var json: JSON {
    Newspaper(name: name, about: description).response(createdAt: createdAt, updatedAt: updatedAt)
  }
}
