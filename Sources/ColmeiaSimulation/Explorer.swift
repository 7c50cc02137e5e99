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
///   case .remember: [.end]
///   }
/// }
/// explorer.always("the selection is one of the images") { $0.selection.map($0.images.contains) ?? true }
/// explorer.eventually("nothing is loading") { !$0.isLoading }
/// explorer.sometimes("an image is selected") { $0.selection != nil }
/// let exploration = explorer.run(seeds: 0..<10_000)
/// print(exploration)
/// ```
///
/// An explorer is a value and its closures must be pure: then the same seed is always the same program,
/// whatever ran before it.
public struct Explorer<R: Reducer>: Sendable {
  @usableFromInline enum Maker: Sendable {
    case fixed(R.Action)
    case when(R.Action, @Sendable (R.State) -> Bool)
    case generated(@Sendable (R.State, inout Choices) -> R.Action?)
  }

  @usableFromInline struct Source: Sendable {
    @usableFromInline let name: String
    @usableFromInline let weight: Int
    @usableFromInline let maker: Maker
  }

  @usableFromInline struct Check: Sendable {
    @usableFromInline let name: String
    @usableFromInline let holds: @Sendable (R.State) -> Bool
  }

  @usableFromInline struct StepCheck: Sendable {
    @usableFromInline let name: String
    @usableFromInline let holds: @Sendable (R.State, R.Action, R.State) -> Bool
  }

  @usableFromInline let initial: R.State
  @usableFromInline let reducer: R
  @usableFromInline var sources: [Source] = []
  @usableFromInline var totalWeight = 0
  @usableFromInline var outcomesOf: @Sendable (R.Effect) -> [Outcome<R.Action>] = { _ in [.end] }
  @usableFromInline var invariants: [Check] = []
  @usableFromInline var stepInvariants: [StepCheck] = []
  @usableFromInline var goals: [Check] = []
  @usableFromInline var sights: [Check] = []

  /// How far the clock may move at the end, until the timers that still wait no longer matter: a feature
  /// that polls never comes to rest.
  public var patience: Duration = .seconds(60)
  /// How many answers and timers a run may need at the end before it is reported that it never rests.
  public var restLimit = 1_000
  /// How many runs shrinking may take.
  public var shrinkLimit = 2_000

  /// An explorer of `reducer` that begins every run with `state`.
  public init(_ state: R.State, _ reducer: R) {
    initial = state
    self.reducer = reducer
  }
}

extension Explorer {
  /// The user may do this.
  ///
  /// List simple and harmless actions first: shrinking prefers them.
  ///
  /// - Parameter weight: how often, compared with the other actions.
  public mutating func action(_ action: R.Action, weight: Int = 1) {
    add(Text.of(action), weight, .fixed(action))
  }

  /// The user may do this while the state allows it.
  ///
  /// - Parameter weight: how often, compared with the other actions.
  public mutating func action(
    _ action: R.Action, weight: Int = 1, when isPossible: @escaping @Sendable (R.State) -> Bool
  ) {
    add(Text.of(action), weight, .when(action, isPossible))
  }

  /// The user may do what `make` makes of the state and of random choices; `nil` when there is nothing to
  /// be done.
  ///
  /// - Parameters:
  ///   - name: what it is called where actions are counted.
  ///   - weight: how often, compared with the other actions.
  public mutating func action(
    _ name: String, weight: Int = 1, _ make: @escaping @Sendable (R.State, inout Choices) -> R.Action?
  ) {
    add(name, weight, .generated(make))
  }

  /// How each effect may turn out. The first outcome of an effect is the usual one: what is still running
  /// at the end turns out like that. An effect without outcomes ends without a word.
  public mutating func outcomes(_ outcomes: @escaping @Sendable (R.Effect) -> [Outcome<R.Action>]) {
    outcomesOf = outcomes
  }

  /// Must hold in the initial state and after every action.
  public mutating func always(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    invariants.append(Check(name: name, holds: holds))
  }

  /// Must hold for every action: `(the state before, the action, the state after)`.
  public mutating func everyStep(
    _ name: String, _ holds: @escaping @Sendable (R.State, R.Action, R.State) -> Bool
  ) {
    stepInvariants.append(StepCheck(name: name, holds: holds))
  }

  /// Must hold at the end, when everything has been answered and no timer waits.
  public mutating func eventually(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    goals.append(Check(name: name, holds: holds))
  }

  /// Must be seen at least once among all runs; if not, the exploration has not reached what it was meant
  /// to try, and is not quiet.
  public mutating func sometimes(_ name: String, _ holds: @escaping @Sendable (R.State) -> Bool) {
    sights.append(Check(name: name, holds: holds))
  }

  private mutating func add(_ name: String, _ weight: Int, _ maker: Maker) {
    totalWeight += max(1, weight)
    sources.append(Source(name: name, weight: max(1, weight), maker: maker))
  }
}
