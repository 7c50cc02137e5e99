#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes a line to standard error, with control characters escaped. It goes directly to the descriptor, because Swift 6
/// can't safely read C's `stderr` variable.
package func printToStandardError(_ line: String, descriptor: Int32 = STDERR_FILENO) {
  var rest = Array((line.withoutTerminalControls + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return }
    rest.removeFirst(count)
  }
}
