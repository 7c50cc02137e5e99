/// The item after which a news stream can be resumed without a gap. A pure machine; its shell passes the time in.
///
/// A server may know items by seconds, and then sends none of the second of the one that is named: so it is not the last
/// one that is named, but one that came a while before it. And a server that begins by sending what it has may do so in no
/// order: so nothing that came at the beginning of a connection counts until that is over. What is sent again is known
/// again, see ``NewsList``.
struct ResumePoint: Sendable {
  /// How much older than now an item has to be.
  static let margin = Duration.seconds(2)
  /// How long what comes counts as what the server had before.
  static let beginning = Duration.seconds(5)

  private struct Mark: Sendable {
    var id: String
    var time: Duration
  }

  /// The item after which the stream can be resumed; `nil` for the beginning.
  private(set) var id: String?
  /// Later ones that may take its place, at least half the margin apart, so that there are few.
  private var marks: [Mark] = []
  private var opened: Duration?

  /// Nothing is missing up to this item.
  init(_ id: String?) { self.id = id }

  /// The server has begun to send.
  mutating func open(now: Duration) {
    move(now)
    (opened, marks) = (now, [])
  }

  /// An item has come.
  mutating func receive(_ id: String, now: Duration) {
    if let last = marks.last, now - last.time < Self.margin / 2 { return move(now) }
    marks.append(Mark(id: id, time: now))
    move(now)
  }

  /// The connection has ended. The next items may be ones that were missed.
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
