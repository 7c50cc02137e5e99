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
  public let stopping: [Effect]
  /// The number of pending timers.
  public let timers: Int
  /// The time since the beginning of the run. Only timers advance it.
  ///
  /// If a rule reads it, an exhaustive search distinguishes situations by it. The search of a feature that polls is then
  /// never complete.
  public var now: Duration {
    reads?.set()
    return time
  }
  /// The model of the server.
  public let server: Server
  private let time: Duration
  /// In an exhaustive search, whether a rule has read the time.
  private let reads: ReadMark?

  @usableFromInline init(
    running: [Effect], stopping: [Effect], timers: Int, now: Duration, server: Server, reads: ReadMark?
  ) {
    self.running = running
    self.stopping = stopping
    self.timers = timers
    self.server = server
    self.reads = reads
    time = now
  }
}
