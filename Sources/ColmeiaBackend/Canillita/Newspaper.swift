import ColmeiaJSON

/// What news appear in. Its name is its identity; names that look the same are the same.
struct Newspaper: Identifiable, Sendable, Equatable, Codable {
  let name: String
  var description: String
  /// In seconds since 1970.
  var createdAt: Int
  /// Of the last change, in seconds since 1970.
  var updatedAt: Int

  var id: String { name }

  /// What everybody sees.
  var json: JSON {
    [
      "name": .string(name), "description": .string(description),
      "created_at": .string(ISODate.secondsText(createdAt)), "updated_at": .string(ISODate.secondsText(updatedAt)),
    ]
  }
}
