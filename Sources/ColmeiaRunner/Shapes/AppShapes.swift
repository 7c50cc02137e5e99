import ColmeiaJSON
import ColmeiaSync

/// The shapes of an app's types. Each is found when somebody asks for it, and then kept: finding all of them takes longer
/// than reading most scenarios.
final class AppShapes: Sendable {
  private struct Found {
    let probe = Probe()
    var actions: [String: Shape] = [:]
    var state: [String: Shape] = [:]
    var screen: [String: Shape] = [:]
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

  /// The shape of the actions, in which only the first case on the way has its payload.
  ///
  /// - Parameter way: the names of cases, one within the other.
  func action(_ way: [String]) -> Shape {
    found.withLock { found in
      guard let name = way.first else { return .any }
      if let shape = found.actions[name] { return shape }
      let shape = lookAtAction(found.probe, way)
      guard case .choice(let cases) = shape, !found.probe.dependsOnWay else { return shape }
      if cases.contains(where: { $0.name == name }) { found.actions[name] = shape }
      return shape
    }
  }

  /// The shape of the state, in which only the first member of a path has its shape.
  func state(at path: QueryPath) -> Shape { found.withLock { kept(&$0.state, $0.probe, path, lookAtState) } }

  /// The shape of the screen, in which only the first member of a path has its shape.
  func screen(at path: QueryPath) -> Shape { found.withLock { kept(&$0.screen, $0.probe, path, lookAtScreen) } }

  private func kept(
    _ shapes: inout [String: Shape], _ probe: Probe, _ path: QueryPath, _ look: (Probe, [String]) -> Shape
  ) -> Shape {
    var way: [String] = []
    if case .key(let member) = path.steps.first { way = [member] }
    // No path begins with an empty name.
    let name = way.first ?? ""
    if let shape = shapes[name] { return shape }
    let shape = look(probe, way)
    shapes[name] = shape
    return shape
  }
}
