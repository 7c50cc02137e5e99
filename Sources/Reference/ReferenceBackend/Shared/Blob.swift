import ColmeiaHTTP

/// The bytes of an object or a photo. They never change, and ``BackendFile`` stores them in a file of their own, so that
/// a snapshot is small.
struct Blob: Sendable, Equatable {
  /// The SHA-256 of the bytes as 64 lowercase hexadecimal digits, which is the name of the file.
  let digest: String
  /// The bytes, or none in a state that was decoded but not loaded yet.
  let bytes: [UInt8]

  /// Creates a value for bytes that a request contains.
  ///
  /// - Complexity: O(length).
  init(_ bytes: [UInt8]) {
    digest = SHA256.digest(bytes).hex
    self.bytes = bytes
  }

  /// Returns whether a text is a digest.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension Blob: Codable {
  /// Decodes the digest. Throws `DecodingError.dataCorrupted` if the text isn't one.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    digest = try container.decode(String.self)
    bytes = []
    guard Self.isDigest(digest) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a digest has 64 lowercase hexadecimal digits")
    }
  }

  /// Encodes the digest.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(digest)
  }
}
