/// The type of a file, guessed from its first byte.
struct FileKind: Sendable, Hashable {
  /// The media type (RFC 9110 §8.3.1).
  var name: String
  /// The file name extension without the dot, or empty if there is none.
  var fileExtension: String

  /// Creates the type of a file that starts with this byte, or of an empty file if it is `nil`.
  init(firstByte: UInt8?) {
    (name, fileExtension) =
      switch firstByte {
      case 0xFF: ("image/jpeg", "jpg")
      case 0x89: ("image/png", "png")
      case 0x47: ("image/gif", "gif")
      case 0x49, 0x4D: ("image/tiff", "tiff")
      case 0x25: ("application/pdf", "pdf")
      case 0xD0: ("application/vnd", "")
      case 0x46: ("text/plain", "txt")
      default: ("application/octet-stream", "")
      }
  }
}
