import ColmeiaSync
import Foundation

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
  /// The texts, each zero-terminated. `nil` until ``prepare()``.
  ///
  /// Access is safe: the pointer is set once, before the first entry and the first handler. The memory of a text is
  /// written only by the one run that has its entry, one statement after another; a handler only reads it.
  nonisolated(unsafe) private static var texts: UnsafeMutablePointer<UInt8>?
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
      CrashReport.free.withLock { $0.append(number) }
    }

    /// Sets the text, which is shortened if it is long.
    func set(_ text: String) {
      guard let number, let texts = CrashReport.texts else { return }
      let start = texts + number * CrashReport.size
      start[0] = 0
      let bytes = Array(text.withoutTerminalControls.utf8.prefix(CrashReport.size - 1))
      for (place, byte) in bytes.enumerated().dropFirst() { start[place] = byte }
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
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count * size)
    memory.initialize(repeating: 0, count: count * size)
    texts = memory
    free.withLock { $0 = Array((0..<count).reversed()) }
  }

  private static func handle(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    write(to: STDERR_FILENO)
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

  /// Writes the texts to a file. Calls only functions that are safe in a signal handler.
  static func write(to descriptor: Int32) {
    guard let texts else { return }
    for number in 0..<count {
      let text = texts + number * size
      if text[0] == 0 { continue }
      write(descriptor, "\ncrashed while it ran ")
      var length = 0
      while length < size, text[length] != 0 { length += 1 }
      _ = Foundation.write(descriptor, text, length)
      write(descriptor, "\n")
    }
  }

  private static func write(_ descriptor: Int32, _ text: StaticString) {
    _ = Foundation.write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
  }
}
