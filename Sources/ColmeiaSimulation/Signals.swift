import Colmeia
import ColmeiaSync
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps the process alive when a thread that is watched traps: an index out of range, an overflow, a failed
/// precondition, a stack that is used up.
///
/// Such a thread stands still for ever, with its stack and what it holds: Swift code cannot be left in the middle. So
/// this is for tests. The signals of all other threads are handled as before, and nothing is changed while no thread is
/// watched.
enum Signals {
  static let watched: [Int32] = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]
  static let mostThreads = 64

  private struct Users: Sendable {
    var count = 0
    var places = Array(repeating: false, count: Signals.mostThreads)
  }

  /// What a signal handler may look at: plain memory that is never given back. A thread's place is 0 when it is free;
  /// beside it the descriptor that is told of its end.
  private static let table = Table()
  private static let users = Guarded(Users())

  private final class Table: @unchecked Sendable {
    // `@unchecked Sendable`: a thread's place is an atomic. Its descriptor is written by that thread before its place, and
    // read by that thread alone, in the handler. The older handlers are written under the lock of the users, before ours is
    // there to read them.
    let threads: UnsafeMutablePointer<Atomic<UInt>>
    let descriptors: UnsafeMutablePointer<Int32>
    let older: UnsafeMutablePointer<sigaction>

    init() {
      threads = .allocate(capacity: Signals.mostThreads)
      for place in 0..<Signals.mostThreads { (threads + place).initialize(to: Atomic(0)) }
      descriptors = .allocate(capacity: Signals.mostThreads)
      descriptors.initialize(repeating: -1, count: Signals.mostThreads)
      older = .allocate(capacity: 65)
      older.initialize(repeating: sigaction(), count: 65)
    }
  }

  /// Watches this thread until the body returns. When it traps, 1 is written to the descriptor, and it never returns.
  static func watch(place: Int, _ descriptor: Int32, _ body: () -> Void) {
    let size = 64 << 10  // a stack of its own for the handler, as the thread's may be used up
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = numericCast(size)
    sigaltstack(&stack, nil)
    table.descriptors[place] = descriptor
    table.threads[place].store(currentThread(), ordering: .releasing)
    body()
    table.threads[place].store(0, ordering: .releasing)
    stack.ss_flags = numericCast(SS_DISABLE)
    sigaltstack(&stack, nil)
    memory.deallocate()
  }

  /// Handles signals while the body runs, or while another one does.
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

  /// A place for a thread that will be watched; `nil` when there are too many.
  static func takePlace() -> Int? {
    users.withLock { users in
      guard let place = users.places.firstIndex(of: false) else { return nil }
      users.places[place] = true
      return place
    }
  }

  /// Gives back the place of a thread that has ended, or stands still.
  static func free(_ place: Int) {
    table.threads[place].store(0, ordering: .releasing)
    users.withLock { $0.places[place] = false }
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
    for place in 0..<mostThreads where table.threads[place].load(ordering: .acquiring) == currentThread() {
      var news: UInt8 = 1
      write(table.descriptors[place], &news, 1)
      while true { pause() }
    }
    sigaction(signal, table.older + Int(signal), nil)  // not ours: it comes again, to whom it was for
  }
}
