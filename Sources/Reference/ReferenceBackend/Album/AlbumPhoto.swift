import ColmeiaHTTP
import ColmeiaJSON

/// A photo in an album.
struct AlbumPhoto: Sendable, Equatable, Codable {
  static let mostTags = 10
  static let longestText = 200
  static let largest = 2 << 20

  let id: Int
  let user: Int
  var caption: String
  var tags: [String]
  /// The time of publication, in seconds since 1970.
  let date: Int
  /// A JPEG or PNG file.
  var picture: Blob

  /// Whether a request could have created this photo.
  var isPossible: Bool {
    tags.count <= Self.mostTags && ([caption] + tags).allSatisfy { $0.utf8.count <= Self.longestText }
      && ISODate.accepts(date) && picture.bytes.count <= Self.largest && ImageType(of: picture.bytes)?.isPhoto == true
  }

  /// Returns the photo in the format of the original's APIs.
  func json(at origin: String) -> JSON {
    [
      "id": .string("\(id)"), "caption": .string(caption), "tags": .array(tags.map(JSON.string)),
      "taken": .string(AlbumText.date(date)), "bytes": .string("\(picture.bytes.count)"), "public": 1,
      "url": .string("\(origin)/album/photos/\(id)"),
    ]
  }
}
