/// What is longer in a stream of events than its reader allows. The standard knows no limits; without them a server could
/// fill the memory of its clients.
public struct EventStreamError: Error, Sendable, Hashable {
  /// What is too long.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// A line, whatever is in it.
    case line
    /// The data of one event.
    case data
    /// The type of an event.
    case type
    /// The id of an event.
    case id
  }

  /// What is too long.
  public var part: Part
  /// How many bytes it may have.
  public var limit: Int

  /// Something is longer than so many bytes.
  public init(_ part: Part, limit: Int) {
    self.part = part
    self.limit = limit
  }
}

extension EventStreamError: CustomStringConvertible {
  /// What happened, and what to do.
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
