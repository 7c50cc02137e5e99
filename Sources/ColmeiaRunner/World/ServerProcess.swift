#if os(Linux) || os(macOS)
  /// A server in a process of its own. It ends when it is told to, when nobody has this value any more, and when this
  /// process ends, in whatever way. What it writes is read all the time, and all but the last lines is forgotten.
  ///
  /// Two threads belong to it: one reads, one waits for its end, so that it is never left as a zombie.
  package final class ServerProcess: Sendable {
    /// Where it listens.
    package let address: String
    private let body: ServerBody

    private init(_ body: ServerBody, _ address: String) { (self.body, self.address) = (body, address) }

    deinit { body.cut() }

    /// Starts a server, and waits until it says that it listens. When it does not, or the task is cancelled, it is ended.
    ///
    /// - Parameter clock: measures ``ServerCommand/patience``.
    package static func start(
      _ command: ServerCommand, clock: any Clock<Duration>
    ) async throws(ServerProcessError) -> ServerProcess {
      let body = try ServerBody(command)
      await body.wait(for: command.patience, clock) { $0.address != nil || $0.end != nil }
      if let address = body.content.withLock({ $0.end == nil ? $0.address : nil }) {
        return ServerProcess(body, address)
      }
      let reason: ServerProcessError.Reason = Task.isCancelled ? .cancelled : .silent(command.patience)
      let error = await body.failure ?? body.error(reason)
      await body.stop()
      throw error
    }

    /// That it has ended though nobody told it to; `nil` while it goes on, and when it was told to.
    package var failure: ServerProcessError? { get async { await body.failure } }

    /// Ends it, politely first, and waits until it has ended. What goes on for five seconds is killed.
    package func stop() async { await body.stop() }
  }
#endif
