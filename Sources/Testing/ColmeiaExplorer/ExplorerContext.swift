/// The context of a feature at a moment of a run, for rules that involve more than its state.
///
/// ```swift
/// explorer.always("one download at a time") { _, world in world.running.count <= 1 }
/// explorer.eventually("the server has the shown text") { state, world in world.server.text == state.text }
/// ```
public struct ExplorerContext<Effect: Sendable, Server: Sendable>: Sendable {
  /// The effects that have started and neither ended nor been cancelled, oldest first.
  public let running: [Effect]
  /// The effects that were cancelled and haven't stopped yet, oldest first.
  ///
  /// An exhaustive search lets effects stop later than in the step that cancels them only if a rule reads this, or if
  /// other effects are queued behind them.
  public var stopping: [Effect] {
    reads?.stopping.set()
    return stoppingEffects
  }
  /// The number of pending timers.
  public let timers: Int
  /// The time since the beginning of the run. Only timers advance it.
  ///
  /// If a rule reads it, an exhaustive search distinguishes situations by it. The search of a feature that polls is then
  /// never complete.
  public var now: Duration {
    reads?.time.set()
    return time
  }
  /// The model of the server.
  public let server: Server
  private let stoppingEffects: [Effect]
  private let time: Duration
  /// In an exhaustive search, what a rule has read.
  private let reads: Reads?

  @usableFromInline typealias Reads = (time: SharedFlag, stopping: SharedFlag)

  @usableFromInline init(
    running: [Effect], stopping: [Effect], timers: Int, now: Duration, server: Server, reads: Reads?
  ) {
    self.running = running
    self.timers = timers
    self.server = server
    self.reads = reads
    (stoppingEffects, time) = (stopping, now)
  }
}
