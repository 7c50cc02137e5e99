import ColmeiaBase

/// The user's interruptions, for an app's own commands.
public enum Interrupts {
  package static let interruption = Interruption()

  /// Suspends until Ctrl-C, a SIGTERM from another process, or the cancellation of the task.
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
