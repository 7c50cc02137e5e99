import ColmeiaBackend

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Clients that are values, in the place of sockets: each sends its bytes in pieces, ends, and notes what it gets.
final class ScriptedClients: SocketSystem {
  struct Client {
    var input: ArraySlice<UInt8>
    var output: [UInt8] = []
    var isClosed = false
    var hasEnded: Bool { input.isEmpty }
  }

  /// The descriptor at which they come.
  static let listener: Int32 = 3
  /// The descriptor of the first.
  static let first: Int32 = 10

  private(set) var clients: [Client]
  private var accepted = 0
  private var random: FuzzRandom
  /// Whether pieces are as large as possible.
  private let isWhole: Bool
  /// Whether nothing was left to be done.
  private(set) var isQuiet = false

  init(_ inputs: [[UInt8]], isWhole: Bool, _ random: FuzzRandom) {
    clients = inputs.map { Client(input: $0[...]) }
    self.isWhole = isWhole
    self.random = random
  }

  /// All that the server has said to each.
  var outputs: [[UInt8]] { clients.map(\.output) }

  private func place(_ socket: Int32) -> Int? {
    let place = Int(socket - Self.first)
    return clients.indices.contains(place) ? place : nil
  }

  func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool) {
    guard accepted < clients.count else { return (nil, false) }
    defer { accepted += 1 }
    return (Self.first + Int32(accepted), false)
  }

  func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer {
    guard let place = place(socket) else { return .ended }
    if clients[place].hasEnded { return .ended }
    let count = min(isWhole ? Int.max : 1 + random.below(24), clients[place].input.count, buffer.count)
    buffer.copyBytes(from: clients[place].input.prefix(count))
    clients[place].input = clients[place].input.dropFirst(count)
    return .bytes(count)
  }

  func write(_ socket: Int32, _ bytes: ArraySlice<UInt8>) -> SocketTransfer {
    guard let place = place(socket), !clients[place].isClosed else { return .ended }
    let count = isWhole ? bytes.count : random.below(min(bytes.count, 4_096) + 1)
    if count == 0 { return .wouldBlock }
    clients[place].output += bytes.prefix(count)
    return .bytes(count)
  }

  func endOutput(_ socket: Int32) {}
  func close(_ socket: Int32) { if let place = place(socket) { clients[place].isClosed = true } }
  func drain(_ end: Int32) {}

  func wait(_ entries: inout [pollfd], _ milliseconds: Int32) {
    var found = false
    for index in entries.indices {
      let wanted = entries[index].events
      let isThere = entries[index].fd == Self.listener ? accepted < clients.count : place(entries[index].fd) != nil
      guard isThere, wanted != 0 else { continue }
      found = true
      // Not everybody is there each time.
      if isWhole || random.below(3) > 0 { entries[index].revents = wanted }
    }
    isQuiet = !found && milliseconds != 0
  }
}
