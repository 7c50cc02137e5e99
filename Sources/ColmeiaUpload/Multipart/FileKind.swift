import ColmeiaHTTP

/// The type of a file, detected by the signature at its beginning.
struct FileKind: Sendable, Hashable {
  /// The number of bytes after which the type is known.
  static let signatureLength = 12

  /// The media type (RFC 9110 §8.3.1).
  var name: String
  /// The file name extension without the dot, or empty if the type is unknown.
  var fileExtension: String

  /// Detects the type of a file from its first bytes.
  init(firstBytes bytes: [UInt8]) {
    (name, fileExtension) =
      if let image = ImageType(of: bytes) {
        (image.rawValue, image.fileExtension)
      } else if bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) {
        ("image/tiff", "tiff")
      } else if bytes.starts(with: "%PDF-".utf8) {
        ("application/pdf", "pdf")
      } else {
        ("application/octet-stream", "")
      }
  }
}
