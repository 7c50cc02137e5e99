/// The pending output of a connection.
struct Outbox {
  private(set) var bytes: [UInt8] = []
  private var sent = 0
  /// The number of sent bytes that stay at the front of the buffer before they can be removed.
  private static var mostSent: Int { 65_536 }
  /// The size of the buffer that is kept for the next response.
  private static var mostKept: Int { 1_024 }

  var isEmpty: Bool { sent == bytes.count }
  /// The number of bytes that are still to be sent.
  var unsent: Int { bytes.count - sent }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      (bytes, sent) = (more, 0)
    } else {
      append { $0 += more }
    }
  }

  /// Appends bytes through a closure that writes to the buffer.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    // Removes sent bytes, so that a buffer that never becomes empty doesn't grow without bound.
    if sent > Self.mostSent, 2 * sent > bytes.count {
      bytes.removeFirst(sent)
      sent = 0
    }
    write(&bytes)
  }

  /// Removes bytes that were sent.
  mutating func remove(_ count: Int) {
    sent += count
    if !isEmpty { return }
    sent = 0
    if bytes.capacity > Self.mostKept { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
  }

  func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }
}
