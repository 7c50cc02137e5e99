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

  @usableFromInline typealias Push = @Sendable (R.Effect, inout Server) -> R.Action?

  @usableFromInline enum Maker: Sendable {
    case fixed(R.Action)
    case when(R.Action, @Sendable (R.State) -> Bool)
    case generated(@Sendable (R.State, inout Choices) -> R.Action?)
    case elsewhere(@Sendable (inout Server, inout Choices) -> Bool)
    case push(Push, isEndless: Bool)
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

  /// What has been declared.
  @usableFromInline let explorer: Explorer<R, Server>
  /// The lists that are read in each step are plain memory of this plan with noncopyable elements. Reading an array, an
  /// object that several threads share, or a closure that is called through a copy would update a reference count each
  /// time.
  @usableFromInline typealias List<Element> = UnsafeMutableBufferPointer<Borrowed<Element>>
  @usableFromInline let sources: List<Source>
  @usableFromInline let always: List<Rule>
  @usableFromInline let sometimes: List<Rule>
  @usableFromInline let eventually: List<Rule>
  @usableFromInline let totalWeight: Int
  /// For each number below the total weight, the source that it selects. Empty if the total weight is too large.
  @usableFromInline let draws: UnsafeMutableBufferPointer<Int32>
  /// Whether any rule must be checked after a step that changes only the context of the state.
  @usableFromInline let checksContext: Bool
  /// Whether effects reach a server before they are answered.
  @usableFromInline let hasServer: Bool
  /// Whether the server sends actions through running effects.
  @usableFromInline let pushes: Bool

  @usableFromInline init(_ explorer: Explorer<R, Server>) {
    self.explorer = explorer
    sources = Self.list(of: explorer.sources)
    always = Self.list(of: explorer.invariants.ofState)
    sometimes = Self.list(of: explorer.sometimesRules.ofState)
    eventually = Self.list(of: explorer.goals.ofState)
    totalWeight = explorer.sources.reduce(0) { $0 + $1.weight }
    let draws =
      totalWeight > 1_024
      ? [] : explorer.sources.enumerated().flatMap { Array(repeating: Int32($0.offset), count: $0.element.weight) }
    self.draws = .allocate(capacity: draws.count)
    _ = self.draws.initialize(from: draws)
    checksContext =
      !explorer.invariants.ofWorld.isEmpty || !explorer.sometimesRules.ofWorld.isEmpty || !explorer.consequences.isEmpty
    pushes = explorer.sources.contains { if case .push = $0.maker { true } else { false } }
    hasServer = if case .ofServer = explorer.outcomesOf { true } else { false }
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
    for (index, element) in elements.enumerated() { list.initializeElement(at: index, to: Borrowed(element)) }
    return list
  }
}

// The element is borrowed to avoid reference counting. When a copyable value is read from memory, the compiler copies a
// closure before it calls it.
extension Plan {
  @inlinable @inline(__always) static func isHeld(_ rule: borrowing Borrowed<Rule>, by state: R.State) -> Bool {
    rule.value.holds(state)
  }
}

// These functions are here and not in `World`, because the compiler moves all bytes of a noncopyable `World` to call a
// method on it.
extension Plan {
  @inlinable func weight(of mask: UInt64) -> Int {
    if mask == .max { return totalWeight }
    var weight = 0
    for index in sources.indices where (mask >> UInt64(index & 63)) & 1 == 1 {
      weight += sources[index].value.weight
    }
    return weight
  }

  /// Returns the source at which the sum of the weights exceeds `drawn`.
  @inlinable func source(_ drawn: Int, _ mask: UInt64) -> Int {
    if mask == .max, drawn < draws.count { return Int(draws[drawn]) }
    var left = drawn
    for index in sources.indices where (mask >> UInt64(index & 63)) & 1 == 1 {
      left -= sources[index].value.weight
      if left < 0 { return index }
    }
    return 0
  }
}
