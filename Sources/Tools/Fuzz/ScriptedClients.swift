import ReferenceBackend
import Synchronization

/// Scripted clients that replace sockets. Each client sends its bytes in pieces, ends, and records what it receives.
final class ScriptedClients: SocketSystem {
  struct Client {
    var input: ArraySlice<UInt8>
    var output: [UInt8] = []
    var isClosed = false
    var hasEnded: Bool { input.isEmpty }
  }

  /// The descriptor on which they connect.
  static let listener: Int32 = 3

  /// Returns the limits of a server for these clients.
  static func limits(body: Int) -> ServerLimits {
    var limits = ServerLimits()
    (limits.body, limits.memory) = (body, 1 << 20)
    return limits
  }
  /// The descriptor of the first client.
  static let first: Int32 = 10

  private(set) var clients: [Client]
  private var accepted = 0
  private var random: FuzzRandom
  /// The events that each descriptor is watched for, in the order of the descriptors.
  private var watched: [(socket: Int32, events: SocketEvents)] = []
  /// Whether reads and writes transfer as much as possible.
  private let isWhole: Bool
  /// Whether nothing was left to do.
  private(set) var isDone = false

  init(_ inputs: [[UInt8]], isWhole: Bool, _ random: FuzzRandom) {
    clients = inputs.map { Client(input: $0[...]) }
    self.isWhole = isWhole
    self.random = random
  }

  /// The bytes that the server has sent to each client.
  var outputs: [[UInt8]] { clients.map(\.output) }

  private func position(_ socket: Int32) -> Int? {
    let position = Int(socket - Self.first)
    return clients.indices.contains(position) ? position : nil
  }

  func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool) {
    guard accepted < clients.count else { return (nil, false) }
    defer { accepted += 1 }
    return (Self.first + Int32(accepted), false)
  }

  func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer {
    guard let position = position(socket) else { return .ended }
    if clients[position].hasEnded { return .ended }
    let count = min(isWhole ? Int.max : 1 + random.below(24), clients[position].input.count, buffer.count)
    buffer.copyBytes(from: clients[position].input.prefix(count))
    clients[position].input = clients[position].input.dropFirst(count)
    return .bytes(count)
  }

  func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer {
    guard let position = position(socket), !clients[position].isClosed else { return .ended }
    let count = isWhole ? bytes.count : random.below(min(bytes.count, 4_096) + 1)
    if count == 0 { return .wouldBlock }
    clients[position].output += bytes.prefix(count)
    return .bytes(count)
  }

  func endOutput(_ socket: Int32) {}
  func close(_ socket: Int32) {
    if let position = position(socket) { clients[position].isClosed = true }
    watched.removeAll { $0.socket == socket }
  }
  func drain(_ end: Int32) {}

  func watch(_ socket: Int32, _ events: SocketEvents) -> Bool {
    let position = watched.firstIndex { $0.socket >= socket } ?? watched.endIndex
    if position < watched.count, watched[position].socket == socket {
      watched[position].events = events
    } else {
      watched.insert((socket, events), at: position)
    }
    return true
  }

  func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
    happened.removeAll(keepingCapacity: true)
    var found = false
    for (socket, events) in watched {
      let isThere = socket == Self.listener ? accepted < clients.count : position(socket) != nil
      guard isThere, !events.isEmpty else { continue }
      found = true
      // Not every descriptor is ready each time.
      if isWhole || random.below(3) > 0 { happened.append((socket, events)) }
    }
    isDone = !found && milliseconds != 0
  }
}

extension ScriptedClients {
  /// Runs a server until the clients have been served. Returns what went wrong, or `nil` if nothing did.
  ///
  /// - Parameters:
  ///   - handler: The server's handler.
  ///   - limits: The server's limits.
  ///   - clock: The server's clock.
  ///   - turns: A number of turns that the server should never need.
  ///   - moves: Whether the clock advances.
  ///   - problem: Checks the server after each turn and returns a problem, or `nil`.
  func serve(
    by handler: some ServerHandler, _ limits: ServerLimits, _ clock: FuzzClock, turns: Int, moves: Bool,
    _ problem: () -> String? = { nil }
  ) -> String? {
    let loop = EventLoop(
      Self.listener, 4, limits, self, now: { clock.now }, date: { 1_600_000_000 }, handler)
    var (left, wrong): (Int, String?) = (turns, nil)
    while !isDone, left > 0 {
      left -= 1
      loop.turn()
      loop.endTurn()
      if moves { clock.advance(by: .milliseconds(40)) }
      wrong = problem() ?? wrong
    }
    loop.beginEnding(.zero)
    loop.closeAll()
    if left == 0 { wrong = "the server does not come to rest" }
    return loop.load == 0 ? wrong : "\(loop.load) bytes are still buffered after all connections closed"
  }
}

/// A clock and a source of request contexts with unique tokens.
final class FuzzClock: Sendable {
  private let content = Mutex((offset: Duration.zero, contexts: 0))
  var now: Duration { content.withLock { $0.offset } }
  func advance(by duration: Duration) { content.withLock { $0.offset += duration } }
  func context() -> RequestContext {
    let number = content.withLock { content in
      content.contexts += 1
      return content.contexts
    }
    return RequestContext(date: 1_600_000_000, token: "token-\(number)", salt: Array("salt \(number)".utf8))
  }
}
