/// Where connections come in.
struct Entrance {
  /// How long nobody is asked in when there were no descriptors.
  private static var rest: Duration { .milliseconds(100) }

  /// The socket that listens; `nil` once nobody comes any more.
  private(set) var listener: Int32?
  /// Whether it is watched for somebody who comes.
  private var isWatched = false
  /// Until when nobody is asked in.
  private(set) var restEnd: Duration?

  init(_ listener: Int32) { self.listener = listener }

  /// Sees whether somebody may come in.
  mutating func watch(_ system: any SocketSystem, hasRoom: Bool) {
    guard let listener else { return }
    let isOpen = hasRoom && restEnd == nil
    if isOpen != isWatched, system.watch(listener, isOpen ? .readable : []) { isWatched = isOpen }
  }

  /// The next who comes in.
  mutating func accept(_ system: any SocketSystem, _ now: Duration) -> Int32? {
    guard let listener else { return nil }
    let (socket, isExhausted) = system.accept(listener)
    // Without a descriptor the connection stays in the queue; asking again at once would only burn time.
    if isExhausted { restEnd = now + Self.rest }
    return socket
  }

  /// Sees whether the rest is over.
  mutating func wake(_ now: Duration) { if let restEnd, restEnd <= now { self.restEnd = nil } }

  /// Nobody comes in any more.
  mutating func close(_ system: any SocketSystem) {
    if let listener { system.close(listener) }
    listener = nil
  }
}
