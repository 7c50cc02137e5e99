import Colmeia

/// What an explorer was told, where every run can look it up without counting references.
///
/// `@unchecked Sendable`: all is constant, and what it points to is written once, by `init`, and belongs to it alone.
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

  /// Something that may happen without being asked for.
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

  /// Rules of one kind: those about the state alone, which are quicker, and those about what is around it.
  @usableFromInline struct Rules: Sendable {
    @usableFromInline var ofState: [Rule] = []
    @usableFromInline var ofWorld: [WorldRule] = []
    @usableFromInline var names: [String] { ofState.map(\.name) + ofWorld.map(\.name) }
    @usableFromInline init() {}
  }

  @usableFromInline typealias Reference = @Sendable (inout Server, R.State, R.Action) -> Void

  @usableFromInline let initial: R.State
  @usableFromInline let reducer: R
  @usableFromInline let server: Server
  /// What is looked at in each step is plain memory of this plan, and cannot be copied: an array, what several threads
  /// share, and a closure that is called from a copy, would be counted at each look.
  @usableFromInline typealias List<Element> = UnsafeMutableBufferPointer<Lent<Element>>
  @usableFromInline let sources: List<Source>
  @usableFromInline let always: List<Rule>
  @usableFromInline let sometimes: List<Rule>
  @usableFromInline let eventually: List<Rule>
  @usableFromInline let totalWeight: Int
  /// For each number below the weight of all: the source that it draws. Empty when that is too much.
  @usableFromInline let draws: UnsafeMutableBufferPointer<Int32>
  @usableFromInline let outcomes: Outcomes
  @usableFromInline let invariants: Rules
  @usableFromInline let stepInvariants: [StepRule]
  @usableFromInline let goals: Rules
  @usableFromInline let sights: Rules
  @usableFromInline let consequences: [Consequence]
  @usableFromInline let reference: Reference?
  @usableFromInline let patience: Duration
  @usableFromInline let restLimit: Int
  /// Whether anything has to be looked at when only what is around the state has changed.
  @usableFromInline let looksAround: Bool
  /// Whether effects reach a server before they are answered.
  @usableFromInline let hasServer: Bool

  @usableFromInline init(_ explorer: Explorer<R, Server>) {
    initial = explorer.initial
    reducer = explorer.reducer
    server = explorer.server
    sources = Self.list(of: explorer.sources)
    always = Self.list(of: explorer.invariants.ofState)
    sometimes = Self.list(of: explorer.sights.ofState)
    eventually = Self.list(of: explorer.goals.ofState)
    totalWeight = explorer.sources.reduce(0) { $0 + $1.weight }
    let draws =
      totalWeight > 1_024
      ? [] : explorer.sources.enumerated().flatMap { Array(repeating: Int32($0.offset), count: $0.element.weight) }
    self.draws = .allocate(capacity: draws.count)
    _ = self.draws.initialize(from: draws)
    outcomes = explorer.outcomesOf
    invariants = explorer.invariants
    stepInvariants = explorer.stepInvariants
    goals = explorer.goals
    sights = explorer.sights
    consequences = explorer.consequences
    reference = explorer.reference
    patience = explorer.patience
    restLimit = explorer.restLimit
    looksAround = !invariants.ofWorld.isEmpty || !sights.ofWorld.isEmpty || !consequences.isEmpty
    hasServer = if case .ofServer = outcomes { true } else { false }
  }

  deinit {
    sources.deinitialize().deallocate()
    draws.deallocate()
    always.deinitialize().deallocate()
    sometimes.deinitialize().deallocate()
    eventually.deinitialize().deallocate()
  }

  private static func list<Element>(of elements: [Element]) -> List<Element> {
    let list = List<Element>.allocate(capacity: elements.count)
    for (place, element) in elements.enumerated() { list.initializeElement(at: place, to: Lent(element)) }
    return list
  }
}

// Lent, so that no references are counted: of a value that is read from memory, the compiler calls a closure from a copy.
extension Plan {
  @inlinable @inline(__always) static func isHeld(_ rule: borrowing Lent<Rule>, by state: R.State) -> Bool {
    rule.value.holds(state)
  }
}

// Here and not in the world: what is asked of a world, which cannot be copied, the compiler asks of its bytes, all of which
// it moves for that.
extension Plan {
  @inlinable func weight(of mask: UInt64) -> Int {
    if mask == .max { return totalWeight }
    var weight = 0
    for place in sources.indices where (mask >> UInt64(place & 63)) & 1 == 1 {
      weight += sources[place].value.weight
    }
    return weight
  }

  /// The action at which the weights add up to more than `drawn`.
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

/// A value that is only lent.
@usableFromInline struct Lent<Value>: ~Copyable {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}
