import Foundation

/// How a secret may stand in a text, apart from the case of its letters and from escaping, which are taken off first.
enum SecretForms {
  /// What a form is looked for by at most; of a longer one what follows is taken to be the rest of it.
  static let longest = 1_024
  /// A shorter secret has no form in Base64: too little of it is sure there.
  static let shortestBase64 = 6

  /// The forms of a secret: itself, in other letters, in forms, in XML, in Base64.
  ///
  /// - Parameters:
  ///   - replacement: what stands for it.
  ///   - encoded: what stands for its forms in Base64.
  static func all(of secret: String, _ replacement: Int, encoded: Int) -> [SecretAutomaton.Pattern] {
    var texts = [secret]
    if secret.utf8.contains(where: { $0 >= 0x80 }) { texts += [secret.lowercased(), secret.uppercased()] }
    if secret.utf8.contains(UInt8(ascii: " ")) { texts.append(secret.replacing(" ", with: "+")) }
    if secret.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) { texts.append(inXML(secret)) }
    var seen: Set<[UInt8]> = []
    var patterns: [SecretAutomaton.Pattern] = []
    for text in texts {
      let bytes = Array(text.utf8)
      if seen.insert(bytes).inserted { patterns.append(pattern(bytes, replacement, isBase64: false)) }
    }
    for bytes in inBase64(Array(secret.utf8)) where seen.insert(bytes).inserted {
      patterns.append(pattern(bytes, encoded, isBase64: true))
    }
    return patterns
  }

  private static func pattern(_ bytes: [UInt8], _ replacement: Int, isBase64: Bool) -> SecretAutomaton.Pattern {
    SecretAutomaton.Pattern(
      bytes: Array(bytes.prefix(longest)), length: bytes.count, replacement: replacement, isBase64: isBase64)
  }

  private static func inXML(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
  }

  /// The digits that are sure wherever the secret begins in what is encoded, in both alphabets (RFC 4648 §4, §5).
  private static func inBase64(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= shortestBase64 else { return [] }
    var forms: [[UInt8]] = []
    for offset in 0..<3 {
      let digits = Array(Data(repeating: 0, count: offset) + bytes).base64
      let first = (offset * 8 + 5) / 6
      let last = (offset + bytes.count) * 8 / 6
      let form = Array(digits[first..<last])
      forms.append(form)
      if form.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) {
        forms.append(
          form.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 })
      }
    }
    return forms
  }
}

extension [UInt8] {
  fileprivate var base64: [UInt8] { Array(Data(self).base64EncodedData()) }
}
