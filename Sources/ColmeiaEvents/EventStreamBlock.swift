/// What a server writes into a stream of events, up to the next empty line (WHATWG HTML §9.2.5).
public struct EventStreamBlock: Sendable, Hashable {
  /// Why a block cannot be written.
  public enum Fault: Error, Sendable, Hashable {
    /// The type has a line break, behind which it would be another field.
    case type
    /// The id has a line break, or a U+0000, with which every reader ignores it.
    case id
  }

  /// What clients give when they come back; `nil` leaves it as it is, and empty means none.
  public var id: String?
  /// What kind of event it is; `nil` for `message`.
  public var type: String?
  /// The text. Without it the block is no event, yet its id counts. A carriage return in it arrives as a line feed: the
  /// format has no other line break.
  public var data: String?
  /// How many milliseconds clients are to wait before they come back.
  public var retry: UInt64?
  /// What nobody reads; it keeps a connection alive.
  public var comment: String?

  /// A block.
  public init(
    id: String? = nil, type: String? = nil, data: String? = nil, retry: UInt64? = nil, comment: String? = nil
  ) {
    self.id = id
    self.type = type
    self.data = data
    self.retry = retry
    self.comment = comment
  }

  /// The block's bytes, with the empty line that ends it.
  ///
  /// - Throws: ``EventStreamBlock/Fault`` for a field that would be read as something else, such as an id with a line
  ///   break.
  /// - Complexity: O(length).
  public func bytes() throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    if let id, id.utf8.contains(where: { $0 == 0 || Self.isBreak($0) }) { throw .id }
    if let type, type.utf8.contains(where: Self.isBreak) { throw .type }
    if let comment { Self.write(comment, ": ", &bytes) }
    if let id { Self.write(id, "id: ", &bytes) }
    if let type { Self.write(type, "event: ", &bytes) }
    if let data { Self.write(data, "data: ", &bytes) }
    if let retry { Self.write(String(retry), "retry: ", &bytes) }
    bytes.append(LineEnd.feed)
    return bytes
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == LineEnd.feed || byte == LineEnd.carriageReturn }

  /// Writes a field for each line of the text.
  private static func write(_ text: String, _ field: String, _ bytes: inout [UInt8]) {
    bytes += field.utf8
    var isBehindReturn = false
    for byte in text.utf8 {
      defer { isBehindReturn = byte == LineEnd.carriageReturn }
      if byte == LineEnd.feed, isBehindReturn { continue }
      if isBreak(byte) {
        bytes.append(LineEnd.feed)
        bytes += field.utf8
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(LineEnd.feed)
  }
}
