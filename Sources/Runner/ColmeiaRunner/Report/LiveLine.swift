import ColmeiaScenario

/// The line that says where a run is: how many scenarios have ended, which ones run, and for how long.
struct LiveLine: Sendable {
  /// The number of scenarios.
  let total: Int
  private(set) var ended = 0
  /// The scenarios that run, oldest first.
  private var running: [(index: Int, title: String, start: ContinuousClock.Instant)] = []

  init(total: Int) { self.total = total }

  /// - Parameter title: The scenario's title, with secrets masked.
  mutating func begin(_ index: Int, _ title: String, at now: ContinuousClock.Instant) {
    running.append((index, TextStyle.plain.harmless(title), now))
  }

  mutating func end(_ index: Int) {
    running.removeAll { $0.index == index }
    ended += 1
  }

  /// Returns the line at a time, cut to a width: `37/96  signs in, 12 s, and 3 more`.
  func text(at now: ContinuousClock.Instant, width: Int) -> String {
    let count = "\(ended)/\(total)"
    guard let oldest = running.first else { return String(count.prefix(width)) }
    let seconds = oldest.start.duration(to: now).components.seconds
    let rest = ", \(seconds) s" + (running.count > 1 ? ", and \(running.count - 1) more" : "")
    let room = width - count.count - 2 - rest.count
    guard room > 1 else { return String(count.prefix(width)) }
    return "\(count)  \(Self.cut(oldest.title, room))\(rest)"
  }

  private static func cut(_ text: String, _ room: Int) -> String {
    text.count <= room ? text : text.prefix(room - 1) + "…"
  }
}

extension String {
  /// Returns the end of a path that fits, after `…` if it isn't the whole path.
  func endOfPath(_ room: Int) -> String { count <= max(room, 2) ? self : "…" + suffix(max(room, 2) - 1) }
}
