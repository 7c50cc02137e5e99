#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A descriptor that is readable or is not: a pipe with a byte in it, or none. Closed when nobody waits for it any more.
final class Signal: Sendable {
  let descriptor: CInt
  private let end: CInt

  init?() {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  func turnOn() {
    var byte: UInt8 = 1
    while write(end, &byte, 1) < 0, errno == EINTR {}
  }

  func turnOff() {
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) < 0, errno == EINTR {}
  }

  /// Waits until it is on, for so many milliseconds; below 0 for as long as it takes. `false` when it was not.
  func wait(_ milliseconds: Int32) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(max(0, milliseconds)))
    var left = milliseconds
    while true {
      var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&asked, 1, left) > 0 { return true }
      if milliseconds < 0 { continue }
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      if rest <= 0 { return false }
      left = Int32(rest.rounded(.up))
    }
  }
}
