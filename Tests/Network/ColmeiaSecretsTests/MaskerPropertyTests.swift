import TestSupport
import Testing

@testable import ColmeiaSecrets

/// Properties of masking, checked with random input from a fixed seed.
@Suite struct MaskerPropertyTests {
  @Test func `The automaton finds the same matches as a naive search`() {
    var random = SplitMix(state: 7)
    for _ in 0..<300 {
      let patterns = Set(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in random.text(of: ["a", "b", "C"], 1...6) }
      ).sorted()
      let bytes = Array(random.text(of: ["a", "b", "c", "A"], 0...60).utf8)
      let automaton = SecretAutomaton(
        patterns.map { .init(bytes: Array($0.utf8), replacement: 0, isBase64: false) })
      var found: [Range<Int>] = []
      bytes.withUnsafeBufferPointer { automaton.search($0) { found.append($0.range) } }
      let folded = bytes.map(SecretAutomaton.folded)
      let needles: [[UInt8]] = patterns.map { $0.utf8.map(SecretAutomaton.folded) }
      let naive = bytes.indices.compactMap { last -> Range<Int>? in
        let lengths = needles.filter { folded[...last].suffix($0.count) == $0[...] }.map(\.count)
        return lengths.max().map { last + 1 - $0..<last + 1 }
      }
      #expect(found == naive, "\(patterns) in \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `Known secrets are masked in any form, and all other text is unchanged`() {
    var random = SplitMix(state: 11)
    for _ in 0..<300 {
      var masker = Masker()
      let secrets = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        random.text(of: Array("xyzXYZ/+&<é\"\\ "), 4...12).trimmed
      }.filter { masker.hide($0) }
      var (text, expected) = ("", "")
      for _ in 0..<6 {
        let noise = random.text(of: Array("0123456789.,;|"), 1...8)
        guard let secret = secrets.randomElement(using: &random),
          let form = Self.forms(secret).randomElement(using: &random)
        else { continue }
        text += noise + form
        expected += noise + "***"
      }
      #expect(masker(text) == expected, "\(secrets) in \(text)")
      #expect(masker(masker(text)) == expected)
    }
  }

  private static func forms(_ secret: String) -> [String] {
    let percent = PercentEncoding.encode(secret)
    return [
      secret, secret.lowercased(), secret.uppercased(), percent, percent.lowercased(),
      percent.replacing("%20", with: "+"),
      PercentEncoding.encode(percent), String(JSON.string(secret).text().dropFirst().dropLast()),
    ]
  }

  @Test func `Masking never fails, and masks a secret by its name in any surrounding text`() {
    var random = SplitMix(state: 13)
    let pieces = [
      "\"password\":", "token=", "<token>", "</token>", "\"", "\\\"", "{", "}", "[", "]", "://", "@", ":", "%3D", "%",
      "\\",
      "\\u00", "Cookie: ", "secret \"", "\n", " ", "<", ">", "<![CDATA[", "a", "é", "&", "=", "'", "***", "<token 1>",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      var masker = Masker(.placeholders)
      masker.learn(text)
      _ = masker(text)
      let value = "v\(random.next())"
      #expect(!Masker()("\(text)\n{\"password\":\"\(value)\"}").contains(value), "\(text)")
    }
  }

  @Test func `Secrets that are learned one by one are found like those learned at once`() {
    var random = SplitMix(state: 17)
    var (slow, fast) = (Masker(), Masker())
    let secrets = (0..<200).map { _ in random.text(of: Array("abcdef"), 4...9) }
    for secret in secrets {
      slow.hide(secret)
      slow.prepare()
      fast.hide(secret)
    }
    let text = secrets.shuffled(using: &random).joined(separator: "-") + random.text(of: Array("abcdef"), 500...500)
    #expect(slow(text) == fast(text))
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

extension SplitMix {
  fileprivate mutating func text(of alphabet: [Character], _ length: ClosedRange<Int>) -> String {
    let count = Int.random(in: length, using: &self)
    return String((0..<count).compactMap { _ in alphabet.randomElement(using: &self) })
  }
}
