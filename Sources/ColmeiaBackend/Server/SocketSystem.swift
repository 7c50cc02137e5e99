#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What came of reading or writing.
package enum SocketTransfer: Equatable { case bytes(Int), wouldBlock, ended }

/// The calls of the operating system that the server's loop needs. None waits but ``wait(_:_:)``, and none raises a signal.
/// A test takes another one, whose clients are values.
package protocol SocketSystem {
  /// A connection that has come; `nil` when there is none, or no descriptor for it.
  func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool)
  /// Reads what is there, as much as fits.
  func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer
  /// Writes as much as is taken.
  func write(_ socket: Int32, _ bytes: ArraySlice<UInt8>) -> SocketTransfer
  /// Says that nothing more will be sent.
  func endOutput(_ socket: Int32)
  func close(_ socket: Int32)
  /// Takes all signs of ``LoopbackServer/post(_:)`` away.
  func drain(_ end: Int32)
  /// Waits until something can be done, or so many milliseconds have passed; -1 for ever.
  func wait(_ entries: inout [pollfd], _ milliseconds: Int32)
}
