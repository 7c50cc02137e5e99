import Testing

@testable import ReferenceApp

@Suite struct ImageURLTests {
  @Test(arguments: [
    "https://images.dog.ceo/breeds/husky/n02110185_10047.jpg", "http://127.0.0.1:8080/a.jpg", "HTTPS://a",
    "https://a:/b", "https://[::1]:80/a", "https://a/b%20c?d=e/f?g#h?i", "https://a?b", "https://a#b",
    "https://dog.ceo/api/img/husky/n02110185_1469.jpg", "https://a:65535/",
  ])
  func `An absolute URL with a host is valid`(text: String) {
    #expect(ImageURL(rawValue: text)?.rawValue == text)
  }

  @Test(arguments: [
    "", "husky", "/husky.jpg", "//a/b", "ftp://a/b", "file:///a", "https:/a", "https://", "https:///a",
    "https://:80",
    "https://a b", " https://a", "https://a\n", "https://é", "https://a/é", "https://a/%", "https://a/%2",
    "https://a/%zz",
    "https://a:65536", "https://a:x", "https://a:1:2", "https://[::1", "https://[]", "https://[::1]x",
    "https://[zz]",
    "https://user@a/b", "https://user:secret@a/b", "https://a/[b]", "https://a#b#c", "https://a/\"",
    "https://a/<b>",
    "http\u{13}://a", "https\u{1A}//a", "javascript:alert(1)", "https://a\\b",
  ])
  func `Any other text is invalid`(text: String) {
    #expect(ImageURL(rawValue: text) == nil)
  }

  @Test(arguments: [
    ("https://images.dog.ceo/breeds/husky/n02110185_10047.jpg", "n02110185_10047"), ("https://a/b", "b"),
    ("https://a/b.c.jpg?x=/y.z#/w", "b.c"), ("https://a/b/", ""), ("https://a", ""), ("https://a.b", ""),
    ("https://a:80/c.d", "c"), ("https://a/.d", ".d"), ("https://[::1]:80/c.d", "c"),
  ])
  func `The name is the file name without its extension`(text: String, name: String) throws {
    #expect(try #require(ImageURL(rawValue: text)).name == name)
  }
}
