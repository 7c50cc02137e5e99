/// What came of reading or writing.
package enum SocketTransfer: Equatable { case bytes(Int), wouldBlock, ended }

/// What a socket is watched for, and what has happened to it.
package struct SocketEvents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is something to read, a connection to accept, or the end of what comes.
  package static let readable = SocketEvents(rawValue: 1)
  /// There is room to write.
  package static let writable = SocketEvents(rawValue: 2)
  /// Both sides have ended, or something has failed. Nobody asks for it, and it is always told.
  package static let broken = SocketEvents(rawValue: 4)
}

/// The calls of the operating system that the server's loop needs. None waits but ``wait(_:_:)``, and none raises a signal.
/// A test takes another one, whose clients are values.
package protocol SocketSystem: AnyObject {
  /// A connection that has come; `nil` when there is none, or no descriptor for it.
  func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool)
  /// Reads what is there, as much as fits.
  func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer
  /// Writes as much as is taken.
  func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer
  /// Says that nothing more will be sent.
  func endOutput(_ socket: Int32)
  /// Closes a socket, which is not watched any more.
  func close(_ socket: Int32)
  /// Takes all signs of ``LoopbackServer/post(_:)`` away.
  func drain(_ end: Int32)
  /// Watches a socket for these events from now on, instead of those it was watched for. Whether that was possible.
  func watch(_ socket: Int32, _ events: SocketEvents) -> Bool
  /// Waits until something happens at a socket that is watched, or so many milliseconds have passed; -1 for ever. What has
  /// happened replaces the content of `happened`, each socket once; what does not fit is told the next time.
  func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32)
}
