import ColmeiaJSON

@testable import ReferenceBackend

extension Program {
  static func problems(of reply: Reply, _ request: HTTPRequest) -> [String] {
    var problems: [String] = []
    let isImage = request.path.hasPrefix("/images") && reply.status == 200
    if reply.headers["Content-Type"] != (isImage ? "image/png" : "application/json") { problems.append("type") }
    if !isImage, request.method != .head, (try? JSON(parsing: reply.bytes)) == nil { problems.append("no JSON") }
    if reply.status < 400, reply.status != 200, reply.status != 201 { problems.append("neither 200 nor 201") }
    return problems
  }

  /// Returns problems of the identifiers. Records are never removed, so identifiers run from 1 to the next one.
  func numberProblems(since before: Backend.State) -> [String] {
    let new = world.state
    let tables = [
      (new.eventbee.users.rows.map(\.id), new.eventbee.users.nextID, before.eventbee.users.nextID),
      (new.iddog.users.rows.map(\.id), new.iddog.users.nextID, before.iddog.users.nextID),
      (new.eventbee.events.map(\.id), new.eventbee.nextEventID, before.eventbee.nextEventID),
    ]
    return tables.flatMap { ids, next, last in
      (ids == Array(1..<next) ? [] : ["numbers are \(ids), the next \(next)"])
        + (next >= last ? [] : ["\(next) < \(last)"])
    }
  }

  func tokenProblems() -> [String] {
    owners.flatMap { token, owner in
      let bee = world.state.eventbee.sessions.user(of: token)
      let dog = world.state.iddog.sessions.user(of: token)
      let (own, other) = owner.service == .eventbee ? (bee, dog) : (dog, bee)
      var problems: [String] = []
      if own != nil, own != owner.user {
        problems.append("\(token) now belongs to user \(own ?? 0) instead of \(owner.user)")
      }
      if other != nil { problems.append("\(token) is valid in the other system") }
      if own != nil, closed.contains(token) { problems.append("\(token) is valid after the logoff") }
      return problems
    }
  }

  /// Returns secrets in a response: passwords, digests, and any token except the one that was created for this
  /// response.
  func secretProblems(in reply: Reply) -> [String] {
    var problems = RandomClient.passwords.filter(reply.text.contains).map { "\($0) is shown" }
    let new = "token-\(world.count)"
    let others = owners.keys.filter { $0 != new && !$0.hasSuffix(Base64.encodeForURL(Array(new.utf8))) }
    problems += others.filter { reply.text.contains("\"\($0)\"") }.map { "\($0) is shown" }
    let digits = reply.text.split { !$0.isHexDigit }.map(\.count).max() ?? 0
    if reply.headers["Content-Type"] != "image/png", digits > 24 { problems.append("a digest is shown") }
    return problems
  }

  /// Returns a problem if a request changed something without permission.
  func permissionProblem(_ request: HTTPRequest, _ caller: Int?, _ before: Backend.State) -> String? {
    let words = (request.segments ?? []) + ["", "", ""]
    guard request.method != .get, request.method != .head else { return nil }
    let event = Int(words[1]).flatMap { before.eventbee.events[id: $0] }
    let participants = Int(words[1]).flatMap { world.state.eventbee.events[id: $0]?.participants }
    switch (words[0], words[1], words[2]) {
    case ("users", "", _), ("users", "login", _), ("users", "login_facebook", _):
      return caller == nil ? nil : "is logged in"
    case ("users", let id, _): return Int(id) == caller ? nil : "changed another user"
    case ("events", "", _): return caller == nil ? "is not logged in" : nil
    case ("events", _, ""), ("events", _, "add_user"):
      return caller != nil && event?.organizer == caller ? nil : "is not the organizer"
    case ("events", _, "subscribe"):
      guard let caller, let event, let participants else { return "the caller or the event is missing" }
      let isIn = request.method == .post
      if isIn, event.isClosed, event.organizer != caller { return "the event is closed" }
      return event.participants.contains(caller) != isIn && participants.contains(caller) == isIn ? nil : "enrollment"
    default: return nil
    }
  }
}
