import ColmeiaBase
import ColmeiaWorld
import Foundation
import Synchronization

/// The write end of the pipe to which the signal handler writes. It is global, because a signal handler has no context.
private let signalPipe = Atomic<Int32>(-1)

/// The handling of Ctrl-C, Ctrl-\, SIGTERM, and the closing of the terminal. The first signal lets the run stop and
/// write its reports. The second ends the process at once, after writing reports of the results so far, or without
/// those that can't be written within five seconds. Writing to a pipe without a reader, or to a full disk, is reported
/// as an error by the write, not by a signal.
enum InterruptSignal {
  /// Installs the signal handlers. A handler only writes a byte to a pipe, which is async-signal-safe, and a thread
  /// reads it. Blocking the signals and waiting for them would not work, because threads of the runtime may already
  /// exist.
  static func watch(_ interruption: Interruption) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      signal(number) { _ in
        let before = errno
        var byte: UInt8 = 1
        _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
    let readEnd = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(readEnd, &byte, 1) != 0 {
        if byte == 0 { continue }
        byte = 0
        if interruption.isOn { end(interruption) }
        interruption.turnOn()
      }
    }
  }

  private static func end(_ interruption: Interruption) -> Never {
    Thread.detachNewThread {
      interruption.writeFinalOutput()
      ProcessEnd.exit(.interrupted)
    }
    Thread.sleep(forTimeInterval: 5)
    WorldFolders.shared.removeAll()
    _exit(ExitCode.interrupted.rawValue)
  }
}

/// Ends the process. Two threads may want this at the same time: the one that has run the command, and the one that
/// handles the second Ctrl-C.
enum ProcessEnd {
  private static let lock = Mutex<Void>(())

  /// Ends the process. A second thread blocks until that has happened. Otherwise, its call of `exit` could end the
  /// process while the first one is still removing folders.
  static func exit(_ code: ExitCode) -> Never {
    lock.withLock { _ in Foundation.exit(code.rawValue) }
  }
}
