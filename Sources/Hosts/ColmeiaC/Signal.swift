import ColmeiaBase

/// A pipe whose read end is readable while the signal is on: while the pipe contains a byte. The descriptors are
/// closed when the last reference is released, so no waiting thread uses a closed descriptor.
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

  /// Blocks until the signal is on. A negative number of milliseconds means no time limit.
  ///
  /// - Returns: `false` if the time limit expired first.
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
