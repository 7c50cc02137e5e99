import ColmeiaHTTP
import ReferenceEntities

/// The pictures of the feed, which are drawn once.
struct ImageLibrary: Sendable {
  /// A file and its entity tag.
  struct File: Sendable {
    var bytes: [UInt8]
    /// The entity tag, including its quotes (RFC 9110 §8.8.3).
    var tag: String
  }

  private let files: [String: File]

  /// The pictures of all breeds.
  static let standard = ImageLibrary()

  private init() {
    var files: [String: File] = [:]
    for breed in Breed.allCases {
      for (index, path) in Self.paths(of: breed).enumerated() {
        let bytes = DogPicture(breed: breed, number: index + 1).png
        files[path] = File(bytes: bytes, tag: "\"\(SHA256.digest(bytes).hex.prefix(16))\"")
      }
    }
    self.files = files
  }

  /// Returns the paths of a breed's pictures in the order of their numbers.
  static func paths(of breed: Breed) -> [String] {
    (1...DogPicture.count).map { "/images/\(breed)/\(breed)-\($0).png" }
  }

  /// The file at a decoded path, or `nil` if there is none.
  subscript(path: String) -> File? { files[path] }
}
