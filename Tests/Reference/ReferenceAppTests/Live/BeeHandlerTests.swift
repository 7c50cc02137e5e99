import ColmeiaBase
import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handlers of Eventbee: the requests they send, and how they handle each response.
@Suite(.blocking, .timeLimit(.minutes(10))) struct BeeHandlerTests {
  private static let user: JSON = ["id": 7, "name": "Bia", "email": "bia@example.com", "about": "Oi"]
  private static let signedIn: JSON = [
    "id": 7, "name": "Bia", "email": "bia@example.com", "about": "Oi", "token": "new-token",
  ]
  private static let event: JSON = [
    "id": 3, "name": "Festa", "description": "Na praia", "permission": "friends", "datetime_start": 10,
    "datetime_end": 20, "organizer_id": 7,
  ]
  private static let bia = Member(id: 7, name: "Bia", email: "bia@example.com", about: "Oi")
  private static let party = Event(
    id: 3, name: "Festa", about: "Na praia", permission: .other("friends"), start: 10, end: 20, organizer: 7)

  @Test(arguments: [
    (Members.Effect.logIn(email: "bia@example.com", password: Secret("pw")), "login"),
    (.logInWithFacebook(Secret("fb")), "login_facebook"),
  ])
  func `A log-in stores the token under the member's ID and email address`(
    effect: Members.Effect, call: String
  ) async throws {
    let bench = try Bench(StubRule(.post, "/api/users/\(call)", .json(Self.signedIn)))
    #expect(await bench.actions(.members(effect)) == [.members(.loggedIn(Self.bia))])
    #expect(bench.requests == ["POST http://bees.example/api/users/\(call)"])
    let item = TokenItem(service: "eventbee", account: "7 bia@example.com")
    #expect(try await bench.tokens.read(item)?.value == "new-token")
  }

  @Test(
    arguments: [
      (.refusal(401, "Erro: E-mail ou senha inválidos"), .wrongCredentials), (.failure(.offline), .request(.offline)),
      (.json(Self.user), .request(.undecodable(at: ""))), (.json([:], 500), .request(.status(500))),
    ] as [(StubRule.Answer, EventbeeFailure)])
  func `A failed log-in reports the reason and stores nothing`(
    answer: StubRule.Answer, failure: EventbeeFailure
  ) async throws {
    let bench = try Bench(StubRule(.post, "/api/users/login", answer))
    let effect = Members.Effect.logIn(email: "a@b.c", password: Secret("pw"))
    #expect(await bench.actions(.members(effect)) == [.members(.logInFailed(failure))])
    #expect(try await bench.tokens.accounts(of: "eventbee") == [])
  }

  /// A Facebook stand-in that records the calls it receives.
  private final class Facebook: FacebookAccess {
    let token: Secret?
    let log = Guarded<[String]>([])
    init(_ token: Secret?) { self.token = token }
    func logIn() async -> Secret? {
      log.withLock { $0.append("in") }
      return token
    }
    func logOut() async { log.withLock { $0.append("out") } }
  }

  @Test func `A Facebook log-in uses its token, which is discarded after the log-out is confirmed`() async throws {
    let facebook = Facebook(Secret("fb"))
    let bench = try Bench(
      rules: [
        StubRule(.post, "/api/users/login_facebook", .json(Self.signedIn)),
        StubRule(.get, "/api/users/logoff", .failure(.offline), .json(["result": "ok"])),
      ]
    ) { $0.facebook = facebook }
    #expect(await bench.actions(.members(.askFacebook)) == [.members(.loggedIn(Self.bia))])
    #expect(try JSON(parsing: bench.stub.requests[0].body) == ["facebook_token": "fb"])
    #expect(await bench.actions(.members(.logOut)) == [.members(.logOutFailed(.request(.offline)))])
    #expect(facebook.log.withLock(\.self) == ["in"])
    #expect(await bench.actions(.members(.logOut)) == [.members(.loggedOut)])
    #expect(facebook.log.withLock(\.self) == ["in", "out"])
  }

  @Test func `Without Facebook, or if the user cancels, no request is sent`() async throws {
    let bench = try Bench(rules: []) { $0.facebook = Facebook(nil) }
    #expect(await bench.actions(.members(.askFacebook)) == [.members(.facebookRefused)])
    #expect(await (try Bench()).actions(.members(.askFacebook)) == [.members(.facebookRefused)])
    #expect(bench.requests == [])
  }

  @Test func `Creating an account succeeds or reports the failure`() async throws {
    let account = Members.NewAccount(name: "Bia", email: "bia@example.com", about: "Oi", password: Secret("pw"))
    let bench = try Bench(
      StubRule(.post, "/api/users", .json(Self.user, 201), .refusal(422, RefusalText.emailInUse)))
    #expect(await bench.actions(.members(.createAccount(account))) == [.members(.accountCreated)])
    #expect(await bench.actions(.members(.createAccount(account))) == [.members(.accountFailed(.repeatedEmail))])
    #expect(
      try JSON(parsing: bench.stub.requests[0].body) == [
        "name": "Bia", "email": "bia@example.com", "password": "pw", "about": "Oi",
      ])
  }

  @Test func `The member is restored with the server's data, or else with the stored data`() async throws {
    let online = try Bench(StubRule(.get, "/api/users/7", .json(Self.user)), tokens: .signedIn)
    #expect(await online.actions(.members(.restore)) == [.members(.restored(Self.bia))])
    let offline = try Bench(StubRule(.get, "/api/users/7", .failure(.offline)), tokens: .signedIn)
    let stored = Member(id: 7, name: "bia@example.com", email: "bia@example.com")
    #expect(await offline.actions(.members(.restore)) == [.members(.restored(stored))])
    #expect(await (try Bench()).actions(.members(.restore)) == [.members(.restored(nil))])
    // A server may know a member by a Facebook account only, without an email address.
    let nameless = MemoryTokenStore([TokenItem(service: "eventbee", account: "7 "): Token("t")])
    let unknown = try Bench(StubRule(.get, "/api/users/7", .failure(.offline)), tokens: nameless)
    #expect(await unknown.actions(.members(.restore)) == [.members(.restored(Member(id: 7, name: "", email: "")))])
    // An account name that this app can't have written.
    let foreign = TokenItem(service: "eventbee", account: "bia@example.com")
    let other = try Bench(tokens: MemoryTokenStore([foreign: Token("t")]))
    #expect(await other.actions(.members(.restore)) == [.members(.restored(nil))])
  }

  @Test func `The session ends and the token is removed once the server has confirmed`() async throws {
    let bench = try Bench(StubRule(.get, "/api/users/logoff", .json(["result": "ok"])), tokens: .signedIn)
    #expect(await bench.actions(.members(.logOut)) == [.members(.loggedOut)])
    #expect(bench.requests == ["GET http://bees.example/api/users/logoff as bee-token"])
    #expect(try await bench.tokens.accounts(of: "eventbee") == [])
    #expect(try await bench.tokens.accounts(of: "iddog") == ["ana@example.com"])
  }

  @Test(
    arguments: [
      (.failure(.offline), .request(.offline)), (.refusal(401, Example.noAccess), .sessionRefused),
      (.json([:], 500), .request(.status(500))),
    ] as [(StubRule.Answer, EventbeeFailure)])
  func `A failed log-out keeps the token`(answer: StubRule.Answer, failure: EventbeeFailure) async throws {
    let bench = try Bench(StubRule(.get, "/api/users/logoff", answer), tokens: .signedIn)
    #expect(await bench.actions(.members(.logOut)) == [.members(.logOutFailed(failure))])
    #expect(try await bench.tokens.accounts(of: "eventbee") == ["7 bia@example.com"])
    // The effect that the reducer runs next if the session is over.
    #expect(await bench.actions(.members(.forget)) == [])
    #expect(try await bench.tokens.accounts(of: "eventbee") == [])
  }

  @Test func `Failures of the token store are reported`() async throws {
    let bench = try Bench(
      StubRule(.post, "/api/users/login", .json(Self.signedIn)), tokens: BrokenTokenStore())
    #expect(await bench.actions(.members(.restore)) == [.members(.restoreFailed(.denied))])
    #expect(await bench.actions(.members(.forget)) == [.members(.forgetFailed(.denied))])
    #expect(
      await bench.actions(.members(.logIn(email: "a@b.c", password: Secret("pw")))) == [
        .members(.tokenNotStored(.denied))
      ])
    #expect(
      await bench.actions(.members(.logOut)) == [.members(.logOutFailed(.request(.tokenUnreadable(.denied))))])
  }

  private static let draft = Event(name: "Festa", permission: .closed, start: 10, end: 20)

  /// Each effect with its request, a successful response and its status, the resulting action, and the action for a
  /// 404.
  private static let calls: [(Events.Effect, String, JSON, Int, Events.Action, Events.Action)] = [
    (.load, "GET events", [event], 200, .loaded([party]), .loadFailed(.notFound)),
    (.event(3), "GET events/3", event, 200, .event(party), .eventFailed(3, .notFound)),
    (
      .participants(3), "GET events/3/users", [user], 200, .participants(3, [Person(id: 7, name: "Bia")]),
      .participantsFailed(3, .notFound)
    ),
    (
      .enroll(3), "POST events/3/subscribe", ["result": "ok"], 201, .enrollmentDone(3, isIn: true),
      .enrollmentFailed(3, .notFound)
    ),
    (
      .leave(3), "DELETE events/3/subscribe", ["result": "ok"], 200, .enrollmentDone(3, isIn: false),
      .enrollmentFailed(3, .notFound)
    ),
    (.people, "GET users", [user], 200, .people([Person(id: 7, name: "Bia")]), .peopleFailed(.notFound)),
    (
      .add(7, to: 3), "POST events/3/add_user/7", ["result": "ok"], 200, .added(7, to: 3),
      .addFailed(7, to: 3, .notFound)
    ),
    (.create(draft), "POST events", event, 201, .saved(party), .saveFailed(.notFound)),
    (
      .update(3, from: draft, to: party), "PUT events/3", event, 200, .saved(party), .saveFailed(.notFound)
    ),
  ]

  @Test func `Adding a person without a known reason for a 401 is an unknown error, unlike a missing token (E19)`()
    async throws
  {
    for (text, failure) in [
      (Example.noAccess, EventbeeFailure.request(.status(401))), (RefusalText.notOrganizer, .notPermitted),
    ] {
      let bench = try Bench(StubRule(.post, "/api/events/3/add_user/7", .refusal(401, text)), tokens: .signedIn)
      #expect(await bench.actions(.events(.add(7, to: 3))) == [.events(.addFailed(7, to: 3, failure))])
    }
    let bench = try Bench(StubRule(.post, "/api/events/3/add_user/7", .refusal(401, Example.noAccess)))
    #expect(await bench.actions(.events(.add(7, to: 3))) == [.events(.addFailed(7, to: 3, .sessionRefused))])
  }

  @Test(arguments: calls.indices)
  func `Each request is sent, and its responses are handled`(index: Int) async throws {
    let (effect, line, json, status, done, failed) = Self.calls[index]
    let words = line.split(separator: " ")
    let (method, path) = (HTTPMethod(rawValue: String(words[0])), "/api/\(words[1])")
    let bench = try Bench(
      StubRule(method, path, .json(json, status), .json([:], 404), .failure(.cancelled)), tokens: .signedIn)
    #expect(await bench.actions(.events(effect)) == [.events(done)])
    #expect(await bench.actions(.events(effect)) == [.events(failed)])
    #expect(await bench.actions(.events(effect)) == [])
    #expect(bench.requests.allSatisfy { $0.hasPrefix("\(words[0]) http://bees.example\(path)") })
    // Public resources are requested without a token.
    let isForAll = line.hasPrefix("GET events") && !line.hasSuffix("users")
    #expect(bench.requests.allSatisfy { $0.hasSuffix(" as bee-token") == !isForAll })
  }

  @Test func `An event other than the requested one is a failure`() async throws {
    let bench = try Bench(StubRule(.get, "/api/events/7", .json([:])))
    let failure = EventbeeFailure.request(.undecodable(at: "id"))
    #expect(await bench.actions(.events(.event(7))) == [.events(.eventFailed(7, failure))])
  }

  @Test func `An update sends only changed fields, and an unknown permission is sent back unchanged`() async throws {
    let bench = try Bench(
      StubRule(.put, "/api/events/3", .json(Self.event)), StubRule(.post, "/api/events", .json(Self.event, 201)),
      tokens: .signedIn)
    let old = Self.party
    var new = old
    (new.name, new.end) = ("Baile", 30)
    _ = await bench.actions(.events(.update(3, from: old, to: new)))
    _ = await bench.actions(.events(.create(old)))
    #expect(
      try bench.stub.requests.map { try JSON(parsing: $0.body) } == [
        ["name": "Baile", "datetime_end": 30],
        [
          "name": "Festa", "description": "Na praia", "permission": "friends", "datetime_start": 10,
          "datetime_end": 20,
        ],
      ])
  }
}
