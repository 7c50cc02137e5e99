import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handlers of iddog: the requests they send, and how they handle each response.
@Suite(.blocking, .timeLimit(.minutes(10))) struct DogHandlerTests {
  private static let user = StubRule.Answer.json([
    "user": ["_id": "5d6", "email": "ana@example.com", "token": "new-token", "createdAt": "2019", "__v": 0]
  ])
  private static let feed = StubRule.Answer.json([
    "category": "pug", "list": ["https://dogs.example/pug/1.jpg", "https://dogs.example/pug/2.jpg"],
  ])

  @Test func `Signing up stores only the server's token under the server's address`() async throws {
    let bench = try Bench(StubRule(.post, "/signup", Self.user), tokens: .signedIn)
    #expect(
      await bench.actions(.auth(.signUp(try Example.email()))) == [.auth(.signedUp(Account(email: "ana@example.com")))])
    #expect(bench.requests == ["POST http://dogs.example/signup"])
    let other = try Bench(
      StubRule(.post, "/signup", .json(["user": ["email": "zoe@example.com", "token": "t"]])), tokens: .signedIn)
    _ = await other.actions(.auth(.signUp(try Example.email())))
    #expect(try await other.tokens.accounts(of: "iddog") == ["zoe@example.com"])
    #expect(try await other.tokens.accounts(of: "eventbee") == ["7 bia@example.com"])
    let item = TokenItem(service: "iddog", account: "zoe@example.com")
    #expect(try await other.tokens.read(item)?.value == "t")
  }

  @Test(
    arguments: [
      (.json(["message": "no"], 400), .emailRefused), (.json([:], 500), .request(.status(500))),
      (.json(["user": ["email": "a@b.c"]]), .request(.undecodable(at: "user"))),
      (.json(["user": ["token": "t"]]), .request(.undecodable(at: "user"))),
      (.json(["user": ["email": 1, "token": "t"]]), .request(.undecodable(at: "user.email"))),
      (.json(["email": "a@b.c", "token": "t"]), .request(.undecodable(at: ""))),
      (.json([]), .request(.undecodable(at: ""))), (.response(HTTPResponse(200)), .request(.undecodable(at: ""))),
      (.failure(.offline), .request(.offline)),
      (.failure(.timedOut(after: .seconds(30), origin: "o")), .request(.timedOut)),
    ] as [(StubRule.Answer, SignUpFailure)])
  func `A failed sign-up reports the reason and stores nothing`(
    answer: StubRule.Answer, failure: SignUpFailure
  ) async throws {
    let bench = try Bench(StubRule(.post, "/signup", answer))
    #expect(await bench.actions(.auth(.signUp(try Example.email()))) == [.auth(.signUpFailed(failure))])
    #expect(try await bench.tokens.accounts(of: "iddog") == [])
  }

  @Test func `A cancelled request sends no action`() async throws {
    let bench = try Bench(
      StubRule(.post, "/signup", .failure(.cancelled)), StubRule(.get, "/feed", .failure(.cancelled)),
      tokens: .signedIn)
    #expect(await bench.actions(.auth(.signUp(try Example.email()))) == [])
    #expect(await bench.actions(.feed(.load(.pug))) == [])
  }

  @Test func `The signed-in account is restored, and removed`() async throws {
    let bench = try Bench(tokens: .signedIn)
    #expect(await bench.actions(.auth(.restore)) == [.auth(.restored(Account(email: "ana@example.com")))])
    #expect(await bench.actions(.auth(.forget)) == [])
    #expect(await bench.actions(.auth(.forget)) == [])
    #expect(await bench.actions(.auth(.restore)) == [.auth(.restored(nil))])
    #expect(try await bench.tokens.accounts(of: "eventbee") == ["7 bia@example.com"])
    #expect(bench.requests.isEmpty)
  }

  @Test func `Failures of the token store are reported`() async throws {
    let bench = try Bench(StubRule(.post, "/signup", Self.user), tokens: BrokenTokenStore())
    #expect(await bench.actions(.auth(.restore)) == [.auth(.restoreFailed(.denied))])
    #expect(await bench.actions(.auth(.forget)) == [.auth(.forgetFailed(.denied))])
    #expect(
      await bench.actions(.auth(.signUp(try Example.email()))) == [.auth(.signUpFailed(.tokenNotStored(.denied)))])
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.failed(.pug, .tokenUnreadable(.denied)))])
  }

  @Test func `A feed is requested with the token, and keeps the server's order`() async throws {
    let bench = try Bench(StubRule(.get, "/feed", Self.feed), tokens: .signedIn)
    let images = try ["1", "2"].map { try #require(ImageURL(rawValue: "https://dogs.example/pug/\($0).jpg")) }
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.loaded(.pug, images))])
    #expect(bench.requests == ["GET http://dogs.example/feed?category=pug as dog-token"])
    let empty = try Bench(StubRule(.get, "/feed", .json(["category": "pug", "list": []])), tokens: .signedIn)
    #expect(await empty.actions(.feed(.load(.pug))) == [.feed(.loaded(.pug, []))])
  }

  @Test(
    arguments: [
      (.json([:], 401), .status(401)), (.json([:], 503), .status(503)), (.failure(.offline), .offline),
      (.json(["category": "husky", "list": []]), .undecodable(at: "category")),
      (.json(["category": "cat", "list": []]), .undecodable(at: "category")),
      (.json(["category": "pug", "list": ["https://a.b/c.jpg", "no address"]]), .undecodable(at: "list[1]")),
      (.json(["category": "pug", "list": ["https://a.b/c.jpg", ""]]), .undecodable(at: "list[1]")),
      (.json(["category": "pug", "list": ["/a"]]), .undecodable(at: "list[0]")),
      (.json(["category": "pug", "list": [7]]), .undecodable(at: "list[0]")),
      (.json(["category": "pug", "list": .null]), .undecodable(at: "list")),
      (.json(["category": "pug"]), .undecodable(at: "")), (.json(["list": []]), .undecodable(at: "")),
      (.json([]), .undecodable(at: "")), (.json(.null), .undecodable(at: "")),
    ] as [(StubRule.Answer, RequestFailure)])
  func `A failed feed request reports the reason`(answer: StubRule.Answer, failure: RequestFailure) async throws {
    let bench = try Bench(StubRule(.get, "/feed", answer), tokens: .signedIn)
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.failed(.pug, failure))])
  }

  @Test func `Without a token no request is sent, and the session ends`() async throws {
    let bench = try Bench()
    #expect(await bench.actions(.feed(.load(.pug))) == [.feed(.failed(.pug, .status(401)))])
    #expect(bench.requests.isEmpty)
  }
}
