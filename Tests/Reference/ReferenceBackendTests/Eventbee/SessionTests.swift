import Testing

@testable import ReferenceBackend

@Suite struct SessionTests {
  private let login = #"{"email":"ana@bee.example","password":"ana-123"}"#

  @Test func `A login's token is valid until its logoff, which doesn't affect other tokens`() {
    var world = World.eventbee
    _ = world.exchange("POST users/login", login)
    _ = world.exchange("POST users/login", login)
    #expect(world.exchange("PUT users/1", token: "token-1", "{}").status == 200)
    #expect(world.exchange("GET users/logoff", token: "token-1").text == #"{"result":"ok"}"#)
    #expect("\(world.exchange("GET users/logoff", token: "token-1"))" == Refusal.ability)
    #expect("\(world.exchange("GET users", token: "token-1"))" == Refusal.ability)
    #expect(world.exchange("PUT users/1", token: "token-2", "{}").status == 200)
    #expect(world.exchange("PUT users/1", token: "ana", "{}").status == 200)
  }

  @Test func `The ten newest tokens of a user are valid`() {
    var world = World.eventbee
    for _ in 1...10 { _ = world.exchange("POST users/login", login) }
    #expect("\(world.exchange("GET users", token: "ana"))" == Refusal.ability)
    #expect(world.exchange("GET users", token: "token-1").status == 200)
    _ = world.exchange("GET users/logoff", token: "token-1")
    _ = world.exchange("POST users/login", login)
    #expect(world.exchange("GET users", token: "token-2").status == 200)
    #expect(world.exchange("GET users", token: "bruno").status == 200)
  }

  @Test func `Logging in through Facebook creates one user without a password`() {
    var world = World.eventbee
    let body = #"{"facebook_token":"fb-davi"}"#
    let first = world.exchange("POST users/login_facebook", body)
    let second = world.exchange("POST users/login_facebook", body)
    #expect(first.text.replacing("token-1", with: "token-2") == second.text)
    #expect(world.state.eventbee.users.rows.count == 4)
    #expect(world.exchange("PUT users/4", token: "token-1", "{}").status == 200)
    for password in ["", "davi", "null"] {
      let reply = world.exchange("POST users/login", #"{"email":"davi@bee.example","password":"\#(password)"}"#)
      #expect("\(reply)" == Refusal.wrongPassword)
    }
  }

  @Test func `A login with a token already in use fails and warns the operator`() {
    var world = World.eventbee
    _ = world.state.eventbee.sessions.add("token-1", of: 2)
    let before = world.state
    for body in [login, #"{"facebook_token":"fb-davi"}"#] {
      world.count = 0
      let path = body == login ? "login" : "login_facebook"
      let reply = world.exchange("POST users/\(path)", body)
      #expect("\(reply)" == #"500 {"result":"Erro: Falha ao processar"}"#)
      #expect(world.warnings == [.usedToken])
      #expect(world.state == before)
    }
  }

  private static func guess(_ email: String) -> String { #"{"email":"\#(email)","password":"guess"}"# }

  @Test(arguments: ["ana@bee.example", "ANA@bee.example", "nobody@bee.example"])
  func `After too many wrong passwords, a known or unknown email address is blocked for a minute`(email: String) {
    var world = World.eventbee
    for _ in 1...GuessCount.most {
      #expect("\(world.exchange("POST users/login", Self.guess(email)))" == Refusal.wrongPassword)
    }
    let refused = world.exchange("POST users/login", Self.guess(email))
    #expect("\(refused)" == #"429 {"result":"Erro: Muitas tentativas"}"# && refused.headers["Retry-After"] == "50")
    // Accepting the right password would reveal it.
    #expect(world.exchange("POST users/login", login).status == (email.hasPrefix("n") ? 200 : 429))
    #expect(world.exchange("POST users/login", #"{"email":"bruno@bee.example","password":"bruno-123"}"#).status == 200)
    world.count += 60
    #expect("\(world.exchange("POST users/login", Self.guess(email)))" == Refusal.wrongPassword)
    #expect(world.exchange("POST users/login", login).status == 200)
  }

  @Test func `After too many unknown Facebook tokens, all are refused for a minute`() {
    var world = World.eventbee
    func logIn(_ token: String) -> Reply {
      world.exchange("POST users/login_facebook", #"{"facebook_token":"\#(token)"}"#)
    }
    for number in 1...GuessCount.most { #expect(logIn("guess-\(number)").status == 401) }
    let refused = logIn("guess")
    #expect("\(refused)" == #"429 {"result":"Erro: Muitas tentativas"}"# && refused.headers["Retry-After"] == "50")
    // Accepting a valid token would reveal it.
    #expect(logIn("fb-davi").status == 429)
    #expect(world.exchange("POST users/login", login).status == 200)
    world.count += 60
    #expect(logIn("fb-davi").status == 200)
  }

  @Test func `A correct password resets the count of wrong ones`() {
    var world = World.eventbee
    for _ in 1...3 {
      for _ in 1..<GuessCount.most { _ = world.exchange("POST users/login", Self.guess("ana@bee.example")) }
      #expect(world.exchange("POST users/login", login).status == 200)
    }
  }

  @Test func `An account whose email address shares the count doesn't reset it`() throws {
    var emails: [UInt16: String] = [:]
    let pair = (0...).lazy.compactMap { number -> (String, String)? in
      let email = "e\(number)@bee.example"
      guard let other = emails.updateValue(email, forKey: GuessTable.slot(email)) else { return nil }
      return (other, email)
    }.first { _ in true }
    let (victim, attacker) = try #require(pair)
    var guesses = GuessTable()
    for _ in 1..<GuessCount.most { guesses.record(victim, at: 0) }
    guesses.forget(attacker)
    guesses.record(attacker, at: 0)
    for email in [victim, attacker] {
      guesses.forget(email)
      #expect(guesses.wait(for: email, at: 1) == 59)
      #expect(guesses.wait(for: email, at: 60) == nil)
    }
    // In the next minute, the count is that of one email address again.
    for _ in 1...GuessCount.most { guesses.record(victim, at: 60) }
    guesses.forget(victim)
    #expect(guesses.wait(for: victim, at: 61) == nil)
  }

  @Test func `Verifying a password takes as long for an email address that is unknown or has no password`() throws {
    var world = World.eventbee
    func record(_ email: String) -> PasswordRecord {
      UsersController.record(
        of: world.state.eventbee.users.find(email: email), email, world.state.eventbee, rounds: 9)
    }
    _ = world.exchange("POST users/login_facebook", #"{"facebook_token":"fb-davi"}"#)
    let known = try #require(world.state.eventbee.users[1]?.password)
    #expect(record("ana@bee.example") == known && known.rounds == 1)
    for number in 0..<50 {
      let unknown = record("nobody-\(number)@bee.example")
      #expect([1, 9].contains(unknown.rounds) && unknown == record("NOBODY-\(number)@bee.example"))
    }
    world.state.eventbee = EventbeeState()
    #expect(record("nobody@bee.example").rounds == 9)
    // A match with the substitute record doesn't log in.
    #expect("\(world.exchange("POST users/login", Self.guess("nobody@bee.example")))" == Refusal.wrongPassword)
  }

  @Test func `The name of the token field is case-insensitive, and an empty token is invalid`() {
    for name in ["Token", "token", "TOKEN", "tOkEn"] {
      var world = World.eventbee
      var request = HTTPRequest("GET users")
      request.headers[name] = "ana"
      #expect(world.exchange(request).status == 200)
      request.headers[name] = ""
      #expect("\(world.exchange(request))" == Refusal.ability)
    }
  }
}
