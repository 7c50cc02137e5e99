#if os(Linux) || os(macOS)
  import ColmeiaBase
  import Foundation

  /// The process behind a ``ServerProcess``, and its two threads, which don't retain the ``ServerProcess``.
  final class ServerBody: Sendable {
    struct Content: Sendable {
      var output = ServerOutput()
      var address: String?
      /// The exit status, once the process has ended.
      var status: Int32 = 0
      /// The exit status, once the process has ended and its output has been read.
      var end: Int32?
      /// Whether the process has been reaped, so that its process ID may belong to another process.
      var isReaped = false
      /// Whether the process was asked to end.
      var isStopped = false
      /// The write end of the lifeline, until it is closed.
      var lifeline: Int32?
      /// Called when the process has ended and its output has been read.
      var whenEnded: (@Sendable () -> Void)?
    }

    private static let patience = Duration.seconds(5)
    /// The maximum number of bytes to read after the process has ended, in case another process keeps writing.
    private static let rest = 1 << 20

    let content: Guarded<Content>
    private let command: ServerCommand
    private let process: pid_t
    private let bell = Bell()

    init(_ command: ServerCommand) throws(ServerProcessError) {
      self.command = command
      do throws(ServerSpawn.Failure) {
        let child = try ServerSpawn(command)
        content = Guarded(Content(lifeline: child.lifeline))
        process = child.process
        Thread.detachNewThread { self.waitForEnd(child.ending.write) }
        Thread.detachNewThread { self.read(child.output, until: child.ending.read) }
      } catch {
        throw ServerProcessError(program: command.words.first ?? "", reason: .notStarted(error.reason), lines: [])
      }
    }

    /// The error of a process that has ended without being asked to, with its output.
    var failure: ServerProcessError? {
      get async {
        guard content.withLock({ $0.isReaped && !$0.isStopped }) else { return nil }
        return error(.ended(status: await end()))
      }
    }

    /// Waits until the process has ended and its output has been read.
    @discardableResult private func end() async -> Int32 {
      while true {
        let rings = bell.rings
        if let end = content.withLock({ $0.end }) { return end }
        await bell.waitRegardless(after: rings)
      }
    }

    /// Calls `body` once when the process has ended and its output has been read, at once if it already has.
    func whenEnded(_ body: @escaping @Sendable () -> Void) {
      let hasEnded = content.withLock { content in
        if content.end == nil { content.whenEnded = body }
        return content.end != nil
      }
      if hasEnded { body() }
    }

    func error(_ reason: ServerProcessError.Reason) -> ServerProcessError {
      let lines = content.withLock { $0.output.last }
      return ServerProcessError(program: command.words.first ?? "", reason: reason, lines: lines)
    }

    /// Closes the lifeline.
    func cut() {
      content.withLock { content in
        if let lifeline = content.lifeline { close(lifeline) }
        content.lifeline = nil
      }
    }

    func stop() async {
      content.withLock { content in
        content.isStopped = true
        if !content.isReaped { kill(process, SIGTERM) }
      }
      await wait(for: Self.patience, ContinuousClock()) { $0.end != nil }
      content.withLock { content in
        if !content.isReaped { kill(-process, SIGKILL) }
      }
      await end()
    }

    /// Waits until a condition holds, the time limit expires, or the task is cancelled.
    func wait(for limit: Duration, _ clock: some Clock<Duration>, until isSo: (Content) -> Bool) async {
      let deadline = clock.now.advanced(by: limit)
      while !Task.isCancelled {
        let rings = bell.rings
        if content.withLock({ isSo($0) }) { return }
        if await !bell.wait(after: rings, until: deadline, clock) { return }
      }
    }

    // MARK: The threads

    private func waitForEnd(_ ending: Int32) {
      var (info, ended) = (siginfo_t(), Int32(0))
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      content.withLock { content in
        // Kills the watcher and all processes that the child has started. The process has not been reaped, so the group
        // ID can't have been reused.
        kill(-process, SIGKILL)
        while waitpid(process, &ended, 0) < 0, errno == EINTR {}
        content.isReaped = true
        let signal = ended & 0x7F
        content.status = signal == 0 ? ended >> 8 & 0xFF : 128 + signal
      }
      cut()
      close(ending)
    }

    private func read(_ output: Int32, until ending: Int32) {
      var descriptors = [output, ending].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      var left = Self.rest
      while left > 0 {
        guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else { continue }
        if descriptors[1].revents != 0 { left -= bytes.count }
        guard descriptors[0].revents != 0 else {
          if descriptors[1].revents != 0 { break }
          continue
        }
        let count = Foundation.read(output, &bytes, bytes.count)
        // The output may end before the process does.
        if count == 0 { descriptors[0].fd = -1 }
        if count > 0 { receive(bytes[..<count]) }
      }
      close(output)
      close(ending)
      let whenEnded = content.withLock { content in
        content.output.finish()
        content.end = content.status
        return content.whenEnded.take()
      }
      bell.ring()
      whenEnded?()
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
      let lines = content.withLock { $0.output.append(bytes) }
      guard content.withLock({ $0.address == nil }), let address = lines.lazy.compactMap(command.address).first else {
        return
      }
      content.withLock { $0.address = address }
      bell.ring()
    }
  }
#endif
