import ColmeiaJSON
import ReferenceS3
import TestSupport

@testable import ReferenceBackend

/// A random program of newspapers, news, chats, objects and albums with their streams, and a simpler model that
/// predicts the results.
struct StreamProgram {
  enum Kind: Sendable { case news, chat }

  var world = World.eventbee
  var random: SplitMix
  /// The results that were reached: a request with its status, or a message.
  var reached: Set<String> = []
  /// The identifier of the last exchange.
  var exchange: UInt64 = 0
  /// The open streams.
  var open: [UInt64: Kind] = [:]
  /// The actual and the expected output of each stream.
  var received: [UInt64: String] = [:]
  var expected: [UInt64: String] = [:]
  var problems: [String] = []

  // The model.
  var newspapers: [(name: String, description: String)] = []
  var news: [(id: String, newspaper: String, text: String)] = []
  var beats = 0
  var chats: [UInt64: (user: Int, events: [Int])] = [:]
  var objects: [String: String] = [:]
  let signer = S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))

  var devices: [AlbumDevice] = []
  var photos: [(user: Int, caption: String)] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    world.state.album.users = Self.albumUsers
  }

  /// Performs one random step and returns the problems that it reveals.
  mutating func step() -> [String] {
    problems = []
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4: callNewspapers()
    case 4..<8: callNews()
    case 8, 9: listen()
    case 10: leave()
    case 11, 12: connect()
    case 13...15: speak()
    case 16: enroll()
    case 17, 18: callObjects()
    case 19..<23: callAlbums()
    default: chance(1, of: 6) ? restart() : beat()
    }
    problems += world.state.inconsistency.map { [$0] } ?? []
    for id in open.keys.sorted() where received[id] != expected[id] {
      problems.append("\(id) has received '\(received[id] ?? "")', but expected '\(expected[id] ?? "")'")
    }
    if Set(world.state.canillita.listeners.listeners.map(\.rawValue)) != Set(open.keys.filter { open[$0] == .news }) {
      problems.append("the listeners differ from the expected ones")
    }
    return problems
  }

  mutating func chance(_ count: Int, of all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < count }

  /// Sends a request over a new connection and returns the response. Any other number of responses is a problem.
  mutating func exchange(_ request: HTTPRequest) -> HTTPResponse {
    exchange += 1
    var before = world.state
    let effects = world.send(exchange, request)
    var answers: [HTTPResponse] = []
    for effect in effects {
      switch effect {
      case .respond(ExchangeID(rawValue: exchange), let response): answers.append(response)
      case .upgrade(ExchangeID(rawValue: exchange), let response):
        answers.append(response)
        open[exchange] = response.status == 101 ? .chat : .news
        (received[exchange], expected[exchange]) = ("", "")
      default: process(effect)
      }
    }
    guard answers.count == 1 else {
      problems.append("\(request) has \(answers.count) answers")
      return HTTPResponse(500)
    }
    before.cable = world.state.cable
    before.canillita.listeners = world.state.canillita.listeners
    before.album.guesses = world.state.album.guesses
    // Even a read request in an album changes its session's token.
    if request.method == .get { for session in world.state.album.sessions { before.album.upsert(session) } }
    let isReading = request.method == .get || request.method == .head
    if isReading || answers[0].status >= 400, world.state != before { problems.append("\(request) changed the state") }
    return answers[0]
  }

  mutating func send(_ action: Backend.Action) { for effect in world.send(action) { process(effect) } }

  private mutating func process(_ effect: Backend.Effect) {
    switch effect {
    case .transmit(let id, let text):
      if open[id.rawValue] == nil { problems.append("\(id) is not connected, but received '\(text)'") }
      received[id.rawValue, default: ""] += text
    case .hangUp(let id):
      open[id.rawValue] = nil
      chats[id.rawValue] = nil
      // The shell reports the end of the connection.
      if world.send(.left(id)) != [] { problems.append("the disconnection of \(id) caused an effect") }
    case .respond, .upgrade, .log: problems.append("unexpected: \(effect)")
    }
  }

  mutating func record(_ what: String, _ status: Int, wanted: Int) {
    reached.insert("\(what) \(status)")
    if status != wanted { problems.append("\(what): expected \(wanted), but got \(status)") }
  }

  private mutating func listen() {
    let ids = news.map(\.id) + ["", "unknown"]
    let last = chance(1, of: 3) ? nil : random.pick(ids)
    var request = HTTPRequest("GET news")
    request.headers["Last-Event-ID"] = last
    let response = exchange(request)
    let seen = news.firstIndex { $0.id == last }.map { $0 + 1 } ?? 0
    expected[exchange] = "retry: 3000\n\n" + news[seen...].map(\.text).joined()
    record("listen", response.status, wanted: 200)
  }

  private mutating func leave() {
    guard let id = open.keys.sorted().randomElement(using: &random) else { return }
    open[id] = nil
    chats[id] = nil
    if world.send(.left(ExchangeID(rawValue: id))) != [] {
      problems.append("the disconnection of \(id) caused an effect")
    }
    reached.insert("leave")
  }

  private mutating func beat() {
    beats += 1
    for id in open.keys {
      switch open[id] {
      case .chat: expected[id, default: ""] += #"{"type":"ping","message":\#(beats)}"#
      case .news where beats % 5 == 0: expected[id, default: ""] += ":\n\n"
      default: break
      }
    }
    send(.beat(date: beats))
    reached.insert("beat")
  }

  private mutating func restart() {
    send(.restarting)
    beats = 0
    if !open.isEmpty { problems.append("\(open.count) streams survive a restart") }
    reached.insert("restart")
  }
}
