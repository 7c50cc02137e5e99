import ColmeiaJSON

@testable import ReferenceBackend

/// A random program: the world, and a client's knowledge of it.
struct Program {
  var world = World()
  var client: RandomClient
  /// The tokens that were issued, with their users.
  var owners: [String: (service: Backend.Service, user: Int)] = [:]
  /// The tokens that were logged off.
  var closed: Set<String> = []
  /// The results that were reached: the method, the words of the path, and the status.
  var reached: Set<String> = []

  init(seed: UInt64) {
    client = RandomClient(seed: seed)
    world.state.eventbee.facebook = Backend.State.demo.eventbee.facebook
  }
}

extension Program {
  /// Sends one request and returns the problems that it reveals.
  mutating func step() -> [String] {
    let request = client.request()
    var before = world.state
    let caller = owner(of: request.headers["Token"])
    let reply = world.exchange(request)
    // The count of wrong passwords isn't part of the persistent state.
    before.eventbee.guesses = world.state.eventbee.guesses
    let words = (request.segments ?? []).filter { Int($0) == nil }.joined(separator: "/")
    reached.insert("\(request.method) \(words) \(reply.status)")
    learn(from: reply, request)
    var problems = Self.problems(of: reply, request)
    if world.state != before {
      if reply.status >= 400 { problems.append("a refusal changed the state") }
      if request.method == .head || (request.method == .get && request.path != "/users/logoff") {
        problems.append("reading changed the state")
      }
    }
    problems += world.state.inconsistency.map { [$0] } ?? []
    problems += numberProblems(since: before) + tokenProblems() + secretProblems(in: reply)
    if reply.status < 300, let problem = permissionProblem(request, caller, before) { problems.append(problem) }
    return problems.map { "\(request) → \(reply): \($0)" }
  }

  private func owner(of token: String?) -> Int? {
    token.flatMap { closed.contains($0) ? nil : owners[$0] }.flatMap { $0.service == .eventbee ? $0.user : nil }
  }

  private mutating func learn(from reply: Reply, _ request: HTTPRequest) {
    let isLogoff = request.method == .get && request.path == "/users/logoff"
    if isLogoff, reply.status == 200, let token = request.headers["Token"] { closed.insert(token) }
    guard let json = try? JSON(parsing: reply.bytes), case .object(let object) = json else { return }
    if case .string(let token) = object["token"], case .number(let id) = object["id"] {
      owners[token] = (.eventbee, id.int ?? 0)
      client.tokens[.eventbee, default: []].append(token)
    }
    if case .object(let user) = object["user"], case .string(let token) = user["token"],
      case .string(let id) = user["_id"]
    {
      owners[token] = (.iddog, Int(id.suffix(16), radix: 16) ?? 0)
      client.tokens[.iddog, default: []].append(token)
    }
  }
}
