import ColmeiaJSON
import ColmeiaSync

/// The shapes of an app's types. Each is found when somebody asks for it, and then kept: finding all of them takes longer
/// than reading most scenarios.
final class AppShapes: Sendable {
  private struct Found {
    let probe = Probe()
    var actions: [String: Shape] = [:]
    var state: Shape?
    var screen: Shape?
  }

  private let found = Guarded(Found())
  private let lookAtAction: @Sendable (Probe, [String]) -> Shape
  private let lookAtState: @Sendable (Probe) -> Shape
  private let lookAtScreen: @Sendable (Probe) -> Shape

  init<App: RunnableApp>(_ app: App) {
    lookAtAction = { probe, way in probe.shape(of: App.Root.Action.self, way: way) }
    lookAtState = { probe in probe.look(App.Root.State.self).shape }
    lookAtScreen = { probe in app.screenType.map { probe.look($0).shape } ?? .any }
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

  /// The shape of the state.
  var state: Shape { found.withLock { found in kept(&found.state, lookAtState(found.probe)) } }

  /// The shape of the screen.
  var screen: Shape { found.withLock { found in kept(&found.screen, lookAtScreen(found.probe)) } }

  private func kept(_ place: inout Shape?, _ look: @autoclosure () -> Shape) -> Shape {
    if let shape = place { return shape }
    let shape = look()
    place = shape
    return shape
  }
}
