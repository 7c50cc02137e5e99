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
public struct Effects<Effect> {
  @usableFromInline enum Storage {
    case none
    case one(Command<Effect>)
    case many([Command<Effect>])
  }

  @usableFromInline var storage: Storage
  @inlinable init(_ storage: Storage) { self.storage = storage }

  /// The commands, in order; none, one or several.
  public init(_ commands: [Command<Effect>]) {
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
    Self(.one(Command(.run(effect, .concurrent, .now), "")))
  }

  /// Runs `effect` once `delay` has passed; nothing but the removal of its feature will cancel it.
  @inlinable public static func run(_ effect: Effect, after delay: Duration) -> Self {
    Self(.one(Command(.run(effect, .concurrent, .after(delay)), "")))
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when.
  @inlinable public static func run(
    _ effect: Effect, id: EffectID, _ policy: Policy = .concurrent, _ start: Start = .now
  ) -> Self {
    precondition(!id.name.isEmpty, "an effect's id has no name: name it, or use run(_:) or run(_:after:)")
    return Self(.one(Command(.run(effect, policy, start), id)))
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when.
  @inlinable public static func run(
    _ effect: Effect, id: some RawRepresentable<String>, _ policy: Policy = .concurrent, _ start: Start = .now
  ) -> Self {
    .run(effect, id: EffectID(id.rawValue), policy, start)
  }

  /// Cancels what waits, runs or is queued under `id`: all of it, also what was queued for another reason.
  @inlinable public static func cancel(_ id: EffectID) -> Self { Self(.one(Command(.cancel, id))) }

  /// Cancels what waits, runs or is queued under `id`.
  @inlinable public static func cancel(_ id: some RawRepresentable<String>) -> Self {
    .cancel(EffectID(id.rawValue))
  }

  /// Cancels everything that the child `name` has started. For children that stay; what a removed child
  /// had started is cancelled without being asked for.
  @inlinable public static func cancelAll(in name: some ScopeKeyConvertible) -> Self {
    Self(.one(Command(.cancelAll, EffectID("", in: EffectScope(node: .init(name.scopeKey, nil))))))
  }

  /// Cancels everything that the row `id` of the collection `name` has started.
  @inlinable public static func cancelAll(in name: some ScopeKeyConvertible, _ id: some ScopeKeyConvertible) -> Self {
    Self(.one(Command(.cancelAll, EffectID("", in: EffectScope(node: .init(name.scopeKey, .init(id.scopeKey, nil)))))))
  }

  /// Whether nothing is asked for.
  @inlinable public var isEmpty: Bool { if case .none = storage { true } else { false } }

  /// Everything that is asked for, in order.
  @inlinable public var commands: [Command<Effect>] {
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

extension Effects: ExpressibleByArrayLiteral {
  /// All that the elements ask for, in order.
  public init(arrayLiteral elements: Self...) { self.init(elements.flatMap(\.commands)) }
}

extension Effects {
  /// Makes a child's effects its parent's: each effect goes through `embed`, and each id and scope below
  /// the child's `name`, so that no other feature can meet them.
  @inlinable public func lift<Parent>(_ embed: (Effect) -> Parent, in name: some ScopeKeyConvertible) -> Effects<Parent>
  {
    if case .none = storage { return .none }
    return lifted(embed) { $0.prefixed(name.scopeKey) }
  }

  /// Makes the effects of row `id` of the collection `name` its parent's.
  @inlinable public func lift<Parent>(
    _ embed: (Effect) -> Parent, in name: some ScopeKeyConvertible, _ id: some ScopeKeyConvertible
  ) -> Effects<Parent> {
    if case .none = storage { return .none }
    return lifted(embed) { $0.prefixed(id.scopeKey).prefixed(name.scopeKey) }
  }

  /// Each effect through `embed`, each scope through `prefix`.
  @inlinable @inline(never) func lifted<Parent>(
    _ embed: (Effect) -> Parent, _ prefix: (EffectScope) -> EffectScope
  ) -> Effects<Parent> {
    switch storage {
    case .none: .none
    case .one(let command): Effects<Parent>(.one(command.map(embed, prefix(command.id.scope))))
    case .many(let commands): Effects<Parent>(.many(commands.map { $0.map(embed, prefix($0.id.scope)) }))
    }
  }
}

extension Effects: Sendable where Effect: Sendable {}
extension Effects.Storage: Sendable where Effect: Sendable {}

extension Effects: Equatable where Effect: Equatable {
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

extension Effects: Codable where Effect: Codable {
  /// Reads an array of commands.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Command<Effect>].self))
  }
  /// Writes an array of commands.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(commands)
  }
}
