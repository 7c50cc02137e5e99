import ColmeiaJSON
import ReferenceEntities

/// A stored news item. It is immutable and remains when its newspaper is removed.
struct NewsRecord: Identifiable, Sendable, Equatable {
  let item: NewsItem
  /// The time of creation, in seconds since 1970.
  let createdAt: Int

  var id: String { item.id }

  /// The public representation.
  var json: JSON { item.response(createdAt: createdAt) }
}

extension NewsRecord: Codable {
  private enum CodingKeys: CodingKey { case createdAt }

  /// Decodes an item with its time from one object.
  init(from decoder: any Decoder) throws {
    item = try NewsItem(from: decoder)
    createdAt = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .createdAt)
  }

  /// Encodes the item and its time as one object.
  func encode(to encoder: any Encoder) throws {
    try item.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(createdAt, forKey: .createdAt)
  }
}
