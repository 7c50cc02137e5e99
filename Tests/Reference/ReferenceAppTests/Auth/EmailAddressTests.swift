import Testing

@testable import ReferenceApp

@Suite struct EmailAddressTests {
  @Test(arguments: [
    "fellipe.caetano4@gmail.com", "fellipecaetano4@gmail.com", "fellipe.caetano@gmail.gov.com.br",
  ])
  func `The valid addresses in the original's tests are valid`(typed: String) throws {
    let address = try #require(EmailAddress(rawValue: typed))
    #expect(EmailValidation(of: typed) == .valid(address))
    #expect(address.rawValue == typed)
  }

  @Test(arguments: ["", "    "])
  func `The blank texts in the original's tests are blank`(typed: String) {
    #expect(EmailValidation(of: typed) == .blank)
  }

  @Test(arguments: [
    "fellipecaetano@gmail. ", "fellipecaetanogmail.com", "fellipecaetano@gmailcom", "@gmail.com",
  ])
  func `The invalid addresses in the original's tests are invalid`(typed: String) {
    #expect(EmailValidation(of: typed) == .invalid)
  }

  @Test(arguments: ["a b@c.d e", "x a@b.c", "a@b.c x", "a@b.c,d@e.f", "<a@b.c>", "mailto:a@b.c"])
  func `An address within other text is invalid, unlike in the original`(typed: String) {
    #expect(EmailValidation(of: typed) == .invalid)
  }

  @Test(arguments: [
    "a@b.c", "_@_._", "a+b@c.d", "o'neil@c.d", "a-b.c+d'e@f-g.h-i", "A1@B2.C3", "é@ü.ç", "e\u{301}@b.c",
    "٣@b.c",
    "用户@例子.广告", "a@b-c.d", "a@1.2",
  ])
  func `Words joined by single separators are valid`(typed: String) throws {
    let address = try #require(EmailAddress(rawValue: typed))
    #expect(EmailValidation(of: typed) == .valid(address))
  }

  @Test(arguments: [
    ".a@b.c", "a.@b.c", "a..b@c.d", "a.-b@c.d", "a@b..c", "a@.b.c", "a@b.c.", "a@-b.c", "a@b-.c", "a@b.c-",
    "a@b+c.d", "a@b'c.d", "a@b@c.d", "a@@b.c", "a@", "@", ".", "a", "a@b", "a.b", "a@b-c", "a\u{0}@b.c",
    "a@b.c\u{7F}", "a\n@b.c", "a@b .c", "😀@b.c", "a/b@c.d", "a%b@c.d", "a@b:c.d", "½@b.c",
  ])
  func `Any other form is invalid`(typed: String) {
    #expect(EmailValidation(of: typed) == .invalid)
    #expect(EmailAddress(rawValue: typed) == nil)
  }

  @Test(arguments: [" ", "\t", "\n", "\r\n", "\u{85}", "\u{A0}", "\u{2028}", "\u{3000}"])
  func `Surrounding white space is trimmed from the address`(space: String) throws {
    let address = try #require(EmailAddress(rawValue: "a@b.c"))
    #expect(EmailValidation(of: space + "a@b.c" + space) == .valid(address))
    #expect(EmailValidation(of: space + space) == .blank)
    #expect(EmailAddress(rawValue: space + "a@b.c") == nil)
  }

  @Test func `A zero-width space is not white space`() {
    #expect(EmailValidation(of: "\u{200B}a@b.c") == .invalid)
  }
}
