import ColmeiaJSON

/// A photo in an album.
struct AlbumPhoto: Sendable, Equatable, Codable {
  static let mostTags = 10
  static let longestText = 200
  static let largest = 2 << 20

  let id: Int
  let user: Int
  let caption: String
  let tags: [String]
  /// When it was published, in seconds since 1970.
  let date: Int
  /// A JPEG or PNG file.
  @Base64Coded var picture: [UInt8]

  /// What image some bytes are, by their signature; `nil` for none.
  static func type(of picture: [UInt8]) -> String? {
    if picture.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    return picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? "image/png" : nil
  }

  /// Whether a request could have made it.
  var isPossible: Bool {
    tags.count <= Self.mostTags && ([caption] + tags).allSatisfy { $0.utf8.count <= Self.longestText }
      && ISODate.accepts(date) && picture.count <= Self.largest && Self.type(of: picture) != nil
  }

  /// The photo as the original's APIs tell such things.
  func json(at origin: String) -> JSON {
    [
      "id": .string("\(id)"), "caption": .string(caption), "tags": .array(tags.map(JSON.string)),
      "taken": .string(AlbumText.date(date)), "bytes": .string("\(picture.count)"), "public": 1,
      "url": .string("\(origin)/album/photos/\(id)"),
    ]
  }
}
