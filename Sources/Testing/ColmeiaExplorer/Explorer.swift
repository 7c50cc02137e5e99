import Colmeia

/// Runs a feature through thousands of random programs: user actions, effect answers (including late ones) and timers
/// in any order. Rules are checked after every action and at the end. A program that fails is shrunk to the few steps
/// that matter and can be repeated by its seed.
///
/// ```swift
/// var explorer = Explorer(Feed.State(), Feed())
/// explorer.action(.load(.husky), weight: 3)
/// explorer.action("select an image") { state, choices in
///   choices.pick(from: state.images).map { .select($0) }
/// }
/// explorer.outcomes { effect in
///   switch effect {
///   case .fetch(let breed): [.answer(.loaded(breed, ["a"])), .answer(.failed(breed))]
///   case .remember: [.finish]
///   }
/// }
/// explorer.always("the selection is one of the images") { $0.selection.map($0.images.contains) ?? true }
/// explorer.eventually("nothing is loading") { !$0.isLoading }
/// explorer.sometimes("an image is selected") { $0.selection != nil }
/// print(explorer.run(seeds: 0..<10_000))
/// print(explorer.exhaust(steps: 6))
/// ```
///
/// ``run(seeds:steps:cores:)`` tries random programs. ``exhaust(steps:limit:)`` tries all
/// programs up to a number of steps.
///
/// An explorer is a value, and its closures must be pure. The same range of seeds then always produces the same programs.
/// The first 256 programs depend only on their own seed; later ones may continue earlier ones.
public struct Explorer<R: Reducer, Server: Sendable>: Sendable {
  @usableFromInline typealias P = Plan<R, Server>

  @usableFromInline let initial: R.State
  @usableFromInline let reducer: R
  @usableFromInline let server: Server
  @usableFromInline var sources: [P.Source] = []
  @usableFromInline var outcomesOf = P.Outcomes.undeclared
  @usableFromInline var invariants = P.Rules()
  @usableFromInline var stepInvariants: [P.StepRule] = []
  @usableFromInline var goals = P.Rules()
  @usableFromInline var sometimesRules = P.Rules()
  @usableFromInline var consequences: [P.Consequence] = []
  @usableFromInline var reference: P.Reference?

  /// How far the clock may advance at the end. Timers that are due later are ignored, because a feature that polls
  /// never comes to rest.
  public var patience: Duration = .seconds(60)
  /// The maximum number of answers and timers at the end of a run. If there are more, the run fails because it doesn't
  /// come to rest.
  public var restLimit = 1_000
  /// The maximum number of runs for shrinking a program. Of the programs that fail in the same way, the three shortest
  /// are shrunk, and the shortest result is reported.
  public var shrinkLimit = 700

  /// The source code of the initial state and the reducer in generated tests, such as `"Feed.State(), Feed()"`. If
  /// `nil`, it is derived from the values, assuming that their initializers are those that Swift provides. A value of
  /// more than 2 kB of source code is replaced by a placeholder.
  public var source: String?

  /// Creates an explorer with a model of the server.
  ///
  /// The server is any value. It contains the data that answers depend on, and whatever the rules need to know.
  ///
  /// - Parameters:
  ///   - state: The initial state of every run.
  ///   - reducer: The feature.
  ///   - server: The initial server of every run.
  public init(_ state: R.State, _ reducer: R, server: Server) {
    initial = state
    self.reducer = reducer
    self.server = server
  }
}

extension Explorer where Server == NoServer {
  /// Creates an explorer without a model of the server.
  ///
  /// - Parameters:
  ///   - state: The initial state of every run.
  ///   - reducer: The feature.
  public init(_ state: R.State, _ reducer: R) { self.init(state, reducer, server: NoServer()) }
}
