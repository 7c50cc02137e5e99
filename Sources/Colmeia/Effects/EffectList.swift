/// What a reducer asks of the world: no command, one, or several, as plain values.
///
/// ```swift
/// return .none
/// return .run(.fetch(breed), id: ID.load, .replace)
/// return .run(.search(text), id: ID.search, .replace, .debounce(.milliseconds(300)))
/// return [.cancel(ID.load), .run(.forget)]
/// ```
///
/// None and one command need no allocation.
public struct EffectList<Effect, Output> {
  @usableFromInline enum Storage {
    case none
    case one(EffectCommand<Effect, Output>)
    case many([EffectCommand<Effect, Output>])
  }

  @usableFromInline var storage: Storage
  @inlinable init(_ storage: Storage) { self.storage = storage }

  /// The commands, in order; none, one or several.
  public init(_ commands: [EffectCommand<Effect, Output>]) {
    switch commands.count {
    case 0: storage = .none
    case 1: storage = .one(commands[0])
    default: storage = .many(commands)
    }
  }

  /// Nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// Runs `effect`, which nothing but the removal of its feature will cancel.
  @inlinable public static func run(_ effect: Effect) -> Self {
    Self(.one(EffectCommand(.run(effect, .concurrent, .now), "")))
  }

  /// Runs `effect` once `delay` has passed; nothing but the removal of its feature will cancel it.
  @inlinable public static func run(_ effect: Effect, after delay: Duration) -> Self {
    Self(.one(EffectCommand(.run(effect, .concurrent, .after(delay)), "")))
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when.
  @inlinable public static func run(
    _ effect: Effect, id: EffectID, _ policy: Policy = .concurrent, _ start: Start = .now
  ) -> Self {
    precondition(!id.name.isEmpty, "an effect's id has no name: name it, or use run(_:) or run(_:after:)")
    return Self(.one(EffectCommand(.run(effect, policy, start), id)))
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when.
  @inlinable public static func run(
    _ effect: Effect, id: some RawRepresentable<String>, _ policy: Policy = .concurrent, _ start: Start = .now
  ) -> Self {
    .run(effect, id: EffectID(id.rawValue), policy, start)
  }

  /// Cancels what waits, runs or is queued under `id`: all of it, also what was queued for another reason.
  @inlinable public static func cancel(_ id: EffectID) -> Self { Self(.one(EffectCommand(.cancel, id))) }

  /// Cancels what waits, runs or is queued under `id`.
  @inlinable public static func cancel(_ id: some RawRepresentable<String>) -> Self {
    .cancel(EffectID(id.rawValue))
  }

  /// Cancels everything that this feature has started, and its children below it. To cancel what one child has
  /// started, see ``Child/cancelAll()``; what a removed child had started is cancelled without being asked for.
  @inlinable public static var cancelAll: Self { Self(.one(EffectCommand(.cancelAll, ""))) }

  /// Tells the parent, which reduces the output in this very step; see ``Child/reduce(_:_:hear:)``.
  @inlinable public static func output(_ output: Output) -> Self { Self(.one(EffectCommand(.output(output), ""))) }

  /// Whether nothing is asked for.
  @inlinable public var isEmpty: Bool { if case .none = storage { true } else { false } }

  /// Everything that is asked for, in order.
  @inlinable public var commands: [EffectCommand<Effect, Output>] {
    switch storage {
    case .none: []
    case .one(let command): [command]
    case .many(let commands): commands
    }
  }

  /// First what `left` asks for, then what `right` asks for.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return Self(.many(left.commands + right.commands))
  }

  /// Appends what `right` asks for.
  ///
  /// - Complexity: amortised O(commands of `right`).
  @inlinable public static func += (left: inout Self, right: Self) {
    guard case .many(var commands) = left.storage else { return left = left + right }
    left.storage = .none  // so that the array has one owner and grows in place
    commands.append(contentsOf: right.commands)
    left.storage = .many(commands)
  }
}

extension EffectList: ExpressibleByArrayLiteral {
  /// All that the elements ask for, in order.
  public init(arrayLiteral elements: Self...) { self.init(elements.flatMap(\.commands)) }
}

extension EffectList where Effect: Sendable & Equatable, Output: Sendable & Equatable {
  /// Makes a child's effects its parent's: each goes through `embed`, each id and scope below `scope`, so that
  /// no other feature can meet them. What the child tells is reduced by `hear`, in the child's own order.
  @inlinable @inline(never) __consuming func lifted<Parent, ParentOutput>(
    _ embed: (Effect) -> Parent, below scope: EffectScope, hear: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    switch storage {
    case .none: return .none
    case .one(let command): return Self.lift(command, embed, scope, hear)
    case .many(let commands):
      return commands.reduce(into: .none) { $0 += Self.lift($1, embed, scope, hear) }
    }
  }

  @inlinable static func lift<Parent, ParentOutput>(
    _ command: __owned EffectCommand<Effect, Output>, _ embed: (Effect) -> Parent, _ scope: EffectScope,
    _ hear: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    let id = EffectID(command.id.name, in: command.id.scope.below(scope))
    switch command.operation {
    case .run(let effect, let policy, let start): return .init(.one(.init(.run(embed(effect), policy, start), id)))
    case .cancel: return .init(.one(.init(.cancel, id)))
    case .cancelAll: return .init(.one(.init(.cancelAll, id)))
    case .heard(let output): return .init(.one(.init(.heard(output), id)))
    case .output(let output):
      return EffectList<Parent, ParentOutput>(.one(.init(.heard(ChildOutput(output)), id))) + hear(output)
    }
  }
}

extension EffectList: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectList.Storage: Sendable where Effect: Sendable, Output: Sendable {}

extension EffectList: Equatable where Effect: Equatable, Output: Equatable {
  /// Whether both ask for the same, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.none, .none): true
    case (.one(let left), .one(let right)): left == right
    case (.many(let left), .many(let right)): left == right
    default: false
    }
  }
}
