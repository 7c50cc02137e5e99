import Foundation

/// Ctrl-C and a polite end from outside. The first lets the run leave off and write its reports; the second ends the
/// process at once.
enum InterruptSignal {
  /// Blocks both signals in this thread and in those that it will start, and waits for them in one of its own. A handler
  /// could call next to nothing.
  static func watch(_ interruption: Interruption) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let watched = signals
    Thread.detachNewThread {
      var signals = watched
      var signal: Int32 = 0
      while sigwait(&signals, &signal) == 0 {
        if interruption.isOn { exit(ExitCode.interrupted.rawValue) }
        interruption.turnOn()
      }
    }
  }
}
