import Colmeia
import ColmeiaSync

/// The user's wish that a run ends: rings for everybody who waits, so that it is seen at once.
final class Interruption: Sendable {
  private struct Content {
    var isOn = false
    var bells: [Bell] = []
    var lastWords: (@Sendable () -> Void)?
  }

  private let content = Guarded(Content())

  var isOn: Bool { content.withLock { $0.isOn } }

  /// The run is to end.
  func turnOn() {
    let bells = content.withLock { content in
      content.isOn = true
      return content.bells
    }
    for bell in bells { bell.ring() }
  }

  /// Rings `bell` when the run is to end.
  func register(_ bell: Bell) { content.withLock { $0.bells.append(bell) } }

  /// What is written when the user wants an end at once, though the run goes on.
  func setLastWords(_ words: (@Sendable () -> Void)?) { content.withLock { $0.lastWords = words } }

  /// Writes what is known by now, because the process ends.
  func sayLastWords() {
    let words = content.withLock { content in
      defer { content.lastWords = nil }
      return content.lastWords
    }
    words?()
  }

  func forget(_ bell: Bell) { content.withLock { $0.bells.removeAll { $0 === bell } } }
}

/// Thrown where an interrupted run leaves off.
struct Interrupted: Error {}
