import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

/// A stored photo of an album.
struct PhotoRecord: Sendable, Equatable, Codable {
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
    tags.count <= AlbumPhoto.mostTags && ([caption] + tags).allSatisfy { $0.utf8.count <= AlbumPhoto.longestText }
      && ISODate.accepts(date) && picture.bytes.count <= AlbumPhoto.largest
      && ImageType(of: picture.bytes)?.isPhoto == true
  }

  /// Returns the photo in the format of the original's APIs.
  func json(at origin: String) -> JSON {
    AlbumPhoto(id: id, caption: caption, tags: tags, taken: date, address: "\(origin)/album/photos/\(id)")
      .response(bytes: picture.bytes.count)
  }
}
