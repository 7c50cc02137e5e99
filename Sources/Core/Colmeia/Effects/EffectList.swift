/// The commands that a reducer returns, as plain values: none, one, or several.
///
/// ```swift
/// return .none
/// return .run(.fetch(breed), id: ID.load, .replace)
/// return .run(.search(text), id: ID.search, .replace, .debounce(.milliseconds(300)))
/// return [.cancel(ID.load), .run(.forget)]
/// ```
public enum EffectList<Effect, Output>: ExpressibleByArrayLiteral {
  /// No command.
  case none
  /// One command. It is indirect, so that a list without commands is one word.
  indirect case one(EffectCommand<Effect, Output>)
  /// Several commands, which run in order.
  case many([EffectCommand<Effect, Output>])

  @inlinable init(_ operation: EffectCommand<Effect, Output>.Operation, _ id: EffectID) {
    self = .one(EffectCommand(operation, id))
  }

  /// Creates a list of commands, which run in order.
  @inlinable public init(_ commands: [EffectCommand<Effect, Output>]) {
    self = commands.isEmpty ? .none : commands.count == 1 ? .one(commands[0]) : .many(commands)
  }

  /// Creates a list of the elements' commands, in order.
  @inlinable public init(arrayLiteral elements: Self...) { self = elements.reduce(into: .none) { $0 += $1 } }

  /// Runs `effect` without an id. It is cancelled only if its feature is removed or ``cancelAll`` covers it.
  @inlinable public static func run(_ effect: Effect) -> Self {
    Self(.run(effect, .concurrent, .now), "")
  }

  /// Runs `effect` without an id once `delay` has passed. It is cancelled only if its feature is removed or
  /// ``cancelAll`` covers it.
  @inlinable public static func run(_ effect: Effect, after delay: Duration) -> Self {
    Self(.run(effect, .concurrent, .after(delay)), "")
  }

  /// Runs `effect` under an id.
  ///
  /// An id with an empty name counts as no id: the effect runs concurrently with others, and the machine reports a
  /// ``StoreProblem`` for a policy that it can't apply.
  ///
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - id: The id, unique within the feature.
  ///   - policy: What happens to other effects of the same id.
  ///   - start: When the effect starts.
  @inlinable public static func run(
    _ effect: Effect, id: EffectID, _ policy: Policy = .concurrent, _ start: EffectStart = .now
  ) -> Self {
    Self(.run(effect, policy, start), id)
  }

  /// Runs `effect` under an id.
  ///
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - id: A case of the feature's enum of ids.
  ///   - policy: What happens to other effects of the same id.
  ///   - start: When the effect starts.
  @inlinable public static func run(
    _ effect: Effect, id: some RawRepresentable<String>, _ policy: Policy = .concurrent, _ start: EffectStart = .now
  ) -> Self {
    .run(effect, id: EffectID(id.rawValue), policy, start)
  }

  /// Unavailable, because the id needs its label.
  @available(*, unavailable, message: "write `id:` before the id")
  public static func run(_: Effect, _: some Any, _: Policy = .keep, _: EffectStart = .now) -> Self { .none }

  /// Unavailable, because an effect without an id can only be delayed.
  @available(*, unavailable, message: "write `after:` for a delay; a debounce or a throttle needs an id, `id:`")
  public static func run(_: Effect, _: EffectStart) -> Self { .none }

  /// Unavailable, because the delay of an effect with an id is its start.
  @available(*, unavailable, message: "write the delay as the start of the effect: `.after(…)`")
  public static func run(_: Effect, id: some Any, _: Policy = .keep, after: Duration) -> Self { .none }

  /// Cancels all waiting, running and queued effects of `id`.
  @inlinable public static func cancel(_ id: EffectID) -> Self { Self(.cancel, id) }

  /// Cancels all waiting, running and queued effects of `id`.
  @inlinable public static func cancel(_ id: some RawRepresentable<String>) -> Self { .cancel(EffectID(id.rawValue)) }

  /// Cancels everything that this feature and its children have started, except long-lived effects.
  ///
  /// To cancel the effects of one child, use ``Child/cancelAll()``. The effects of a removed child are cancelled
  /// automatically.
  @inlinable public static var cancelAll: Self { Self(.cancelAll, "") }

  /// Sends an output to the parent, which reduces it in the same step; see ``Child/reduce(_:_:onOutput:)``.
  @inlinable public static func output(_ output: Output) -> Self { Self(.output(output), "") }

  /// Reports that the feature doesn't exist.
  @inlinable static func absentChild() -> Self { Self(.absentChild, "") }

  /// Whether the list contains no commands.
  @inlinable public var isEmpty: Bool { if case .none = self { true } else { false } }

  /// The commands, in order.
  @inlinable public var commands: [EffectCommand<Effect, Output>] {
    switch self {
    case .none: []
    case .one(let command): [command]
    case .many(let commands): commands
    }
  }

  /// Returns the commands of `left`, followed by those of `right`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all commands. Use `+=` in a loop.
  @inlinable public static func + (left: Self, right: Self) -> Self {
    left.isEmpty ? right : right.isEmpty ? left : .many(left.commands + right.commands)
  }

  /// Appends the commands of `right`.
  ///
  /// - Complexity: Amortized O(*n*), where *n* is the number of commands in `right`.
  @inlinable public static func += (left: inout Self, right: Self) {
    if left.isEmpty || right.isEmpty { return left = left.isEmpty ? right : left }
    var commands = left.commands
    left = .none  // so that the array is uniquely referenced and grows in place
    commands += right.commands
    left = .many(commands)
  }
}

extension EffectList where Effect: Sendable & Equatable, Output: Sendable & Equatable {
  /// Converts a child's commands into commands of its parent.
  ///
  /// - Parameters:
  ///   - path: The path to the child. It keeps ids apart from those of other features.
  ///   - embed: Embeds an effect of the child in an effect of the parent.
  ///   - onOutput: Reduces an output of the child. Outputs are reduced in the order in which the child has sent them.
  @inlinable func lifted<Parent, ParentOutput>(
    below path: [ScopeKey], _ embed: (Effect) -> Parent, onOutput: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    switch self {
    case .none: .none
    case .one(let command): Self.lift(command, path, embed, onOutput)
    case .many(let commands): commands.reduce(into: .none) { $0 += Self.lift($1, path, embed, onOutput) }
    }
  }

  @inlinable static func lift<Parent, ParentOutput>(
    _ command: EffectCommand<Effect, Output>, _ path: [ScopeKey], _ embed: (Effect) -> Parent,
    _ onOutput: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    let id = EffectID(command.id.name, in: command.id.scope.below(path))
    switch command.operation {
    case .run(let effect, let policy, let start): return .init(.run(embed(effect), policy, start), id)
    case .cancel: return .init(.cancel, id)
    case .cancelAll: return .init(.cancelAll, id)
    case .childOutput(let output): return .init(.childOutput(output), id)
    case .absentChild: return .init(.absentChild, id)
    case .output(let output): return .init(.childOutput(ChildOutput(output)), id) + onOutput(output)
    }
  }
}

extension EffectList: Sendable where Effect: Sendable, Output: Sendable {}

extension EffectList: Equatable where Effect: Equatable, Output: Equatable {
  /// Returns whether both lists contain the same commands, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.commands == right.commands }
}
