import ReferenceEntities

/// News items in the format of an event stream (WHATWG HTML §9.2.6).
enum NewsEvent {
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// Returns an item as an event, with its identifier, its newspaper as the event type, and its title and body as lines
  /// of data.
  ///
  /// - Parameter lineFeedsOnly: Whether carriage returns are left unchanged, although clients treat them as line
  ///   endings.
  /// - Complexity: O(length).
  static func text(_ item: NewsItem, lineFeedsOnly: Bool) -> String {
    var bytes = Array("id: \(item.id)\nevent: \(item.newspaper)\ndata: ".utf8)
    var previous: UInt8?
    for byte in item.data.utf8 {
      let isEnd = byte == lineFeed || (byte == carriageReturn && !lineFeedsOnly)
      // The line feed of a CRLF, whose line ending has already been written.
      let isRest = byte == lineFeed && previous == carriageReturn && !lineFeedsOnly
      if !isEnd { bytes.append(byte) } else if !isRest { bytes += "\ndata: ".utf8 }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self) + "\n\n"
  }

  /// Returns a field that sets the client's reconnection time.
  static func retry(milliseconds: Int) -> String { "retry: \(milliseconds)\n\n" }

  /// An empty comment, which shows listeners that the server is alive.
  static let comment = ":\n\n"
}
