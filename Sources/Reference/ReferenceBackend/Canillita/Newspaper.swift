import ColmeiaJSON

/// A newspaper. Its name is its identity; canonically equivalent names are equal.
struct Newspaper: Identifiable, Sendable, Equatable, Codable {
  let name: String
  var description: String
  /// The time of creation, in seconds since 1970.
  var createdAt: Int
  /// The time of the last change, in seconds since 1970.
  var updatedAt: Int

  var id: String { name }

  /// The public representation.
  var json: JSON {
    [
      "name": .string(name), "description": .string(description),
      "created_at": .string(UTCTime.text(createdAt)), "updated_at": .string(UTCTime.text(updatedAt)),
    ]
  }
}
