import ColmeiaDigest

/// The pictures that the feed names and the back end serves, drawn once.
struct ImageLibrary: Sendable {
  /// A file, and what tells it from other versions of itself.
  struct File: Sendable {
    var bytes: [UInt8]
    /// The entity tag with its quotes (RFC 9110 §8.8.3).
    var tag: String
  }

  private let files: [String: File]

  /// All breeds, all numbers.
  static let standard = ImageLibrary()

  private init() {
    var files: [String: File] = [:]
    for breed in DogBreed.allCases {
      for (index, path) in Self.paths(of: breed).enumerated() {
        let bytes = DogPicture(breed: breed, number: index + 1).png
        files[path] = File(bytes: bytes, tag: "\"\(SHA256.digest(bytes).hex.prefix(16))\"")
      }
    }
    self.files = files
  }

  /// The paths of a breed's pictures, in the order of their numbers.
  static func paths(of breed: DogBreed) -> [String] {
    (1...DogPicture.count).map { "/images/\(breed)/\(breed)-\($0).png" }
  }

  /// The file at a decoded path.
  subscript(path: String) -> File? { files[path] }
}
