import TestSupport
import Testing

@testable import ReferenceApp

/// Tests caching of the feed for each account.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CachedFeedHandlerTests {
  private static func list(_ name: String, _ category: String = "pug") -> JSON {
    ["category": .string(category), "list": [.string("https://dogs.example/\(name).jpg")]]
  }

  private func images(_ name: String) throws -> [ImageURL] {
    [try #require(ImageURL(rawValue: "https://dogs.example/\(name).jpg"))]
  }

  @Test func `A second load sends the cached images first, then the server's response or failure`() async throws {
    let bench = try Bench(
      rules: [
        StubRule(.get, "/feed", .json(Self.list("1")), .json(Self.list("2")), .failure(.offline))
      ], tokens: .signedIn
    ) { $0.answers = ResponseCache { 1_000 } }
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.loaded(.pug, try images("1")))])
    #expect(
      await bench.actions(.feed(.load(.pug))) == [
        .feed(.cached(.pug, try images("1"), age: 0)), .feed(.loaded(.pug, try images("2"))),
      ])
    #expect(
      await bench.actions(.feed(.load(.pug))) == [
        .feed(.cached(.pug, try images("2"), age: 0)), .feed(.failed(.pug, .offline)),
      ])
  }

  @Test func `An invalid cached response is skipped`() async throws {
    let bench = try Bench(
      rules: [
        StubRule(.get, "/feed", .json(Self.list("1", "husky")), .json(Self.list("2")))
      ], tokens: .signedIn
    ) { $0.answers = ResponseCache { 1_000 } }
    _ = await bench.actions(.feed(.load(.pug)))
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.loaded(.pug, try images("2")))])
  }

  @Test func `Signing out removes the cached responses, which no other account can see`() async throws {
    let bench = try Bench(
      rules: [
        StubRule(.get, "/feed", .json(Self.list("1")), .failure(.offline))
      ], tokens: .signedIn
    ) { $0.answers = ResponseCache { 1_000 } }
    _ = await bench.actions(.feed(.load(.pug)))
    let zoe = TokenItem(service: "iddog", account: "zoe@example.com")
    let ana = TokenItem(service: "iddog", account: "ana@example.com")
    try await bench.tokens.delete(ana)
    try await bench.tokens.write(Token("other"), as: zoe)
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.failed(.pug, .offline))])
    try await bench.tokens.delete(zoe)
    try await bench.tokens.write(Token("again"), as: ana)
    #expect(
      await bench.actions(.feed(.load(.pug))) == [
        .feed(.cached(.pug, try images("1"), age: 0)), .feed(.failed(.pug, .offline)),
      ])
    #expect(await bench.actions(.auth(.forget)) == [])
    try await bench.tokens.write(Token("again"), as: ana)
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.failed(.pug, .offline))])
  }
}
