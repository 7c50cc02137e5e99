import Foundation
import Testing

/// A program that a test starts, listens to and ends. Its input is empty, its output comes through a pipe, and it has no
/// other descriptor of this process but that of the errors.
///
/// Foundation's `Process` is not used: with more than 1,365 open descriptors it reads 256 bytes from entries of
/// `/proc/self/fd` that are shorter, which now and then ends this process; and its file handles trap when a signal
/// interrupts them.
package final class ChildProgram: Sendable {
  package let process: pid_t
  private let output: Int32

  package struct Failure: Error, CustomStringConvertible { package let description: String }

  /// A program that was built beside the tests.
  package static func product(_ name: String) throws -> String {
    try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
      .appending(path: name).path
  }

  /// - Parameter path: the program, or a name to look up in `PATH`.
  /// - Throws: ``Failure`` if it cannot be started.
  package init(_ path: String, _ arguments: [String] = [], withErrors: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
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
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    if withErrors {
      posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    }
    // Another program's pipe in this one would keep that one's reader waiting.
    for number in 3..<Int32(4_096) { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var child = pid_t()
    let error = posix_spawnp(&child, path, &actions, &attributes, words + [nil], environ)
    close(ends[1])
    guard error == 0 else {
      close(ends[0])
      throw Failure(description: "'\(path)' does not start: \(String(cString: strerror(error)))")
    }
    (process, output) = (child, ends[0])
  }

  deinit { close(output) }

  package func send(_ signal: Int32) { kill(process, signal) }

  /// Some of what it says, as soon as it says it; empty when its output has ended. Holds the thread.
  package func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// All that it says until its output ends. Holds the thread.
  package func readToEnd() -> String {
    var text = ""
    while true {
      let some = read()
      if some.isEmpty { return text }
      text += some
    }
  }

  /// Lets nobody read what it says, as when a pager is left.
  package func stopReading() {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, output)
    close(nothing)
  }

  /// Whether it has ended, and waits for ``wait()``.
  package var hasEnded: Bool {
    var news = siginfo_t()
    return waitid(P_PID, id_t(process), &news, WEXITED | WNOHANG | WNOWAIT) == 0 && news.si_signo == SIGCHLD
  }

  /// Waits until it has ended; to be called once. Holds the thread.
  ///
  /// - Returns: its exit code, or the negated number of the signal that has ended it.
  @discardableResult package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}
