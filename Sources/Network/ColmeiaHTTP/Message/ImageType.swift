/// An image format, detected by its signature. The raw value is the media type.
package enum ImageType: String, Sendable {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case gif = "image/gif"
  case webp = "image/webp"

  /// Detects the format of an image from its first bytes. `nil` if it is none of these formats.
  package init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// Returns whether bytes are an image: by their signature, or by their media type if it is another format.
  package static func isImage(_ bytes: [UInt8], _ type: MediaType?) -> Bool {
    if ImageType(of: bytes) != nil { return true }
    guard let type = type?.essence, type.hasPrefix("image/"), ImageType(rawValue: type) == nil else { return false }
    let isMarkup = bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    return !isMarkup || type == "image/svg+xml"
  }

  /// Whether cameras and phones produce this format.
  package var isPhoto: Bool { self == .jpeg || self == .png }
}
