import ColmeiaBase
import ColmeiaScenario

/// The shapes of an app's types. Each shape is determined when it is first needed, and then cached, because determining
/// all of them takes longer than parsing most scenarios.
final class AppShapes: Sendable {
  private struct Found {
    var probe = Probe()
    /// The names for the probe, which are sorted when they are needed.
    var words: Set<String> = []
    /// The parts of the state and the screen that could not be checked, each with advice.
    var unchecked: Set<String>
    /// The cached shapes, by the paths to which they are restricted.
    var (actions, effects): ([[String]: Shape], [[String]: Shape]) = ([:], [:])
    var (states, screens): ([[String]: Shape], [[String]: Shape]) = ([:], [:])

    init(_ unchecked: Set<String> = [], _ words: Set<String> = []) { (self.unchecked, self.words) = (unchecked, words) }
  }

  private let found = Guarded(Found())
  private let findAction: @Sendable (Probe, [String]) -> Shape
  private let findEffect: @Sendable (Probe, [String]) -> Shape
  private let findState: @Sendable (Probe, [String]) -> Shape
  private let findScreen: @Sendable (Probe, [String]) -> Shape

  init<App: RunnableApp>(_ app: App) {
    findAction = { probe, path in probe.shape(of: App.Root.Action.self, path: path) }
    findEffect = { probe, path in probe.shape(of: App.Root.Effect.self, path: path) }
    findState = { probe, path in probe.shape(of: App.Root.State.self, path: path) }
    findScreen = { probe, path in app.screenType.map { probe.shape(of: $0, path: path) } ?? .any }
  }

  /// Learns possible names of the cases of enums that don't list them. If a value of one is invented, the members after
  /// it are known, too.
  func learn(_ words: Set<String>) {
    found.withLock { found in
      let count = found.words.count
      found.words.formUnion(words)
      if found.words.count > count, !found.probe.unlisted.isEmpty { found = Found(found.unchecked, found.words) }
    }
  }

  /// Remembers a part of the state or the screen that could not be checked.
  func noteUnchecked(_ text: String) { found.withLock { _ = $0.unchecked.insert(text) } }
  var unchecked: [String] { found.withLock { $0.unchecked.sorted() } }

  /// The enums that hide other names, because they don't list their cases.
  var unlisted: [UnlistedCases] { found.withLock { $0.probe.unlisted.sorted { $0.type < $1.type } } }

  /// Returns the shape of the actions, restricted to a path.
  ///
  /// - Parameter path: The names of nested cases.
  func action(_ path: [String]) -> Shape { shape(\.actions, path, findAction) }

  /// Returns the shape of the effects, restricted to a path.
  ///
  /// - Parameter path: The names of nested cases.
  func effect(_ path: [String]) -> Shape { shape(\.effects, path, findEffect) }

  /// Returns the shape of the state, restricted to a path.
  ///
  /// - Parameter isDeep: Whether the shapes of the value's members are needed, too.
  func state(at path: QueryPath, isDeep: Bool = false) -> Shape {
    shape(\.states, path.names(isDeep: isDeep), findState)
  }

  /// Returns the shape of the screen, restricted to a path.
  ///
  /// - Parameter isDeep: Whether the shapes of the value's members are needed, too.
  func screen(at path: QueryPath, isDeep: Bool = false) -> Shape {
    shape(\.screens, path.names(isDeep: isDeep), findScreen)
  }

  private func shape(
    _ shapes: WritableKeyPath<Found, [[String]: Shape]> & Sendable, _ path: [String],
    _ find: @Sendable (Probe, [String]) -> Shape
  ) -> Shape {
    found.withLock { found in
      if let shape = found[keyPath: shapes][path] { return shape }
      if found.probe.words.count < found.words.count { found.probe.words = found.words.sorted() }
      let shape = find(found.probe, path)
      found[keyPath: shapes][path] = shape
      return shape
    }
  }
}

extension QueryPath {
  /// The names on the path, without indices. If the shapes below the end of the path are not needed, they are followed
  /// by a name that no member has.
  fileprivate func names(isDeep: Bool) -> [String] {
    steps.compactMap { if case .key(let name) = $0 { name } else { nil } } + (isDeep ? [] : [""])
  }
}
