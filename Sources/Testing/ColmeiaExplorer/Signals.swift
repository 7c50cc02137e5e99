import ColmeiaBase
import Synchronization

/// Keeps the process alive if a watched thread traps because of an index out of range, an overflow, a failed
/// precondition or a stack overflow.
///
/// Swift code can't be unwound, so such a thread stays suspended forever and keeps its stack and everything that it
/// references. Use this in tests only. Signals on other threads are handled as before, and no handler is installed
/// while no thread is watched.
enum Signals {
  static let watched: [Int32] = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
  static let mostThreads = 256

  private struct Users: Sendable {
    var count = 0
    var slots = Array(repeating: false, count: Signals.mostThreads)
  }

  /// The data that the signal handler may access: plain memory that is never deallocated. A thread slot is 0 if it is
  /// free. The descriptor at the same index is notified when the thread ends.
  private static let table = Table()
  private static let users = Guarded(Users())

  private final class Table: @unchecked Sendable {
    // `@unchecked Sendable`: Each thread slot is an atomic. Its descriptor is written by that thread before the slot,
    // and read only by the same thread, in the handler. The previous handlers are written under the lock of `users`,
    // before the new handler is installed and can read them.
    let threads: UnsafeMutablePointer<Atomic<UInt>>
    let descriptors: UnsafeMutablePointer<Int32>
    let older: UnsafeMutablePointer<sigaction>

    init() {
      threads = .allocate(capacity: Signals.mostThreads)
      for slot in 0..<Signals.mostThreads { (threads + slot).initialize(to: Atomic(0)) }
      descriptors = .allocate(capacity: Signals.mostThreads)
      descriptors.initialize(repeating: -1, count: Signals.mostThreads)
      older = .allocate(capacity: 65)
      older.initialize(repeating: sigaction(), count: 65)
    }
  }

  /// Watches the current thread while `body` runs. If it traps, 1 is written to the descriptor and this call never
  /// returns.
  static func watch(slot: Int, _ descriptor: Int32, _ body: () -> Void) {
    let size = 64 << 10  // a separate stack for the handler, because the thread's stack may have overflowed
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = numericCast(size)
    sigaltstack(&stack, nil)
    table.descriptors[slot] = descriptor
    table.threads[slot].store(currentThread(), ordering: .releasing)
    body()
    table.threads[slot].store(0, ordering: .releasing)
    stack.ss_flags = numericCast(SS_DISABLE)
    sigaltstack(&stack, nil)
    memory.deallocate()
  }

  /// Installs the signal handlers while `body` or that of a concurrent call runs.
  static func handled<Result>(_ body: () -> Result) -> Result {
    users.withLock { users in
      users.count += 1
      if users.count == 1 { install() }
    }
    defer {
      users.withLock { users in
        users.count -= 1
        if users.count == 0 { for signal in watched { sigaction(signal, table.older + Int(signal), nil) } }
      }
    }
    return body()
  }

  /// Returns a slot for a thread to be watched, or `nil` if all are in use.
  static func takeSlot() -> Int? {
    users.withLock { users in
      guard let slot = users.slots.firstIndex(of: false) else { return nil }
      users.slots[slot] = true
      return slot
    }
  }

  /// Releases the slot of a thread that has ended or is suspended.
  static func free(_ slot: Int) {
    table.threads[slot].store(0, ordering: .releasing)
    users.withLock { $0.slots[slot] = false }
  }

  private static func install() {
    var action = sigaction()
    action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO | SA_ONSTACK)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = { signal, _, _ in Signals.handle(signal) }
    #else
      action.__sigaction_handler.sa_sigaction = { signal, _, _ in Signals.handle(signal) }
    #endif
    for signal in watched { sigaction(signal, &action, table.older + Int(signal)) }
  }

  private static func handle(_ signal: Int32) {
    for slot in 0..<mostThreads where table.threads[slot].load(ordering: .acquiring) == currentThread() {
      var news: UInt8 = 1
      write(table.descriptors[slot], &news, 1)
      while true { pause() }
    }
    sigaction(signal, table.older + Int(signal), nil)  // not watched: the signal recurs for the old handler
  }
}
