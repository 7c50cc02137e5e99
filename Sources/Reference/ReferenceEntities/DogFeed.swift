import ColmeiaJSON

/// The pictures of a breed. In a response, an unknown breed or an invalid address makes the whole response undecodable.
public struct DogFeed: Sendable, Hashable, Codable {
  /// The category of the pictures.
  public let category: Breed
  /// The addresses of the pictures.
  public let list: [ImageURL]

  /// Creates a feed.
  package init(category: Breed, list: [ImageURL]) { (self.category, self.list) = (category, list) }

  /// The feed in a response.
  package var response: JSON {
    ["category": .string(category.rawValue), "list": .array(list.map { .string($0.rawValue) })]
  }
}
