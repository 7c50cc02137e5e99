import Colmeia
import ColmeiaNetworking
import ColmeiaSync

/// The user's wish that a run ends: rings for everybody who waits, so that it is seen at once.
final class Interruption: Sendable {
  private let content = Guarded<(isOn: Bool, bells: [Bell])>((false, []))

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

  func forget(_ bell: Bell) { content.withLock { $0.bells.removeAll { $0 === bell } } }
}

/// Thrown where an interrupted run leaves off.
struct Interrupted: Error {}
