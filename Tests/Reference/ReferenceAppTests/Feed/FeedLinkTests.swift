import TestSupport
import Testing

@testable import ReferenceApp

@Suite struct FeedLinkTests {
  @Test(
    arguments: [
      ("/feed", Breed.husky, nil), ("/feed/", .husky, nil), ("/feed?", .husky, nil),
      ("/feed#top", .husky, nil),
      ("/feed?category=pug", .pug, nil), ("/feed?category=pug&id=n02110958_15626", .pug, "n02110958_15626"),
      ("/feed?id=a%2Fb+c&&utm=1&utm=2#x&id=y", .husky, "a/b+c"),
      ("/feed/?c%61tegory=hound&id=a=b", .hound, "a=b"),
      ("/feed?id=https%3A%2F%2Fa%2Fb.jpg&category=labrador", .labrador, "https://a/b.jpg"),
      ("/feed?id=%C3%A7", .husky, "ç"),
    ] as [(String, Breed, String?)])
  func `A link names a breed and optionally an image`(text: String, breed: Breed, id: String?) throws {
    let image = id.flatMap(ImageReference.init(rawValue:))
    #expect(try FeedLink.parse(text) == FeedLink(breed: breed, image: image))
  }

  @Test(arguments: [
    ("", FeedLinkFailure.notTheFeed("")), ("/", .notTheFeed("/")), ("feed", .notTheFeed("feed")),
    ("/feeds?id=1", .notTheFeed("/feeds")), ("/Feed", .notTheFeed("/Feed")),
    ("/feed?category=cat", .unknownBreed("cat")), ("/feed?category=", .unknownBreed("")),
    ("/feed?category", .unknownBreed("")), ("/feed?category=Pug", .unknownBreed("Pug")),
    ("/feed?category=pug&category=pug", .repeated("category")), ("/feed?id=1&id=2", .repeated("id")),
    ("/feed?id=", .emptyID), ("/feed?id", .emptyID), ("/feed?id=%", .badEncoding("%")),
    ("/feed?id=a%2", .badEncoding("a%2")), ("/feed?id=%zz", .badEncoding("%zz")),
    ("/feed?id=%C3", .badEncoding("%C3")), ("/feed?%=1", .badEncoding("%")),
  ])
  func `An invalid link is rejected with a specific error`(text: String, failure: FeedLinkFailure) {
    #expect(throws: failure) { try FeedLink.parse(text) }
  }

  @Test func `A link's text parses to the same link`() throws {
    #expect(FeedLink().text == "/feed?category=husky")
    var random = SplitMix(state: 4)
    let pieces = [
      "a", "/", "?", "&", "=", "#", "%", "+", " ", "é", "\u{301}", "😀", "\u{0}", "\r\n", ":", "~",
    ]
    for _ in 0..<5_000 {
      let image = ImageReference(rawValue: random.text(of: pieces, upTo: 8))
      let link = FeedLink(breed: random.pick(Breed.allCases), image: image)
      let read = try FeedLink.parse(link.text)
      #expect(read == link)
      #expect(read.image.map { Array($0.rawValue.utf8) } == image.map { Array($0.rawValue.utf8) })
    }
  }

  @Test func `Any text either parses or is rejected`() throws {
    var random = SplitMix(state: 5)
    let pieces = ["/feed", "?", "category", "id", "=", "&", "%", "%41", "#", "pug", "é", "\u{301}", "\u{0}"]
    var count = 0
    for _ in 0..<20_000 {
      guard let link = try? FeedLink.parse(random.text(of: pieces, upTo: 10)) else { continue }
      #expect(try FeedLink.parse(link.text) == link)
      count += 1
    }
    #expect((1..<20_000).contains(count))
  }
}
