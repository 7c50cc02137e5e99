import Foundation

/// Searches bytes for secrets in all forms in which they may be written. It is independent of the masker.
struct Needles {
  /// The number of bytes of a form that must match. Shortened output shows the beginning of a form. Short forms must
  /// match completely, because they may begin with an ordinary word.
  private static func length(_ form: String) -> Int { form.utf8.count < 24 ? form.utf8.count : 8 }
  /// The number of bytes that are looked up at once.
  private static let key = 6

  private var forms: [UInt64: [(bytes: [UInt8], secret: String)]] = [:]

  init(_ secrets: some Sequence<String>) {
    var seen: Set<[UInt8]> = []
    for secret in secrets {
      for form in Self.forms(of: secret) {
        let bytes = form.utf8.prefix(Self.length(secret)).map(Self.folded)
        guard bytes.count >= Self.key, seen.insert(bytes).inserted else { continue }
        forms[Self.key(bytes, 0), default: []].append((bytes, secret))
      }
    }
  }

  /// Returns a secret in plain text, in JSON, in URLs and forms, character by character, and in Base64 at any
  /// alignment.
  static func forms(of secret: String) -> [String] {
    let triplets = secret.utf8.map { "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined()
    let usual = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    let characters = secret.map { "\"\($0)\"" }
    var forms = [
      secret, secret.uppercased(), secret.lowercased(), triplets, usual, usual.replacing("%20", with: "+"),
      secret.replacing("\"", with: "\\\""),
      secret.replacing("/", with: "\\/"), characters.joined(separator: ","), characters.joined(separator: ", "),
      secret.map { String($0) }.joined(separator: " "), secret.map { String($0) }.joined(separator: "\n"),
    ]
    for offset in 0..<3 where secret.utf8.count >= 6 {
      let text = Data(Array(repeating: 0, count: offset) + Array(secret.utf8)).base64EncodedString()
      // The first digits contain bits of the preceding bytes, and the last digits those of the following bytes.
      let sure = String(text.dropFirst([0, 2, 3][offset]).prefix { $0 != "=" }.dropLast())
      forms += [sure, sure.replacing("+", with: "-").replacing("/", with: "_")]
    }
    return forms
  }

  /// Returns the byte in lower case if it is an ASCII letter.
  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

  /// Returns the secrets that occur, each with the surrounding text.
  func found(in data: Data) -> [String] {
    let bytes = data.map(Self.folded)
    var found: [String] = []
    var key: UInt64 = 0
    let mask: UInt64 = (1 << (8 * UInt64(Self.key))) - 1
    for index in bytes.indices {
      key = (key << 8 | UInt64(bytes[index])) & mask
      guard index + 1 >= Self.key, let candidates = forms[key] else { continue }
      let start = index + 1 - Self.key
      for candidate in candidates where bytes[start...].starts(with: candidate.bytes) {
        let around = bytes[max(0, start - 60)..<min(bytes.count, start + 40)]
        found.append("\(candidate.secret) in: \(String(decoding: around, as: UTF8.self))")
      }
    }
    return found
  }

  private static func key(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    bytes[start..<start + key].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
