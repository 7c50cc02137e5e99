import TestSupport
import Testing

@testable import ReferenceBackend

/// The law: applying all changes to an earlier state, in order, gives the current state.
@Suite(.long) struct ChangeLawTests {
  @Test(arguments: 0..<12)
  func `Applying all changes to a saved state gives the state at any later step`(seed: UInt64) throws {
    var program = StreamProgram(seed: seed)
    program.world.state.keepsChanges = true
    let start = try BackendData.write(program.world.state)
    var states: [(count: Int, state: Backend.State)] = []
    for step in 0..<250 {
      _ = program.step()
      if step % 50 == 49 { states.append((program.world.kept.count, Journals.kept(program.world.state))) }
    }
    for (count, state) in states {
      let bytes = try Journals.bytes(Array(program.world.kept[..<count]))
      let replay = try BackendJournal.replay(bytes, onto: try BackendData.read(start), generation: 3)
      #expect(replay.state == state)
      #expect(replay.records == count && replay.torn == nil)
      #expect(try BackendData.write(replay.state) == BackendData.write(state))
    }
  }

  @Test(arguments: 0..<12)
  func `Applying all changes of users, sessions and events gives their state`(seed: UInt64) throws {
    var program = Program(seed: seed)
    program.world.state.keepsChanges = true
    let start = program.world.state
    for _ in 0..<200 { _ = program.step() }
    let replay = try BackendJournal.replay(Journals.bytes(program.world.kept), onto: start, generation: 3)
    #expect(replay.state == Journals.kept(program.world.state))
    #expect(program.world.kept.count > 10)
  }

  @Test func `The random programs change every table`() throws {
    var names: Set<String> = []
    for seed in 0..<6 as Range<UInt64> {
      var (first, second) = (StreamProgram(seed: seed), Program(seed: seed))
      first.world.state.keepsChanges = true
      second.world.state.keepsChanges = true
      for _ in 0..<200 { _ = (first.step(), second.step()) }
      for change in (first.world.kept + second.world.kept).joined() { names.insert(Self.name(of: change)) }
    }
    #expect(
      names == [
        "iddogUser", "iddogSession opened", "user", "session opened", "session closed", "event", "message",
        "object put", "object removed", "newspaper put", "newspaper removed", "item stored",
        "album session", "album session ended", "photo",
      ])
  }

  private static func name(of change: BackendChange) -> String {
    switch change.kind {
    case .iddogUser: "iddogUser"
    case .iddogSession(.opened): "iddogSession opened"
    case .iddogSession(.closed): "iddogSession closed"
    case .user: "user"
    case .session(.opened): "session opened"
    case .session(.closed): "session closed"
    case .event: "event"
    case .message: "message"
    case .object(.put): "object put"
    case .object(.removed): "object removed"
    case .canillita(.put): "newspaper put"
    case .canillita(.removed): "newspaper removed"
    case .canillita(.stored): "item stored"
    case .album(.session): "album session"
    case .album(.signedOut): "album session ended"
    case .album(.photo): "photo"
    }
  }

  @Test func `Records removed at the limits are also removed when the changes are applied`() throws {
    var world = World.eventbee
    world.state.keepsChanges = true
    let start = world.state
    for _ in 0...TokenTable.tokensPerUser {
      _ = world.ask("POST users/login", #"{"email":"ana@bee.example","password":"ana-123"}"#)
    }
    for number in 0...EventbeeLimits.messages {
      _ = world.state.eventbee.chat.post("Oi", in: 1, by: 1, at: number, clientID: nil)
    }
    _ = world.ask("POST newspapers", #"{"name":"N","description":"d"}"#)
    let body = String(repeating: "x", count: CanillitaLimits.body)
    for _ in 0...CanillitaLimits.newsBytes / CanillitaLimits.body {
      _ = world.ask("POST newspapers/N/news", #"{"title":"T","body":"\#(body)"}"#)
    }
    #expect(world.state.canillita.stored > world.state.canillita.news.count)
    #expect(world.state.eventbee.sessions.user(of: "token-1") == nil)
    let replay = try BackendJournal.replay(Journals.bytes(world.kept), onto: start, generation: 3)
    #expect(replay.state == world.state)
  }

  @Test func `Changes are persisted before the response, and reads and refused requests persist nothing`() {
    var world = World()
    world.state.keepsChanges = true
    var machine = world.state
    let create = HTTPRequest("POST newspapers", #"{"name":"N","description":"d"}"#)
    let effects = Self.effects(of: create, &machine)
    guard case .persist(let changes) = effects.first, case .respond = effects.last, effects.count == 2 else {
      Issue.record("\(effects)")
      return
    }
    #expect(changes.count == 1)
    for request in [create, HTTPRequest("GET newspapers"), HTTPRequest("HEAD newspapers/N"), HTTPRequest("GET none")] {
      #expect(Self.effects(of: request, &machine).count == 1, "\(request)")
    }
  }

  @Test func `HEAD changes and persists nothing, even if GET would`() {
    var world = World.eventbee
    world.state.keepsChanges = true
    #expect(world.ask("HEAD users/logoff", token: "ana").status == 200)
    #expect(world.kept.isEmpty)
    #expect(world.ask("GET users/logoff", token: "ana").status == 200)
    #expect(world.kept.count == 1)
  }

  @Test func `Changes don't accumulate unless they are recorded`() {
    var state = Backend.State.demo
    let create = HTTPRequest("POST signup", #"{"email":"a@b.c"}"#)
    _ = state.handle(create, RequestContext(date: 1, token: "one", salt: []))
    state.keepsChanges = true
    #expect(state.takeChanges().isEmpty)
    // The plain function discards the changes.
    _ = state.handle(create, RequestContext(date: 1, token: "two", salt: []))
    #expect(state.takeChanges().isEmpty)
  }

  private static func effects(of request: HTTPRequest, _ state: inout Backend.State) -> [Backend.Effect] {
    var machine = Machine(state, Backend())
    machine.send(.received(ExchangeID(rawValue: 1), request, RequestContext(date: 1, token: "t", salt: [1])))
    state = machine.state
    return machine.requests.compactMap { if case .start(_, let effect) = $0 { effect } else { nil } }
  }
}
