import ColmeiaBase
import ColmeiaStorage
import TestSupport
import Testing

@testable import ColmeiaClient

@Suite(.blocking, .timeLimit(.minutes(10))) struct TokenRefreshTests {
  private struct Renewed: Codable, Sendable { var token: String, spare: String }
  private typealias Outcomes = Recorder<Result<String, APIError>>

  private static let item = TokenItem(service: "shop", account: "me")
  private static let spare = TokenItem(service: "shop", account: "me, to refresh")
  private let store = MemoryTokenStore([item: Token("a1"), spare: Token("s-a1")])

  private func client(_ server: RefreshServer) throws -> APIClient {
    let plain = APIClient(server, base: try BaseURL("http://h"))
    let refresh = TokenRefresh(item: Self.spare) { (spare) throws(APIError) in
      let call: Endpoint<Renewed> = .post("/refresh", .json(["spare": spare.value]))
      let renewed = try await plain.send(call)
      return (Token(renewed.token), Token(renewed.spare))
    }
    var client = plain
    client.credentials = .token(TokenSource(store, .item(Self.item), header: .bearer, refresh: refresh))
    return client
  }

  /// What the token is sent for.
  private enum Way: CaseIterable { case request, stream, socket }

  /// Makes calls at once, each with a path of its own, and records how they end.
  private func call(
    _ client: APIClient, _ count: Int, _ outcomes: Outcomes, _ way: Way = .request
  ) -> [Task<Void, Never>] {
    (0..<count).map { number in
      Task {
        do throws(APIError) { outcomes.add(.success(try await Self.call(client, number, way))) } catch {
          outcomes.add(.failure(error))
        }
      }
    }
  }

  /// Makes a call, and returns the token that the server has accepted.
  nonisolated(nonsending) private static func call(
    _ client: APIClient, _ number: Int, _ way: Way
  ) async throws(APIError) -> String {
    let call: Endpoint<String> = .get("/\(number)", token: .required)
    guard way != .request, let server = client.transport as? RefreshServer else { return try await client.send(call) }
    let request = try await client.request(for: call)
    if way == .stream {
      let head: HTTPResponse
      do throws(TransportError) { head = try await client.streams(over: server).open(request).head } catch {
        throw .transport(error)
      }
      if head.status == 200 { return (try? JSON(parsing: head.body))?.string ?? "" }
    } else {
      do throws(WebSocketFailure) {
        return try await client.sockets(over: server).open(request, subprotocols: []).subprotocol ?? ""
      } catch { if case .transport(let error) = error { throw .transport(error) } }
    }
    throw .status(StatusFailure(call: "", response: HTTPResponse(401), sentToken: true))
  }

  private func releaseAll(_ server: RefreshServer, until isOver: @escaping @Sendable () -> Bool) async {
    while !isOver() {
      await poll(for: "a request or the end") { server.parkedCount > 0 || isOver() }
      if server.parkedCount > 0 { server.release() }
    }
  }

  /// Lets 50 calls be refused at once.
  private func refuse50(
    _ server: RefreshServer, _ way: Way = .request
  ) async throws -> (Outcomes, [Task<Void, Never>]) {
    let outcomes = Outcomes()
    server.expire()
    let client = try client(server)
    let tasks = call(client, 50, outcomes, way)
    await poll(for: "50 requests") { server.parkedCount == 50 }
    for _ in 0..<50 { server.release() }
    guard case .token(let source) = client.credentials, let refresh = source.refresh else { return (outcomes, tasks) }
    await poll(for: "50 refusals") { refresh.machine.read { $0.refusals } == 50 }
    return (outcomes, tasks)
  }

  @Test(arguments: Way.allCases)
  private func `50 requests that are refused at once are sent again after one refresh`(way: Way) async throws {
    let server = RefreshServer()
    let (outcomes, _) = try await refuse50(server, way)
    await poll(for: "the refresh") { server.parkedCount == 1 }
    #expect(server.requests.count == 51, "a slow refresh: nothing is repeated before it has ended")
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(outcomes.all.allSatisfy { (try? $0.get()) == "a2" })
    #expect(server.refreshes.count == 1)
    for number in 0..<50 { #expect(server.tokens(at: "/\(number)") == ["a1", "a2"]) }
    #expect(try await store.read(Self.item) == Token("a2"))
    #expect(try await store.read(Self.spare) == Token("s-a2"))
  }

  @Test(arguments: Way.allCases) private func `A refused refresh ends the session`(way: Way) async throws {
    let server = RefreshServer(refusal: .success(HTTPResponse(403)))
    let (outcomes, _) = try await refuse50(server, way)
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(server.requests.count == 51)
    for outcome in outcomes.all {
      guard case .failure(let error) = outcome, error.isTokenRefused else {
        Issue.record("\(outcome)")
        continue
      }
    }
    #expect(try await store.accounts(of: "shop") == [])
  }

  @Test(
    arguments: [.failure(.offline), .success(HTTPResponse(503)), .success(HTTPResponse(429))]
      as [Result<HTTPResponse, TransportError>], Way.allCases)
  private func `If the server can't be asked, the requests get that error and the session continues`(
    refusal: Result<HTTPResponse, TransportError>, way: Way
  ) async throws {
    let server = RefreshServer(refusal: refusal)
    let (outcomes, _) = try await refuse50(server, way)
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(server.requests.count == 51)
    for outcome in outcomes.all {
      switch (outcome, refusal) {
      case (.failure(.transport(.offline)), .failure): break
      case (.failure(.status(let failure)), .success(let response)) where way == .request:
        #expect(failure.status == response.status)
      // An event source connects again after this error.
      case (.failure(.transport(.noToken(let reason))), .success(let response)) where way != .request:
        #expect(reason.contains("status \(response.status)"))
      default: Issue.record("\(outcome)")
      }
    }
    #expect(try await store.read(Self.item) == Token("a1"))
  }

  @Test func `A log-out during a refresh stays a log-out, and nothing is sent again`() async throws {
    let server = RefreshServer()
    let (outcomes, _) = try await refuse50(server)
    await poll(for: "the refresh") { server.parkedCount == 1 }
    try await store.delete(Self.item)
    try await store.delete(Self.spare)
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(server.requests.count == 51)
    #expect(try await store.accounts(of: "shop") == [])
    for outcome in outcomes.all {
      guard case .failure(.status(let failure)) = outcome, !failure.isTokenRefused else {
        Issue.record("\(outcome)")
        continue
      }
    }
  }

  @Test func `Whoever signs in during a refresh keeps the new session`() async throws {
    let server = RefreshServer()
    let (outcomes, _) = try await refuse50(server)
    await poll(for: "the refresh") { server.parkedCount == 1 }
    try await store.write(Token("b9"), as: Self.item)
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(server.requests.count == 51, "no request of the old session is sent with the token of the new one")
    #expect(try await store.read(Self.item) == Token("b9"))
    #expect(outcomes.all.allSatisfy { if case .failure(let error) = $0 { !error.isTokenRefused } else { false } })
  }

  @Test func `A token that is refused although it is new ends the session`() async throws {
    let server = RefreshServer()
    let (outcomes, _) = try await refuse50(server)
    await poll(for: "the refresh") { server.parkedCount == 1 }
    server.expire()
    await releaseAll(server) { outcomes.all.count == 50 }
    #expect(server.refreshes.count == 1)
    #expect(outcomes.all.allSatisfy { if case .failure(let error) = $0 { error.isTokenRefused } else { false } })
    #expect(try await store.accounts(of: "shop") == [])
  }

  @Test func `A refresh goes on if the request that began it is cancelled`() async throws {
    let server = RefreshServer()
    let (outcomes, tasks) = try await refuse50(server)
    await poll(for: "the refresh") { server.parkedCount == 1 }
    for task in tasks { task.cancel() }
    await poll(for: "the cancelled requests") { outcomes.all.count == 50 }
    #expect(outcomes.all.allSatisfy { $0 == .failure(.transport(.cancelled)) })
    server.release()
    await poll(for: "the new token") { (try? await store.read(Self.item)) == Token("a2") }
    let later = Outcomes()
    _ = call(try client(server), 1, later)
    await releaseAll(server) { later.all.count == 1 }
    #expect(try later.all.map { try $0.get() } == ["a2"])
  }

  @Test(arguments: 0..<60) func `In any order, a session has one refresh at a time and no request a foreign token`(
    seed: Int
  ) async throws {
    var random = SplitMix(state: UInt64(seed))
    let (server, outcomes) = (RefreshServer(), Outcomes())
    let client = try client(server)
    var (begun, logOuts) = (0, 0)
    func step() async throws {
      switch random.below(12) {
      case 0: server.expire()
      case 1 where logOuts == 0 && seed % 2 == 0:
        logOuts += 1
        try await store.delete(Self.item)
        try await store.delete(Self.spare)
        if seed % 4 == 0 {
          server.content.withLock { _ = ($0.valid.insert("b90"), $0.spares.insert("s-b90")) }
          try await store.write(Token("b90"), as: Self.item)
          try await store.write(Token("s-b90"), as: Self.spare)
        }
      case 2...4 where begun < 12:
        let number = begun
        begun += 1
        let way = Way.allCases[random.below(3)]
        Task {
          do throws(APIError) { outcomes.add(.success(try await Self.call(client, number, way))) } catch {
            outcomes.add(.failure(error))
          }
        }
      default: if server.parkedCount > 0 { server.release(random.below(server.parkedCount)) }
      }
      for _ in 0..<random.below(6) { await Task.yield() }
    }
    for _ in 0..<200 { try await step() }
    let count = begun
    await releaseAll(server) { outcomes.all.count == count }
    await releaseAll(server) { server.content.withLock { $0.runningRefreshes == 0 } }
    #expect(server.content.withLock { $0.mostRefreshes } <= 1)
    let spares = server.refreshes.map(\.body)
    #expect(Set(spares).count == spares.count, "a refresh token is used once")
    for number in 0..<begun {
      let tokens = server.tokens(at: "/\(number)")
      #expect(tokens.count <= 2)
      #expect(Set(tokens).count == tokens.count, "a token is not sent again")
      #expect(Set(tokens.map { $0.prefix(1) }).count <= 1, "one session only: \(tokens)")
    }
    let left = try await store.read(Self.item)?.value
    if logOuts == 1 { #expect(left == nil || seed % 4 == 0 && left?.hasPrefix("b") == true) }
  }
}

@Suite struct RefreshMachineTests {
  @Test func `A late refusal of an earlier token uses the newest one, without a refresh`() {
    var machine = RefreshMachine()
    var token = Token("0")
    for number in 1...20 {
      #expect(machine.refused(token) == .begin(number, token))
      #expect(machine.refused(token) == .wait(number))
      #expect(machine.outcome(number, for: token) == nil)
      let next = Token("\(number)")
      machine.ended(.renewed(next))
      #expect(machine.outcome(number, for: token) == .some(.some(.renewed(next))))
      #expect(machine.refused(token) == .use(next))
      token = next
    }
    #expect(machine.refused(Token("12")) == .use(token), "one of the last \(RefreshMachine.memory)")
    #expect(machine.refused(Token("2")) == .begin(21, Token("2")), "memory is bounded")
  }

  @Test func `After a refresh that failed, an earlier token refreshes the newest one`() {
    var machine = RefreshMachine()
    let (old, new) = (Token("old"), Token("new"))
    _ = machine.refused(old)
    machine.ended(.renewed(new))
    #expect(machine.refused(new) == .begin(2, new))
    machine.ended(.failed(.transport(.offline)))
    #expect(machine.outcome(2, for: old) == .some(.some(.failed(.transport(.offline)))))
    #expect(machine.refused(old) == .begin(3, new))
  }

  @Test func `A request of another session doesn't get the outcome of this one`() {
    var machine = RefreshMachine()
    _ = machine.refused(Token("a"))
    #expect(machine.refused(Token("b")) == .wait(1))
    machine.ended(.ended)
    #expect(machine.outcome(1, for: Token("b")) == .some(nil))
    #expect(machine.refused(Token("b")) == .begin(2, Token("b")))
  }
}
