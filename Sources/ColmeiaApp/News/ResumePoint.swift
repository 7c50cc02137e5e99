/// Tracks the item after which a news stream can be resumed without a gap. It does no I/O; the caller passes in the
/// time.
///
/// A server may order items by the second, and on a resume skip all items with the same second as the named one. The
/// resume point is therefore not the last item, but one that arrived some time before it. A server may also send its
/// backlog in arbitrary order at the beginning of a connection, so those items don't count until that period is over.
/// Items that are sent again are recognized as duplicates; see ``NewsList``.
struct ResumePoint: Sendable {
  /// The minimum age of an item that can become the resume point.
  static let margin = Duration.seconds(2)
  /// The period after opening a connection during which items may belong to the backlog.
  static let beginning = Duration.seconds(5)

  private struct Mark: Sendable {
    var id: String
    var time: Duration
  }

  /// The ID of the item after which the stream can be resumed, or `nil` for the beginning.
  private(set) var id: String?
  /// Later items that can become the resume point. They're at least half the margin apart, which limits their number.
  private var marks: [Mark] = []
  private var opened: Duration?

  /// Creates a resume point at an item; nothing is missing up to it.
  init(_ id: String?) { self.id = id }

  /// Records that the connection is open.
  mutating func open(now: Duration) {
    move(now)
    (opened, marks) = (now, [])
  }

  /// Records that an item has arrived.
  mutating func receive(_ id: String, now: Duration) {
    if let last = marks.last, now - last.time < Self.margin / 2 { return move(now) }
    marks.append(Mark(id: id, time: now))
    move(now)
  }

  /// Records that the connection has ended. The first items of the next connection may be ones that were missed.
  mutating func close(now: Duration) {
    move(now)
    (opened, marks) = (nil, [])
  }

  private mutating func move(_ now: Duration) {
    guard let opened, now - opened >= Self.beginning else { return }
    guard let place = marks.lastIndex(where: { now - $0.time >= Self.margin }) else { return }
    id = marks[place].id
    marks.removeFirst(place + 1)
  }
}
