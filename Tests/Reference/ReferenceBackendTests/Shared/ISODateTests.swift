import Testing

@testable import ReferenceBackend

@Suite struct ISODateTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (86_399, "1970-01-01T23:59:59.000Z"), (86_400, "1970-01-02T00:00:00.000Z"),
    (951_782_399, "2000-02-28T23:59:59.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
    (951_868_800, "2000-03-01T00:00:00.000Z"), (1_566_825_569, "2019-08-26T13:19:29.000Z"),
    (1_709_164_800, "2024-02-29T00:00:00.000Z"), (1_735_603_200, "2024-12-31T00:00:00.000Z"),
    (4_107_542_400, "2100-03-01T00:00:00.000Z"), (4_107_456_000, "2100-02-28T00:00:00.000Z"),
    (253_402_300_799, "9999-12-31T23:59:59.000Z"), (253_402_300_800, "9999-12-31T23:59:59.000Z"),
    (.max, "9999-12-31T23:59:59.000Z"), (-1, "1970-01-01T00:00:00.000Z"), (.min, "1970-01-01T00:00:00.000Z"),
  ])
  func `A point in time is written in UTC`(seconds: Int, text: String) { #expect(ISODate.text(seconds) == text) }

  @Test func `The days of four centuries are written in ascending order`() {
    let texts = stride(from: 0, to: 146_097, by: 8).map { ISODate.text($0 * 86_400) }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(texts.last == "2369-12-31T00:00:00.000Z")  // 146,096 days are one less than the whole cycle
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{7BF}", "z7_evw"), ("~~>", "fn4-"), ("??", "Pz8"),
  ])
  func `Base64url has no padding and no URL delimiters`(text: String, encoded: String) {
    #expect(Base64.encodeForURL(Array(text.utf8)) == encoded)
  }
}
