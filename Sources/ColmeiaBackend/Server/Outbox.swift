/// What is to be sent to a client, and how much of it has been.
struct Outbox {
  private(set) var bytes: [UInt8] = []
  private var sent = 0
  /// More is not moved to the front for each part that was sent.
  private static var mostSent: Int { 65_536 }

  var isEmpty: Bool { sent == bytes.count }
  /// How many bytes are still to be sent.
  var unsent: Int { bytes.count - sent }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      (bytes, sent) = (more, 0)
    } else {
      append { $0 += more }
    }
  }

  /// Has bytes written behind those that are there.
  mutating func append(_ write: (inout [UInt8]) -> Void) {
    // What never becomes empty must not grow.
    if sent > Self.mostSent, 2 * sent > bytes.count {
      bytes.removeFirst(sent)
      sent = 0
    }
    write(&bytes)
  }

  /// Leaves so many bytes to be sent, if there are more.
  mutating func shorten(to count: Int) { bytes.removeLast(max(0, unsent - count)) }

  /// So many bytes have been sent.
  mutating func take(_ count: Int) {
    sent += count
    if isEmpty { (bytes, sent) = ([], 0) }
  }

  func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }
}
