import Foundation

/// Bytes as text (RFC 4648).
enum Base64 {
  /// With padding (§4).
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Without padding, in the alphabet that fits into a URL (§5).
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes of a text; `nil` when it is not exactly what ``encode(_:)`` makes of some bytes.
  static func decode(_ text: String) -> [UInt8]? {
    guard let bytes = Data(base64Encoded: text).map({ Array($0) }), encode(bytes) == text else { return nil }
    return bytes
  }
}
