import Foundation

/// Base64 encoding (RFC 4648).
enum Base64 {
  /// Returns the standard encoding with padding (§4).
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Returns the URL-safe encoding without padding (§5).
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
