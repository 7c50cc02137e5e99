import ColmeiaJSON
import ColmeiaSync

/// The shapes of an app's types. Each is found when somebody asks for it, and then kept: finding all of them takes longer
/// than reading most scenarios.
final class AppShapes: Sendable {
  private struct Found {
    let probe = Probe()
    /// By the ways on which they were looked at.
    var (actions, states, screens): ([[String]: Shape], [[String]: Shape], [[String]: Shape]) = ([:], [:], [:])
  }

  private let found = Guarded(Found())
  private let lookAtAction: @Sendable (Probe, [String]) -> Shape
  private let lookAtState: @Sendable (Probe, [String]) -> Shape
  private let lookAtScreen: @Sendable (Probe, [String]) -> Shape

  init<App: RunnableApp>(_ app: App) {
    lookAtAction = { probe, way in probe.shape(of: App.Root.Action.self, way: way) }
    lookAtState = { probe, way in probe.shape(of: App.Root.State.self, way: way) }
    lookAtScreen = { probe, way in app.screenType.map { probe.shape(of: $0, way: way) } ?? .any }
  }

  /// The shape of the actions, as far as it is on the way.
  ///
  /// - Parameter way: the names of cases, one within the other.
  func action(_ way: [String]) -> Shape { found.withLock { kept(&$0.actions, $0.probe, way, lookAtAction) } }

  /// The shape of the state, as far as it is on a path.
  func state(at path: QueryPath) -> Shape { found.withLock { kept(&$0.states, $0.probe, path.names, lookAtState) } }

  /// The shape of the screen, as far as it is on a path.
  func screen(at path: QueryPath) -> Shape { found.withLock { kept(&$0.screens, $0.probe, path.names, lookAtScreen) } }

  private func kept(
    _ shapes: inout [[String]: Shape], _ probe: Probe, _ way: [String], _ look: (Probe, [String]) -> Shape
  ) -> Shape {
    if let shape = shapes[way] { return shape }
    let shape = look(probe, way)
    shapes[way] = shape
    return shape
  }
}

extension QueryPath {
  /// The names on the path, without the places in lists; and one that nothing has, because what stands below the end is of no
  /// interest.
  fileprivate var names: [String] { steps.compactMap { if case .key(let name) = $0 { name } else { nil } } + [""] }
}
