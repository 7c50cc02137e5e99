import Colmeia

/// Runs a feature through thousands of random programs: any order of the user's actions, of the answers of
/// effects (late ones included) and of timers. What must hold is checked after every action and at the end;
/// what fails is shrunk to the few steps that matter and can be repeated by its seed.
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
/// ``run(seeds:steps:cores:survivesTraps:)`` tries random programs, ``exhaust(steps:limit:survivesTraps:)`` tries all of
/// them up to a number of steps.
///
/// An explorer is a value and its closures must be pure: then the same seed is always the same program,
/// whatever ran before it.
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
  @usableFromInline var sights = P.Rules()
  @usableFromInline var consequences: [P.Consequence] = []
  @usableFromInline var reference: P.Reference?

  /// How far the clock may move at the end, until the timers that still wait no longer matter: a feature
  /// that polls never comes to rest.
  public var patience: Duration = .seconds(60)
  /// How many answers and timers a run may need at the end before it is reported that it never rests.
  public var restLimit = 1_000
  /// How many runs shrinking may take.
  public var shrinkLimit = 2_000

  /// An explorer of `reducer` that begins every run with `state`, and with a model of the server.
  ///
  /// The server is any value: what it must know for its answers, and what it must remember for the rules.
  ///
  /// - Parameters:
  ///   - state: The state at the beginning of every run.
  ///   - reducer: The feature.
  ///   - server: The server at the beginning of every run.
  public init(_ state: R.State, _ reducer: R, server: Server) {
    initial = state
    self.reducer = reducer
    self.server = server
  }
}

extension Explorer where Server == NoServer {
  /// An explorer of `reducer` that begins every run with `state`.
  public init(_ state: R.State, _ reducer: R) { self.init(state, reducer, server: NoServer()) }
}
