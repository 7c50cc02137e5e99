/// The listening socket and its state.
struct Listener {
  /// The pause after running out of descriptors.
  private static var rest: Duration { .milliseconds(100) }

  /// The listening socket, or `nil` after it was closed.
  private(set) var socket: Int32?
  /// Whether the socket is watched for new connections.
  private var isWatched = false
  /// The end of the current pause, or `nil`.
  private(set) var restEnd: Duration?

  init(_ socket: Int32) { self.socket = socket }

  /// Watches the socket only while new connections can be accepted.
  mutating func watch(_ system: any SocketSystem, hasRoom: Bool) {
    guard let socket else { return }
    let isOpen = hasRoom && restEnd == nil
    if isOpen != isWatched, system.watch(socket, isOpen ? .readable : []) { isWatched = isOpen }
  }

  /// Accepts the next connection, or returns `nil` if there is none.
  mutating func accept(_ system: any SocketSystem, _ now: Duration) -> Int32? {
    guard let socket else { return nil }
    let (accepted, isExhausted) = system.accept(socket)
    // Without a free descriptor the connection stays in the queue, and retrying immediately would be a busy loop.
    if isExhausted { restEnd = now + Self.rest }
    return accepted
  }

  /// Ends the pause if it is over.
  mutating func wake(_ now: Duration) { if let restEnd, restEnd <= now { self.restEnd = nil } }

  /// Closes the listening socket.
  mutating func close(_ system: any SocketSystem) {
    if let socket { system.close(socket) }
    socket = nil
  }
}
