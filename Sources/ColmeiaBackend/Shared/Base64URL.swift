/// Bytes as text that fits into a URL, without padding (RFC 4648 §5).
enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// - Complexity: O(length).
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var bits = 0
    var rest = 0
    for byte in bytes {
      rest = rest << 8 | Int(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(digits[(rest >> bits) & 63])
      }
      rest &= (1 << bits) - 1
    }
    if bits > 0 { text.append(digits[(rest << (6 - bits)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }
}
