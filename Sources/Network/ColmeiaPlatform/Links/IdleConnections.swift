#if os(Linux)
  import ColmeiaBase

  /// The open connections without a request. Later requests to the same server reuse them.
  final class IdleConnections: Sendable {
    private struct Entry: Sendable {
      let connection: LinkConnection
      let deadline: Int
    }

    /// The maximum number of connections. The oldest one is closed for another.
    static let limit = 16
    /// How long a connection waits for a request. libcurl doesn't limit this for connections that aren't its own.
    static let lifetime = Duration.seconds(60)

    private let entries = Guarded<[Entry]>([])
    private let deadlines: Deadlines

    init(_ deadlines: Deadlines) { self.deadlines = deadlines }

    var count: Int { entries.withLock { $0.count } }

    func insert(_ connection: LinkConnection) {
      let deadline = deadlines.add(after: Self.lifetime) { [weak self, weak connection] in
        if let self, let connection, remove(connection) { connection.abort() }
      }
      let surplus = entries.withLock { entries in
        entries.append(Entry(connection: connection, deadline: deadline))
        return entries.count > Self.limit ? entries[0].connection : nil
      }
      if let surplus, remove(surplus) { surplus.abort() }
      // It may have ended before it was added.
      if !connection.isUsable { remove(connection) }
    }

    /// Removes and returns the connection to a server that was used last, or `nil` if there is none.
    func remove(_ origin: String) -> LinkConnection? {
      removeLast { $0.origin == origin }
    }

    /// Removes a connection. Returns whether it was there.
    @discardableResult func remove(_ connection: LinkConnection) -> Bool {
      removeLast { $0 === connection } != nil
    }

    private func removeLast(where isWanted: (LinkConnection) -> Bool) -> LinkConnection? {
      let entry = entries.withLock { entries in
        entries.lastIndex { isWanted($0.connection) }.map { entries.remove(at: $0) }
      }
      if let entry { deadlines.remove(entry.deadline) }
      return entry?.connection
    }
  }
#endif
