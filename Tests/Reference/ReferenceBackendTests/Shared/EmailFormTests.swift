import Testing

@testable import ReferenceBackend

@Suite struct EmailFormTests {
  @Test(arguments: [
    "fellipe.caetano4@gmail.com", "fellipecaetano4@gmail.com", "fellipe.caetano@gmail.gov.com.br", "a@b.c", "_@_._",
    "a+b@c.d", "o'neil@c.d", "a-b.c+d'e@f-g.h-i", "A1@B2.C3", "é@ü.ç", "e\u{301}@b.c", "٣@b.c", "用户@例子.广告", "a@b-c.d",
    "a@1.2", "a\u{200D}b@c.d", "ª@b.c", "a@b.c.d",
  ])
  func `Words with single separators are a valid address`(text: String) { #expect(EmailForm.accepts(text)) }

  @Test(arguments: [
    "", "    ", "fellipecaetano@gmail. ", "fellipecaetanogmail.com", "fellipecaetano@gmailcom", "@gmail.com", ".a@b.c",
    "a.@b.c", "a..b@c.d", "a.-b@c.d", "a@b..c", "a@.b.c", "a@b.c.", "a@-b.c", "a@b-.c", "a@b.c-", "a@b+c.d", "a@b'c.d",
    "a@b@c.d", "a@@b.c", "a@", "@", ".", "a", "a@b", "a.b", "a@b-c", "a\u{0}@b.c", "a@b.c\u{7F}", "a\n@b.c", "a@b .c",
    "😀@b.c", "a/b@c.d", "a%b@c.d", "a@b:c.d", "½@b.c", "a b@c.d e", "<a@b.c>", " a@b.c", "a@b.c\r\n", "\u{200B}a@b.c",
  ])
  func `Other text is not a valid address`(text: String) { #expect(!EmailForm.accepts(text)) }

  @Test func `An address has at most 254 bytes`() {
    #expect(EmailForm.accepts("é" + String(repeating: "a", count: 248) + "@b.c"))
    #expect(!EmailForm.accepts("é" + String(repeating: "a", count: 249) + "@b.c"))
  }

  @Test func `Addresses that differ only in case or Unicode form belong to the same account`() {
    #expect(EmailForm.key("ANA@É.com") == EmailForm.key("ana@e\u{301}.COM"))
    #expect(EmailForm.key("ana@b.c") != EmailForm.key("ana@b.d"))
  }
}
