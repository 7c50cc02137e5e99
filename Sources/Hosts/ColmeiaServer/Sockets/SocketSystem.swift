/// The result of reading or writing.
package enum SocketTransfer: Equatable { case bytes(Int), wouldBlock, ended }

/// The events for which a socket is watched, or that have occurred.
package struct SocketEvents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is input to read, a connection to accept, or the end of the input.
  package static let readable = SocketEvents(rawValue: 1)
  /// There is space to write.
  package static let writable = SocketEvents(rawValue: 2)
  /// Both sides have closed, or an error has occurred. This event is always reported.
  package static let broken = SocketEvents(rawValue: 4)
}

/// The system calls that the server's loop needs. Only ``wait(_:_:)`` blocks, and none raises a signal. Tests use an
/// implementation with simulated clients.
package protocol SocketSystem: AnyObject {
  /// Accepts a connection. The socket is `nil` if there is none. `isExhausted` is `true` if there is no free descriptor
  /// for it.
  func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool)
  /// Reads the available bytes that fit into the buffer.
  func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer
  /// Writes as many bytes as the system accepts.
  func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer
  /// Shuts down the sending side of a socket.
  func endOutput(_ socket: Int32)
  /// Stops watching a socket and closes it.
  func close(_ socket: Int32)
  /// Removes the wake-up bytes that ``LoopbackServer/post(_:)`` has written.
  func drain(_ end: Int32)
  /// Replaces the events for which a socket is watched. Returns whether that succeeded.
  func watch(_ socket: Int32, _ events: SocketEvents) -> Bool
  /// Waits until an event occurs at a watched socket, or for at most this many milliseconds, or forever if -1.
  ///
  /// The events replace the content of `happened`, with one entry for each socket. Events that don't fit are reported
  /// by the next call.
  func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32)
}
