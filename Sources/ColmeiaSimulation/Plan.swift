import Colmeia

/// The configuration of an explorer, in a form that runs can read without reference counting.
///
/// `@unchecked Sendable`: All properties are constant. The memory that they point to is written once, by `init`, and
/// has no other owner.
@usableFromInline final class Plan<R: Reducer, Server: Sendable>: @unchecked Sendable {
  @usableFromInline enum Outcomes: Sendable {
    case undeclared
    case ofEffect(@Sendable (R.Effect) -> [Outcome<R.Action, Server>])
    case ofServer(@Sendable (R.Effect, Server) -> [Outcome<R.Action, Server>])
  }

  @usableFromInline enum Maker: Sendable {
    case fixed(R.Action)
    case when(R.Action, @Sendable (R.State) -> Bool)
    case generated(@Sendable (R.State, inout Choices) -> R.Action?)
    case elsewhere(@Sendable (inout Server, inout Choices) -> Bool)
  }

  /// An event that may happen without an effect having requested it.
  @usableFromInline struct Source: Sendable {
    @usableFromInline let name: String
    @usableFromInline let weight: Int
    @usableFromInline let maker: Maker
  }

  @usableFromInline struct Rule: Sendable {
    @usableFromInline let name: String
    @usableFromInline let holds: @Sendable (R.State) -> Bool
  }

  @usableFromInline struct WorldRule: Sendable {
    @usableFromInline let name: String
    @usableFromInline let holds: @Sendable (R.State, ExplorerContext<R.Effect, Server>) -> Bool
  }

  @usableFromInline struct StepRule: Sendable {
    @usableFromInline let name: String
    @usableFromInline let holds: @Sendable (R.State, R.Action, R.State) -> Bool
  }

  @usableFromInline struct Consequence: Sendable {
    @usableFromInline let name: String
    @usableFromInline let limit: Duration?
    @usableFromInline let cause: @Sendable (R.State) -> Bool
    @usableFromInline let effect: @Sendable (R.State) -> Bool
  }

  /// The rules of one kind: those that depend only on the state, which are faster, and those that depend on its
  /// context.
  @usableFromInline struct Rules: Sendable {
    @usableFromInline var ofState: [Rule] = []
    @usableFromInline var ofWorld: [WorldRule] = []
    @usableFromInline var names: [String] { ofState.map(\.name) + ofWorld.map(\.name) }
    @usableFromInline init() {}
  }

  @usableFromInline typealias Reference = @Sendable (inout Server, R.State, R.Action) -> Void

  /// What has been declared. Reading one of its properties copies all of them, so runs read only the properties below.
  @usableFromInline let explorer: Explorer<R, Server>
  @usableFromInline let initial: R.State
  @usableFromInline let reducer: R
  @usableFromInline let server: Server
  @usableFromInline let outcomes: Outcomes
  @usableFromInline let isUndeclared: Bool
  @usableFromInline let patience: Duration
  @usableFromInline let restLimit: Int
  /// The lists that are read in each step are plain memory of this plan with noncopyable elements. Reading an array, an
  /// object that several threads share, or a closure that is called through a copy would update a reference count each
  /// time.
  @usableFromInline typealias List<Element> = UnsafeMutableBufferPointer<Lent<Element>>
  @usableFromInline let sources: List<Source>
  @usableFromInline let always: List<Rule>
  @usableFromInline let sometimes: List<Rule>
  @usableFromInline let eventually: List<Rule>
  @usableFromInline let stepRules: List<StepRule>
  @usableFromInline let alwaysInContext: List<WorldRule>
  @usableFromInline let sometimesInContext: List<WorldRule>
  @usableFromInline let eventuallyInContext: List<WorldRule>
  @usableFromInline let consequences: List<Consequence>
  /// The function that updates the reference model, if any.
  @usableFromInline let references: List<Reference>
  @usableFromInline let totalWeight: Int
  /// For each number below the total weight, the source that it selects. Empty if the total weight is too large.
  @usableFromInline let draws: UnsafeMutableBufferPointer<Int32>
  /// Whether any rule must be checked after a step that changes only the context of the state.
  @usableFromInline let checksContext: Bool
  /// Whether effects reach a server before they are answered.
  @usableFromInline let hasServer: Bool

