#if os(Linux) || os(macOS)
  import ColmeiaBase
  import Foundation

  /// A child process with a lifeline: a pipe. When its write end is closed, also because this process has ended in any
  /// way, the child receives `SIGTERM`, and two seconds later its whole process group is killed.
  ///
  /// A shell sets this up: it starts a watcher in the background, and replaces itself with the program. The watcher
  /// belongs to the child's process group, so the group ID can't be reused while the watcher is running. The child has
  /// its own group, so that Ctrl-C reaches only this process. Its signal mask and signal handlers are reset, and its
  /// standard input is empty.
  struct ServerSpawn {
    private static let script = """
      { read -r _ <&3; kill -TERM "$$"; sleep 2; kill -KILL "-$$"; } >/dev/null 2>&1 &
      exec "$@" 3<&-
      """
    private static let signals = [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD, SIGXFSZ,
    ]

    let process: pid_t
    /// The read end of the child's standard output and standard error. The owner closes it.
    let output: Int32
    /// The write end of the lifeline. The owner closes it.
    let lifeline: Int32
    /// A pipe that signals the child's end from the waiting thread to the reading thread. Each closes its own end.
    let ending: Channel

    /// - Throws: The reason why the process could not be started.
    init(_ command: ServerCommand) throws(Failure) {
      self = try Self.turn.withLock { _ in Result { () throws(Failure) in try Self(inTurn: command) } }.get()
    }

    /// Serializes starts, so that no child inherits a pipe that has been created but not marked as close-on-exec yet.
    private static let turn = Guarded(())

    private init(inTurn command: ServerCommand) throws(Failure) {
      var channels: [Channel] = []
      do throws(Failure) {
        for _ in 0..<3 { channels.append(try Channel()) }
        var child = pid_t()
        let error = Self.spawn(command, channels[0].write, channels[1].read, &child)
        if error != 0 { throw Failure(error) }
        (process, output, lifeline, ending) = (child, channels[0].read, channels[1].write, channels[2])
        close(channels[0].write)
        close(channels[1].read)
      } catch {
        for channel in channels { channel.close() }
        throw error
      }
    }

    struct Failure: Error {
      let reason: String
      init(_ error: Int32) { reason = String(cString: strerror(error)) }
    }

    /// A pipe that other servers don't inherit. Its descriptors are greater than those that the child uses.
    struct Channel: Sendable {
      let read: Int32
      let write: Int32

      init() throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (read, write) = (fcntl(ends[0], F_DUPFD_CLOEXEC, 10), fcntl(ends[1], F_DUPFD_CLOEXEC, 10))
        let error = errno
        for end in ends { _ = Foundation.close(end) }
        if read < 0 || write < 0 {
          close()
          throw Failure(error)
        }
      }

      func close() { for end in [read, write] where end >= 0 { _ = Foundation.close(end) } }
    }

    private static func spawn(
      _ command: ServerCommand, _ output: Int32, _ lifeline: Int32, _ child: inout pid_t
    ) -> Int32 {
      #if os(Linux)
        var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      #else
        var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      for (from, to) in [(output, Int32(1)), (output, 2), (lifeline, 3)] {
        posix_spawn_file_actions_adddup2(&actions, from, to)
      }
      var (none, usual) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigemptyset(&usual)
      for number in signals { sigaddset(&usual, number) }
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &usual)
      posix_spawnattr_setpgroup(&attributes, 0)
      let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
      posix_spawnattr_setflags(&attributes, Int16(flags))
      let environment = ProcessInfo.processInfo.environment.merging(command.environment) { $1 }
      return withStrings(["sh", "-c", script, "sh"] + command.words) { words in
        withStrings(environment.map { "\($0)=\($1)" }) { variables in
          posix_spawn(&child, "/bin/sh", &actions, &attributes, words, variables)
        }
      }
    }

    /// Calls `body` with null-terminated C strings, followed by `nil`.
    private static func withStrings<Result>(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }
  }
#endif
