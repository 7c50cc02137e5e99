import ColmeiaBase

/// The user's request to end a run. It rings the bells of all waiting tasks, so that they notice at once.
package final class Interruption: Sendable {
  private struct Content {
    var isOn = false
    var bells: [Bell] = []
    var finalOutput: (@Sendable () -> Void)?
  }

  private let content = Guarded(Content())

  package init() {}

  package var isOn: Bool { content.withLock { $0.isOn } }

  /// Requests the end of the run.
  package func turnOn() {
    let bells = content.withLock { content in
      content.isOn = true
      return content.bells
    }
    for bell in bells { bell.ring() }
  }

  /// Registers a bell to ring when the run is interrupted.
  package func register(_ bell: Bell) { content.withLock { $0.bells.append(bell) } }

  /// Sets the function that writes the final output if the user ends the process while the run continues.
  package func setFinalOutput(_ write: (@Sendable () -> Void)?) { content.withLock { $0.finalOutput = write } }

  /// Writes the results so far, because the process is about to end.
  package func writeFinalOutput() {
    let write = content.withLock { content in
      defer { content.finalOutput = nil }
      return content.finalOutput
    }
    write?()
  }

  package func forget(_ bell: Bell) { content.withLock { $0.bells.removeAll { $0 === bell } } }
}