  @usableFromInline init(_ explorer: Explorer<R, Server>) {
    self.explorer = explorer
    initial = explorer.initial
    reducer = explorer.reducer
    server = explorer.server
    outcomes = explorer.outcomesOf
    isUndeclared = if case .undeclared = explorer.outcomesOf { true } else { false }
    patience = explorer.patience
    restLimit = explorer.restLimit
    sources = Self.list(of: explorer.sources)
    always = Self.list(of: explorer.invariants.ofState)
    sometimes = Self.list(of: explorer.sometimesRules.ofState)
    eventually = Self.list(of: explorer.goals.ofState)
    stepRules = Self.list(of: explorer.stepInvariants)
    alwaysInContext = Self.list(of: explorer.invariants.ofWorld)
    sometimesInContext = Self.list(of: explorer.sometimesRules.ofWorld)
    eventuallyInContext = Self.list(of: explorer.goals.ofWorld)
    consequences = Self.list(of: explorer.consequences)
    references = Self.list(of: explorer.reference.map { [$0] } ?? [])
    totalWeight = explorer.sources.reduce(0) { $0 + $1.weight }
    let draws =
      totalWeight > 1_024
      ? [] : explorer.sources.enumerated().flatMap { Array(repeating: Int32($0.offset), count: $0.element.weight) }
    self.draws = .allocate(capacity: draws.count)
    _ = self.draws.initialize(from: draws)
    checksContext =
      !explorer.invariants.ofWorld.isEmpty || !explorer.sometimesRules.ofWorld.isEmpty || !explorer.consequences.isEmpty
    hasServer = if case .ofServer = explorer.outcomesOf { true } else { false }
  }

  deinit {
    sources.deinitialize().deallocate()
    draws.deallocate()
    always.deinitialize().deallocate()
    sometimes.deinitialize().deallocate()
    eventually.deinitialize().deallocate()
    stepRules.deinitialize().deallocate()
    alwaysInContext.deinitialize().deallocate()
    sometimesInContext.deinitialize().deallocate()
    eventuallyInContext.deinitialize().deallocate()
    consequences.deinitialize().deallocate()
    references.deinitialize().deallocate()
  }

  private static func list<Element>(of elements: [Element]) -> List<Element> {
    let list = List<Element>.allocate(capacity: elements.count)
    for (place, element) in elements.enumerated() { list.initializeElement(at: place, to: Lent(element)) }
    return list
  }
}

// The element is borrowed to avoid reference counting. When a copyable value is read from memory, the compiler copies a
// closure before it calls it.
extension Plan {
  @inlinable @inline(__always) static func isHeld(_ rule: borrowing Lent<Rule>, by state: R.State) -> Bool {
    rule.value.holds(state)
  }

  @inlinable @inline(__always) static func isHeld(
    _ rule: borrowing Lent<WorldRule>, by state: R.State, _ context: ExplorerContext<R.Effect, Server>
  ) -> Bool { rule.value.holds(state, context) }

  @inlinable @inline(__always) static func isHeld(
    _ rule: borrowing Lent<StepRule>, _ before: R.State, _ action: R.Action, _ after: R.State
  ) -> Bool { rule.value.holds(before, action, after) }

  @inlinable @inline(__always) static func isCause(_ rule: borrowing Lent<Consequence>, _ state: R.State) -> Bool {
    rule.value.cause(state)
  }

  @inlinable @inline(__always) static func isEffect(_ rule: borrowing Lent<Consequence>, _ state: R.State) -> Bool {
    rule.value.effect(state)
  }

  @inlinable @inline(__always) static func update(
    _ server: inout Server, _ reference: borrowing Lent<Reference>, _ state: R.State, _ action: R.Action
  ) { reference.value(&server, state, action) }
}

// These functions are here and not in `World`, because the compiler moves all bytes of a noncopyable `World` to call a
// method on it.
extension Plan {
  @inlinable func weight(of mask: UInt64) -> Int {
    if mask == .max { return totalWeight }
    var weight = 0
    for place in sources.indices where (mask >> UInt64(place & 63)) & 1 == 1 {
      weight += sources[place].value.weight
    }
    return weight
  }

  /// Returns the source at which the sum of the weights exceeds `drawn`.
  @inlinable func source(_ drawn: Int, _ mask: UInt64) -> Int {
    if mask == .max, drawn < draws.count { return Int(draws[drawn]) }
    var left = drawn
    for place in sources.indices where (mask >> UInt64(place & 63)) & 1 == 1 {
      left -= sources[place].value.weight
      if left < 0 { return place }
    }
    return 0
  }
}

/// A noncopyable wrapper whose value can only be borrowed.
@usableFromInline struct Lent<Value>: ~Copyable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
