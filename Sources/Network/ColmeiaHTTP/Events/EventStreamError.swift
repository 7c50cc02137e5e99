/// An error that an event stream exceeds a limit of its parser. The standard defines no limits; without them, a server
/// could exhaust the memory of its clients.
public struct EventStreamError: Error, Sendable, Hashable {
  /// The part of the stream that is too long.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A line, whatever it contains.
    case line
    /// The data of one event.
    case data
    /// The type of an event.
    case type
    /// The ID of an event.
    case id
  }

  /// The part of the stream that is too long.
  public var part: Part
  /// The maximum number of bytes in the part.
  public var limit: Int

  /// Creates an error for a part that exceeds `limit` bytes.
  public init(_ part: Part, limit: Int) {
    self.part = part
    self.limit = limit
  }
}

extension EventStreamError: CustomStringConvertible {
  /// A description of the problem and how to solve it.
  public var description: String {
    let what =
      switch part {
      case .line: "A line of the stream"
      case .data: "The data of an event"
      case .type: "The type of an event"
      case .id: "The id of an event"
      }
    return "\(what) has more than \(limit) bytes. Send less in one event, or raise the limit."
  }
}
