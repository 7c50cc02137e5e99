/// What kind of file some bytes are, guessed by the first of them.
struct FileKind: Sendable, Hashable {
  /// The media type (RFC 9110 §8.3.1).
  var name: String
  /// What stands behind the point of a file's name; empty when nothing does.
  var fileExtension: String

  /// The kind of a file that begins with this byte; `nil` for one that is empty.
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
