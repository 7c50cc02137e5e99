#if os(Linux) || os(macOS)
  /// A server in a separate process. It ends when it is stopped, when this object is released, or when this process
  /// ends in any way. Its output is read continuously, and only the last lines are kept.
  ///
  /// It uses two threads: one reads the output, and one waits for the process to end, so that it never remains a
  /// zombie.
  package final class ServerProcess: Sendable {
    /// The address at which the server listens.
    package let address: String
    private let body: ServerBody

    private init(_ body: ServerBody, _ address: String) { (self.body, self.address) = (body, address) }

    deinit { body.cut() }

    /// Starts a server, and waits until it announces its address. If it doesn't, or the task is cancelled, the server
    /// is stopped.
    ///
    /// - Parameter clock: The clock that measures ``ServerCommand/patience``.
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

    /// The error if the server has ended without being asked to. `nil` while it is running, and after it was stopped.
    package var failure: ServerProcessError? { get async { await body.failure } }

    /// Calls `body` once when the server has ended, at once if it already has.
    func whenEnded(_ body: @escaping @Sendable () -> Void) { self.body.whenEnded(body) }

    /// Asks the server to end, and waits until it has. After five seconds, it is killed.
    package func stop() async { await body.stop() }
  }
#endif
