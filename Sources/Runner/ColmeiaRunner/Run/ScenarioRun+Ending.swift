import Colmeia
import ColmeiaBase
import ColmeiaWorld

/// The end of a run: its stores and its world stop, or are abandoned.
extension ScenarioRun {
  /// Stops the stores and the world. Anything that doesn't stop when cancelled is reported and abandoned.
  func close(_ world: any RunnableWorld<App.Root>) async {
    time.thaw()
    if let failure = await world.failure { failUnlessInterrupted("\(failure)") }
    let isStuck = progress.withLock { $0.isStuck }
    if !isStuck {
      for session in progress.withLock({ $0.sessions.sorted { $0.key < $1.key }.map(\.value) }) {
        if let lines = await stubborn(session) { failUnlessInterrupted(Self.stubbornMessage, lines) }
      }
    }
    let isStopped = try? await Bounded(interruption).run(within: Self.patience, grace: Self.grace) {
      await world.stop()
      return true
    }
    if isStopped != true {
      failUnlessInterrupted("the world did not stop within \(PendingWork.seconds(Self.patience))")
    }
  }

  /// Reports that something did not end in time. Nothing is reported after an interruption, when there is hardly any
  /// time to end.
  private func failUnlessInterrupted(_ message: String, _ details: [String] = []) {
    if !interruption.isOn { fail(.broken, title, message, details) }
  }

  /// The time limit for stopping stores and worlds. After an interruption, the limit is `grace`.
  static var patience: Duration { .seconds(5) }
  /// The time limit for creating a world.
  static var makingPatience: Duration { .seconds(600) }
  static var grace: Duration { .milliseconds(250) }
  static var stubbornMessage: String { "an effect continued after it was cancelled" }

  /// Shuts a store down. Returns a line for each effect that continues in spite of its cancellation, or `nil` if all
  /// have stopped.
  func stubborn(_ session: Session) async -> [String]? {
    let isOver = try? await Bounded(interruption).run(within: Self.patience, grace: Self.grace) {
      await session.store.shutdown()
      return true
    }
    if isOver == true { return nil }
    return session.stopping.map { $0.line(at: time.now.offset) }
  }
}
