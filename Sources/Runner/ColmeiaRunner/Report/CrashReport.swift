import ColmeiaBase
import ColmeiaWorld
import Foundation
import Synchronization

/// Names the running scenarios if the process crashes. A trap in a reducer, such as an index out of range, ends all of
/// them, and the system's own report names none.
///
/// A stack overflow isn't reported: its thread has no room left for a handler.
///
/// A signal handler can't allocate memory or wait for a lock, so the texts are in fixed memory. A handler may read one
/// while it is written, and then shows a part of it.
enum CrashReport {
  /// The maximum number of texts, which is also that of parallel scenarios, and of bytes of each.
  private static let count = 256, size = 512
  /// The maximum number of bytes of the lines for the log that belong to a text.
  private static let lineSize = 2_048
  /// The texts, each zero-terminated. `nil` until ``prepare()``.
  ///
  /// Access is safe: the pointer is set once, before the first entry and the first handler. The memory of a text is
  /// written only by the one run that has its entry, one statement after another; a handler only reads it.
  nonisolated(unsafe) private static var texts: UnsafeMutablePointer<UInt8>?
  /// The lines for the log, each zero-terminated. Access is safe for the same reason.
  nonisolated(unsafe) private static var lines: UnsafeMutablePointer<UInt8>?
  /// The file to which the lines are written, or -1.
  private static let log = Atomic<Int32>(-1)
  /// The handlers before ``install()``, by the numbers of their signals.
  ///
  /// Access is safe: it is set once, by the main program before any command, and before the first handler can run.
  nonisolated(unsafe) private static var others: UnsafeMutablePointer<sigaction>?
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]
  /// The numbers of the free texts.
  private static let free = Guarded<[Int]>([])

  /// A place for the text of one running scenario.
  final class Entry: Sendable {
    private let number: Int?

    /// Creates an entry without a text.
    init() { number = CrashReport.free.withLock { $0.popLast() } }

    deinit {
      guard let number else { return }
      set("")
      copy([], CrashReport.lines, CrashReport.lineSize)
      CrashReport.free.withLock { $0.append(number) }
    }

    /// Sets the text, which is shortened if it is long.
    func set(_ text: String) {
      copy(Array(text.withoutTerminalControls.utf8.prefix(CrashReport.size - 1)), CrashReport.texts, CrashReport.size)
    }

    /// Sets the lines for the log. They are left out if they are long.
    func set(lines: String, of log: OutputFile) {
      CrashReport.log.store(log.descriptor, ordering: .relaxed)
      let bytes = Array(lines.utf8)
      if bytes.count < CrashReport.lineSize { copy(bytes, CrashReport.lines, CrashReport.lineSize) }
    }

    private func copy(_ bytes: [UInt8], _ memory: UnsafeMutablePointer<UInt8>?, _ size: Int) {
      guard let number, let memory else { return }
      let start = memory + number * size
      start[0] = 0
      for (index, byte) in bytes.enumerated().dropFirst() { start[index] = byte }
      start[bytes.count] = 0
      if let first = bytes.first { start[0] = first }
    }
  }

  /// Lets the process write the texts when it crashes, before the system reports the crash.
  static func install() {
    prepare()
    let others = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
    others.initialize(repeating: sigaction(), count: 32)
    self.others = others
    for number in signals where number < 32 {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_sigaction = { number, info, _ in CrashReport.handle(number, info) }
      #else
        action.__sigaction_handler.sa_sigaction = { number, info, _ in CrashReport.handle(number, info) }
      #endif
      action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO | SA_ONSTACK)
      sigaction(number, &action, others + Int(number))
    }
  }

  /// Allocates the memory of the texts.
  static func prepare() {
    if texts != nil { return }
    (texts, lines) = (zeros(count * size), zeros(count * lineSize))
    free.withLock { $0 = Array((0..<count).reversed()) }
  }

  private static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }

  private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    write(to: STDERR_FILENO, log: log.load(ordering: .relaxed))
    // The handler that was there before reports the crash itself: the instruction fails again.
    if let others { sigaction(signal, others + Int(signal), nil) }
    // A signal that was sent, as `abort` does, doesn't recur.
    let code = info?.pointee.si_code ?? 0
    #if canImport(Darwin)
      let isSent = code <= 0 || code == 0x10001
    #else
      let isSent = code <= 0
    #endif
    if isSent { raise(signal) }
  }

  /// Writes the texts to a file, and the lines to the log unless it is -1. Calls only functions that are safe in a signal
  /// handler.
  static func write(to descriptor: Int32, log: Int32) {
    guard let texts, let lines else { return }
    for number in 0..<count {
      let text = texts + number * size
      if text[0] == 0 { continue }
      write(descriptor, "\ncrashed while it ran ")
      write(descriptor, text)
      write(descriptor, "\n")
      if log >= 0 { write(log, lines + number * lineSize) }
    }
  }

  private static func write(_ descriptor: Int32, _ text: StaticString) {
    _ = Foundation.write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func write(_ descriptor: Int32, _ text: UnsafeMutablePointer<UInt8>) {
    _ = Foundation.write(descriptor, text, strlen(text))
  }
}
