import Synchronization

/// The descriptor that nobody has read for a second, or -1.
private let stuckOutput = Atomic<Int32>(-1)

/// Writes a line to standard error, with control characters escaped. It goes directly to the descriptor, because Swift 6
/// can't safely read C's `stderr` variable. If nobody reads the output for a second, the rest of the line is dropped, and so
/// are later ones until the output is read, so that a full pipe doesn't stop the program.
package func printToStandardError(_ line: String, descriptor: Int32 = STDERR_FILENO) {
  let isStuck = stuckOutput.load(ordering: .relaxed) == descriptor
  // After a line that was cut off, a new one begins.
  var rest = Array(((isStuck ? "\n" : "") + line.withoutTerminalControls + "\n").utf8)[...]
  while !rest.isEmpty {
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let ready = unsafe poll(&output, 1, isStuck ? 0 : 1_000)
    if ready < 0, errno == EINTR { continue }
    stuckOutput.store(ready == 0 ? descriptor : -1, ordering: .relaxed)
    if ready == 0 { return }
    // A pipe that is ready accepts this many bytes at once, without blocking.
    let count = unsafe rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { continue }
    guard count > 0 else { return }
    rest.removeFirst(count)
  }
}
