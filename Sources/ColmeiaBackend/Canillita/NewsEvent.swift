/// News as an event stream has them (WHATWG HTML §9.2.6).
enum NewsEvent {
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// An item as an event: its id, its newspaper as the type, title and body as lines of data.
  ///
  /// - Parameter lineFeedsOnly: whether a carriage return is left where it is, though a client takes it for a line end.
  /// - Complexity: O(length).
  static func text(_ item: NewsItem, lineFeedsOnly: Bool) -> String {
    var bytes = Array("id: \(item.id)\nevent: \(item.newspaper)\ndata: ".utf8)
    var previous: UInt8?
    for byte in "\(item.title)\n\(item.body)".utf8 {
      let isEnd = byte == lineFeed || (byte == carriageReturn && !lineFeedsOnly)
      // The second half of an end that is written already.
      let isRest = byte == lineFeed && previous == carriageReturn && !lineFeedsOnly
      if !isEnd { bytes.append(byte) } else if !isRest { bytes += "\ndata: ".utf8 }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self) + "\n\n"
  }

  /// How long a client waits until it comes back.
  static func retry(milliseconds: Int) -> String { "retry: \(milliseconds)\n\n" }

  /// Nothing; but who listens hears that the server is there.
  static let comment = ":\n\n"
}
