import ColmeiaSync
import Foundation
import Synchronization

/// Where the handler tells of a signal. A global, because a handler has no other way to know anything.
private let signalPipe = Atomic<Int32>(-1)

/// Ctrl-C, Ctrl-\, SIGTERM, and a terminal that is closed. The first of them lets the run stop and write its reports; the
/// second ends the process at once, with the reports of what is known by then, or without those that nobody takes within five
/// seconds. Writing to a pipe without a reader, or to a full disk, is an error of the write and no signal.
enum InterruptSignal {
  /// The handler does the little that a handler may do, it writes a byte; a thread waits for that byte. Blocking the
  /// signals and waiting for them would not do: threads of the runtime may be there already.
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
      interruption.sayLastWords()
      ProcessEnd.exit(.interrupted)
    }
    Thread.sleep(forTimeInterval: 5)
    WorldFolders.shared.removeAll()
    _exit(ExitCode.interrupted.rawValue)
  }
}

/// The end of the process, which two threads may want at once: the one behind the run, and the one behind a second Ctrl-C.
enum ProcessEnd {
  private static let lock = Mutex<Void>(())

  /// Ends the process. A second thread waits for that: from two calls of `exit` one would end the process while the other
  /// still removes folders.
  static func exit(_ code: ExitCode) -> Never {
    lock.withLock { _ in Foundation.exit(code.rawValue) }
  }
}

/// The user's wish that the program ends, for commands of an app's own.
public enum Interrupts {
  static let interruption = Interruption()

  /// Waits for Ctrl-C, or a polite end from outside, or until the task is cancelled.
  public static func next() async {
    let bell = Bell()
    interruption.register(bell)
    defer { interruption.forget(bell) }
    while true {
      let rings = bell.rings
      if interruption.isOn || Task.isCancelled { return }
      await bell.wait(after: rings)
    }
  }
}
