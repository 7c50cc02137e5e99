import Foundation

/// Computes the forms in which a secret can appear, except for case and escaping, which the search handles.
enum SecretForms {
  /// The maximum number of bytes that are searched for. If a form is longer, the bytes that follow count as its
  /// remainder.
  static let longest = 1_024
  /// The minimum number of bytes for a search in Base64. Shorter secrets leave too few digits that don't depend on
  /// their neighbors.
  static let shortestBase64 = 6

  /// Returns the forms of a secret: itself, in other case, in forms, in XML and in Base64.
  ///
  /// - Parameters:
  ///   - replacement: The replacement for the secret.
  ///   - encoded: The replacement for its Base64 forms.
  static func all(of secret: String, _ replacement: Int, encoded: Int) -> [SecretAutomaton.Pattern] {
    var texts = [secret]
    if secret.utf8.contains(where: { $0 >= 0x80 }) {
      texts += [secret.lowercased(), secret.uppercased()]
      texts += [secret.precomposedStringWithCanonicalMapping, secret.decomposedStringWithCanonicalMapping]
    }
    if secret.utf8.contains(UInt8(ascii: " ")) { texts.append(secret.replacing(" ", with: "+")) }
    if secret.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) { texts += inXML(secret) }
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
      bytes: Array(bytes.prefix(longest)), tail: Array(bytes.dropFirst(longest)), replacement: replacement,
      isBase64: isBase64)
  }

  /// Returns the forms in XML and HTML. Writers escape quotation marks in different ways, or not at all.
  private static func inXML(_ text: String) -> [String] {
    let escaped = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].reduce(text) { $0.replacing($1.0, with: $1.1) }
    let marks = [("\"", "'"), ("&quot;", "'"), ("&quot;", "&apos;"), ("&quot;", "&#39;"), ("&#34;", "&#39;")]
    return marks.map { escaped.replacing("\"", with: $0.0).replacing("'", with: $0.1) }
  }

  /// Returns the Base64 digits that don't depend on the bytes around the secret, for each alignment and in both
  /// alphabets (RFC 4648 §4, §5).
  private static func inBase64(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count >= shortestBase64 else { return [] }
    var forms: [[UInt8]] = []
    for offset in 0..<3 {
      let digits = Array((Data(repeating: 0, count: offset) + bytes).base64EncodedData())
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
