#if os(Linux)
  import Colmeia
  import ColmeiaHTTP

  /// The connections of a transport: those that are free, and how many there are to each server.
  final class LinkPool: Sendable {
    private struct Content: Sendable {
      var free: [String: [LinkConnection]] = [:]
      var counts: [String: Int] = [:]
      var isShutDown = false
    }

    private let hub: LinkHub
    private let limit: Int
    private let certificates: String?
    private let content = Awaited(Content())

    init(_ hub: LinkHub, limit: Int, certificates: String?) {
      self.hub = hub
      self.limit = max(1, limit)
      self.certificates = certificates
    }

    /// How many connections there are.
    var count: Int { content.read { $0.counts.values.reduce(0, +) } }

    private enum Found: Sendable {
      case free(LinkConnection)
      /// There is room for another one; this one, which is free, goes for it.
      case room(closing: LinkConnection?)
      case nothing(TransportError)
    }

    /// A connection for this call, once there are not too many.
    ///
    /// - Parameter isNew: whether it must be one that nobody has used.
    nonisolated(nonsending) func connection(
      to origin: String, _ call: LinkCall, isNew: Bool
    ) async throws(TransportError) -> LinkConnection {
      while true {
        let found = await withTaskCancellationHandler {
          await content.first { content in find(origin, call, isNew, &content) }
        } onCancel: {
          call.fail(.cancelled)
        }
        switch found ?? .nothing(.cancelled) {
        case .nothing(let error): throw error
        case .free(let connection):
          if connection.begin(call) { return connection }
        case .room(let other):
          other?.abort()
          let connection = LinkConnection(origin, hub, self)
          connection.open(for: call, certificates: certificates)
          return connection
        }
      }
    }

    private func find(_ origin: String, _ call: LinkCall, _ isNew: Bool, _ content: inout Content) -> Found? {
      if content.isShutDown { return .nothing(.shutDown) }
      if case .failure(let error) = call.result { return .nothing(error) }
      if !isNew, let connection = content.free[origin]?.popLast() { return .free(connection) }
      guard content.counts[origin, default: 0] < limit else {
        // Its end makes the room.
        guard isNew, let connection = content.free[origin]?.popLast() else { return nil }
        content.counts[origin, default: 0] += 1
        return .room(closing: connection)
      }
      content.counts[origin, default: 0] += 1
      return .room(closing: nil)
    }

    /// A call is over, and its connection free for the next one.
    func giveBack(_ connection: LinkConnection) {
      content.change { $0.free[connection.origin, default: []].append(connection) }
    }

    /// A connection has ended.
    func forget(_ connection: LinkConnection) {
      content.change { content in
        content.free[connection.origin]?.removeAll { $0 === connection }
        let left = content.counts[connection.origin, default: 1] - 1
        content.counts[connection.origin] = left > 0 ? left : nil
        if content.free[connection.origin]?.isEmpty == true { content.free[connection.origin] = nil }
      }
    }

    /// A call that waits may have ended.
    func lookAgain() { content.change { _ in } }

    /// No other connection is opened, and nobody waits for one any more.
    func shutDown() { content.change { $0.isShutDown = true } }
  }
#endif
