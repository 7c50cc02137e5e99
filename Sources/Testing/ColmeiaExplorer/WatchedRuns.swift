import Colmeia

/// Runs programs one after the other, each on a thread that is suspended if it traps.
///
/// `@unchecked Sendable`: The caller of `run` waits until the thread that it has started is back or suspended for ever, so
/// only one of them uses the worker. A worker whose thread is suspended isn't used for another run.
@usableFromInline final class WatchedRuns<R: Reducer, Server: Sendable>: @unchecked Sendable {
  /// The maximum number of runs that trap, because each leaves a suspended thread behind.
  static var mostTraps: Int { 64 }

  private let plan: Plan<R, Server>
  private let record: Record
  private var worker: Worker<R, Server>?
  private var traps = 0
  /// What the last run has written to the standard error.
  private(set) var output = ""
  @usableFromInline var canContinue: Bool { traps < Self.mostTraps }

  @usableFromInline init(_ plan: Plan<R, Server>, _ record: Record) { (self.plan, self.record) = (plan, record) }

  /// Runs a program. Returns its record and the violation, which may be a trap.
  @usableFromInline func run(
    _ program: @escaping @Sendable (inout World<R, Server>) -> Void
  ) -> (record: Record, violation: Violation?) {
    guard let worker = self.worker ?? Threads.watched({ [plan] in Worker(plan) }) else {
      traps += 1
      return (record, .initialTrap)
    }
    worker.world.record = record
    self.worker = worker
    let isBack: Bool
    (isBack, output) = Threads.runQuietly { program(&worker.world) }
    if isBack { return (worker.world.record, worker.world.violation) }
    traps += 1
    self.worker = nil
    return (worker.world.record, worker.trap(ThreadOutput.trapMessage(in: output)))
  }
}
