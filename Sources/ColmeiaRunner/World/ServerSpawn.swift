#if os(Linux) || os(macOS)
  import ColmeiaSync
  import Foundation

  /// A child process with a lifeline: when the writing end of it is closed, be it because this process has ended in
  /// whatever way, the child is told to end, and two seconds later it is killed with all of its group.
  ///
  /// A shell makes it so: it leaves a watcher behind, and becomes the program. The watcher belongs to the child's group, so
  /// the group's number is nobody else's while it looks. The child has a group of its own, because Ctrl-C is this process's
  /// matter; no signal is blocked or ignored in it, though some are here; and its input is empty.
  struct ServerSpawn {
    private static let script = """
      { read -r _ <&3; kill -TERM "$$"; sleep 2; kill -KILL "-$$"; } >/dev/null 2>&1 &
      exec "$@" 3<&-
      """
    private static let signals = [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGCHLD, SIGXFSZ,
    ]

    let process: pid_t
    /// What the child writes to its output and as errors. The owner closes it.
    let output: Int32
    /// The owner closes it.
    let lifeline: Int32
    /// Through it the thread that waits for the child's end tells the one that reads its output; both close their ends.
    let ending: Channel

    /// - Throws: why there is no child.
    init(_ command: ServerCommand) throws(Failure) {
      self = try Self.turn.withLock { _ in Result { () throws(Failure) in try Self(inTurn: command) } }.get()
    }

    /// So that no server is started between the making of a pipe and its being marked as this process's own.
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

    /// A pipe that no other server gets. Its ends have numbers above those that they take in the child.
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

    /// Calls with the texts as C has them, and `nil` behind the last one.
    private static func withStrings<Result>(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }
  }
#endif
