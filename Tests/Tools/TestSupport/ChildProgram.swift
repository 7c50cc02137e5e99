import Foundation
import Testing

/// A program that a test starts, reads from and ends. Its standard input is empty, its output is a pipe, and it
/// inherits no other descriptor of this process except standard error.
///
/// Foundation's `Process` isn't used for two reasons. With more than 1,365 open descriptors it reads 256 bytes from
/// entries of `/proc/self/fd` that are shorter, which occasionally ends this process. And its file handles trap when a
/// signal interrupts them.
package final class ChildProgram: Sendable {
  package let process: pid_t
  private let output: Int32

  package struct Failure: Error, CustomStringConvertible { package let description: String }

  /// Returns the path of a program that was built with the tests.
  package static func product(_ name: String) throws -> String {
    try #require(CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() })
      .appending(path: name).path
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program's path, or a name to look up in `PATH`.
  ///   - arguments: The arguments.
  ///   - withErrors: Whether the pipe also receives standard error.
  /// - Throws: ``Failure`` if the program can't be started.
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
    // If this program inherited another program's pipe, a reader of that pipe would never see its end.
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

  /// Returns some output as soon as it is available, or an empty string at its end. Blocks the thread.
  package func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// Returns all output up to its end. Blocks the thread.
  package func readToEnd() -> String {
    var text = ""
    while true {
      let some = read()
      if some.isEmpty { return text }
      text += some
    }
  }

  /// Closes the pipe's reading end, as a pager does when it quits.
  package func stopReading() {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    dup2(nothing, output)
    close(nothing)
  }

  /// Whether the program has ended and ``wait()`` will return immediately.
  package var hasEnded: Bool {
    var news = siginfo_t()
    return waitid(P_PID, id_t(process), &news, WEXITED | WNOHANG | WNOWAIT) == 0 && news.si_signo == SIGCHLD
  }

  /// Waits until the program has ended. Call it once. Blocks the thread.
  ///
  /// - Returns: The exit code, or the negated number of the signal that ended the program.
  @discardableResult package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}
