import ReferenceBackend
import TestSupport

/// A generator of random requests by several users to both systems. Most are valid, with issued tokens, and some are
/// invalid.
struct RandomClient {
  var random: SplitMix
  /// The tokens that each system has issued so far.
  var tokens: [Backend.Service: [String]] = [:]

  static let passwords = ["secret-one", "secret-two", "secret-three"]

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func request() -> HTTPRequest {
    var request = HTTPRequest(line())
    if chance(3, of: 4) { request.headers[chance(1, of: 2) ? "Token" : "token"] = token(of: .eventbee) }
    if chance(3, of: 4) { request.headers["Authorization"] = token(of: .iddog) }
    if chance(1, of: 20) { request.headers["Content-Type"] = random.pick(["text/plain", "application/json; a=b", ""]) }
    if chance(1, of: 30) { request.method = random.pick([.get, .head, .post, .put, .delete, .patch]) }
    request.body = Array(body().utf8)
    return request
  }

  /// Returns a token, mostly a recent one, and sometimes the other system's or an unknown one.
  private mutating func token(of service: Backend.Service) -> String {
    let service = chance(1, of: 20) ? random.pick(Backend.Service.allCases) : service
    return random.pick(tokens[service, default: []].suffix(4) + ["nobody's"])
  }

  private mutating func line() -> String {
    let id = Int.random(in: 0...3, using: &random)
    let other = Int.random(in: 0...3, using: &random)
    return random.pick([
      "POST users", "POST users/login", "POST users/login", "POST users/login_facebook", "GET users/logoff",
      "GET users",
      "GET users/\(id)", "PUT users/\(id)", "GET events", "GET events/\(id)", "POST events", "POST events",
      "PUT events/\(id)", "POST events/\(id)/subscribe", "POST events/\(id)/subscribe", "DELETE events/\(id)/subscribe",
      "DELETE events/\(id)/subscribe",
      "POST events/\(id)/add_user/\(other)", "POST events/\(id)/add_user/\(other)", "GET events/\(id)/users",
      "POST signup", "POST signup", "GET feed", "GET feed?category=pug", "GET feed?category=cat",
      "GET images/pug/pug-\(id).png", "GET nowhere",
    ])
  }

  /// Returns a body with fields for all requests. Each request ignores the fields that it doesn't know.
  private mutating func body() -> String {
    if chance(1, of: 20) { return random.pick(["", "{", "[]", "7", "{\"name\":\"", "\u{0}", "{\"name\":null}"]) }
    var fields = [
      field("name", ["\"N\"", "\"Ação\"", "\" \"", "null"]),
      field("email", ["\"a@b.c\"", "\"A@B.c\"", "\"d@e.f\"", "\"g@h.i\"", "\"no\""]),
      field("password", Self.passwords.map { "\"\($0)\"" } + ["\"\""]),
      field("about", ["\"\"", "\"x\"", "[]"]),
      field("description", ["\"\"", "\"x\"", "7"]),
      field("photo_url", ["\"p\"", "null"]),
      field("facebook_token", ["\"facebook-ana\"", "\"facebook-davi\"", "\"facebook-eva\""]),
      field("permission", ["\"public\"", "\"private\"", "\"new\""]),
      field("datetime_start", ["1", "2", "2000000000"]),
      field("datetime_end", ["2", "2000000000"]),
    ]
    if chance(1, of: 5) { fields.remove(at: Int.random(in: fields.indices, using: &random)) }
    fields.shuffle(using: &random)
    return "{\(fields.joined(separator: ","))}"
  }

  /// Returns a field, mostly with the first of its values.
  private mutating func field(_ name: String, _ values: [String]) -> String {
    "\"\(name)\":\(chance(1, of: 2) ? values[0] : random.pick(values))"
  }

  private mutating func chance(_ count: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < count }
}
