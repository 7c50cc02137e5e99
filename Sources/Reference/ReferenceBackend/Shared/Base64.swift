import Foundation

/// Base64 encoding and decoding (RFC 4648).
enum Base64 {
  /// Returns the standard encoding with padding (§4).
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns the URL-safe encoding without padding (§5).
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Returns the bytes of a text, or `nil` if the text isn't exactly what ``encode(_:)`` produces.
  static func decode(_ text: String) -> [UInt8]? {
    guard let bytes = Data(base64Encoded: text).map({ Array($0) }), encode(bytes) == text else { return nil }
    return bytes
  }
}
