import ColmeiaSecrets

extension SourceText {
  /// The maximum number of bytes of an array or object after `secret` that are examined.
  private static var secretLimit: Int { 4 << 10 }

  /// Returns a masker that knows the secrets in the text of a scenario file, even if it has mistakes: the values after
  /// `secret NAME =`, and those that other names identify.
  ///
  /// - Complexity: O(bytes).
  static func masker(of bytes: [UInt8]) -> Masker {
    var masker = Masker()
    guard bytes.count <= ScenarioFile.sizeLimit else { return masker }
    masker.learn(bytes)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let start = value(ofSecretIn: line) else { continue }
      let isNested = bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
      let end = isNested ? min(bytes.count, start + secretLimit) : line.endIndex
      // The value is learned as a member with the name of a secret, as far as it can be parsed.
      masker.learn(Array("\"secret\": ".utf8) + bytes[start..<end])
    }
    masker.prepare()
    return masker
  }

  /// Returns the start of the value in a line `secret NAME = VALUE`.
  private static func value(ofSecretIn line: ArraySlice<UInt8>) -> Int? {
    let text = line.drop { $0 == 32 || $0 == 9 }
    let word = Array("secret".utf8)
    guard text.starts(with: word), let mark = text.firstIndex(of: UInt8(ascii: "=")),
      mark > text.startIndex + word.count, [32, 9].contains(text[text.startIndex + word.count])
    else { return nil }
    return text[(mark + 1)...].firstIndex { $0 != 32 && $0 != 9 }
  }
}
