import Foundation
import TestSupport
import Testing

@testable import ReferenceApp

@Suite struct EmailAddressPropertyTests {
  private let spaces = [
    " ", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{85}", "\u{A0}", "\u{2003}", "\u{2029}", "\u{3000}",
  ]
  private let letters = ["a", "Z", "9", "_", "é", "e\u{301}", "ß", "字", "\u{200D}", "٣"]
  private let others = [
    "@", ".", "-", "+", "'", "..", "@.", ",", "\u{0}", "👩‍👩‍👧", "\u{301}", "\u{FFFD}", "½", "%",
  ]

  @Test func `Trimming is idempotent and doesn't change the validation of any text`() {
    var random = SplitMix(state: 1)
    for _ in 0..<20_000 {
      let text = random.text(of: spaces + letters + letters + others, upTo: 12)
      let trimmed = text.trimmed
      #expect(trimmed.trimmed == trimmed)
      #expect(EmailValidation(of: trimmed) == EmailValidation(of: text))
    }
  }

  @Test func `Any valid email address surrounded by white space is valid`() throws {
    var random = SplitMix(state: 2)
    for _ in 0..<5_000 {
      let email = words(&random, by: ["-", "+", ".", "'"], atLeast: 1) + "@" + domain(&random)
      let address = try #require(EmailAddress(rawValue: email), "\(email)")
      let typed = random.text(of: spaces, upTo: 4) + email + random.text(of: spaces, upTo: 4)
      #expect(EmailValidation(of: typed) == .valid(address))
    }
  }

  /// Compares with the original's regular expression, anchored. The input is ASCII, for which all engines agree on
  /// `\w`.
  @Test func `The parser agrees with the original's pattern, anchored`() throws {
    let pattern = #"^\w+([-+.']\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$"#
    let regex = try NSRegularExpression(pattern: pattern)
    var random = SplitMix(state: 3)
    var valid = 0
    for _ in 0..<20_000 {
      let pieces = ["a", "_", "a.", "a-", "a+", "a'", ".", "-", "@", " "]
      let text =
        random.text(of: pieces, upTo: 3) + random.pick(["a@", "a@", "@", ""])
        + random.text(of: pieces, upTo: 3)
        + random.pick(["a.a", "a", "."])
      let range = NSRange(location: 0, length: text.utf16.count)
      let isMatch = regex.firstMatch(in: text, range: range)?.range == range
      #expect((EmailAddress(rawValue: text) != nil) == isMatch, "\(text)")
      valid += isMatch ? 1 : 0
    }
    #expect(valid > 500)
  }

  @Test func `A long text that causes excessive backtracking in a pattern is validated in one pass`() {
    let words = String(repeating: "a.", count: 200_000)
    #expect(EmailValidation(of: words) == .invalid)
    #expect(EmailValidation(of: "a@" + words) == .invalid)
    #expect(EmailAddress(rawValue: "a@" + words + "b") != nil)
  }

  private func words(_ random: inout SplitMix, by separators: [String], atLeast count: Int) -> String {
    var text = random.pick(letters)
    for _ in 1..<Int.random(in: count...(count + 3), using: &random) {
      text += random.pick(separators) + random.pick(letters)
    }
    return text + random.text(of: letters, upTo: 2)
  }

  private func domain(_ random: inout SplitMix) -> String {
    words(&random, by: ["-", "."], atLeast: 1) + "." + words(&random, by: ["-", "."], atLeast: 1)
  }
}
