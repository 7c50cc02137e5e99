import ColmeiaSecrets

extension SourceText {
  /// How many bytes of a list or an object behind `secret` are looked at.
  private static var secretLimit: Int { 4 << 10 }

  /// What is a secret in the text of a scenario file, also in one that has mistakes: what stands behind `secret NAME =`, and
  /// what other names say.
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
      // As a member whose name says so, what stands there is read as far as it can be.
      masker.learn(Array("\"secret\": ".utf8) + bytes[start..<end])
    }
    masker.prepare()
    return masker
  }

  /// Where the value begins in a line `secret NAME = VALUE`.
  private static func value(ofSecretIn line: ArraySlice<UInt8>) -> Int? {
    let text = line.drop { $0 == 32 || $0 == 9 }
    let word = Array("secret".utf8)
    guard text.starts(with: word), let mark = text.firstIndex(of: UInt8(ascii: "=")),
      mark > text.startIndex + word.count, [32, 9].contains(text[text.startIndex + word.count])
    else { return nil }
    return text[(mark + 1)...].firstIndex { $0 != 32 && $0 != 9 }
  }
}
