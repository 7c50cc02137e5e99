import ColmeiaJSON

/// A photo in an album.
public struct AlbumPhoto: Sendable, Equatable, Codable, Identifiable {
  /// The maximum length of the caption and of each tag, in bytes of UTF-8.
  package static let longestText = 200
  /// The maximum number of tags.
  package static let mostTags = 10
  /// The maximum size of the picture in bytes.
  package static let largest = 2 << 20

  /// The number that the server assigned to the photo.
  public let id: Int
  /// The caption of the photo.
  public let caption: String
  /// The tags of the photo, one word each.
  public let tags: [String]
  /// The time of publication, in seconds since 1970.
  public let taken: Int
  /// The address of the image.
  public let address: String

  /// Creates a photo.
  package init(id: Int, caption: String, tags: [String], taken: Int, address: String) {
    (self.id, self.caption, self.tags, self.taken, self.address) = (id, caption, tags, taken, address)
  }
}

extension AlbumPhoto: Mappable {
  /// Decodes a photo from a response, which has numbers as strings.
  public init(_ mapper: Mapper) throws(MappingError) {
    id = try mapper.value("id")
    caption = try mapper.value("caption")
    tags = try mapper.value("tags")
    taken = try mapper.albumTime("taken")
    _ = try mapper.value("bytes", as: Int.self)
    address = try mapper.value("url", as: ImageURL.self).rawValue
  }

  /// Returns the photo in a response, with the size of its picture in bytes.
  package func response(bytes: Int) -> JSON {
    [
      "id": .string("\(id)"), "caption": .string(caption), "tags": .array(tags.map(JSON.string)),
      "taken": .albumTime(taken), "bytes": .string("\(bytes)"), "public": 1, "url": .string(address),
    ]
  }
}
