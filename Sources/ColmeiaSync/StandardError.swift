#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a line to standard error, with control characters escaped. It goes directly to the descriptor, because Swift 6
/// can't safely read C's `stderr` variable. If nobody reads the output for a second, the rest of the line is dropped, so
/// that a full pipe doesn't stop the program.
package func printToStandardError(_ line: String, descriptor: Int32 = STDERR_FILENO) {
  var rest = Array((line.withoutTerminalControls + "\n").utf8)[...]
  while !rest.isEmpty {
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let ready = poll(&output, 1, 1_000)
    if ready < 0, errno == EINTR { continue }
    if ready == 0 { return }
    // A pipe that is ready accepts this many bytes without blocking (POSIX's minimum of `PIPE_BUF`).
    let count = rest.prefix(512).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { continue }
    guard count > 0 else { return }
    rest.removeFirst(count)
  }
}
