import ColmeiaMemory

/// What a reducer asks of the world: no command, one, or several, as plain values.
///
/// ```swift
/// return .none
/// return .run(.fetch(breed), id: ID.load, .replace)
/// return .run(.search(text), id: ID.search, .replace, .debounce(.milliseconds(300)))
/// return [.cancel(ID.load), .run(.forget)]
/// ```
///
/// None needs no allocation. Neither does one effect that starts now, if it has up to nine bytes and holds no reference, and
/// its name has up to seven ASCII characters.
public struct EffectList<Effect, Output> {
  /// Four words at most, whatever the effect is, so that it travels in registers: what is written to memory in parts and read
  /// at once has to wait for the parts.
  @usableFromInline enum Content {
    case none
    /// An effect to run now, in this scope; beside it, its short name and its policy.
    case one(EffectScope, Bits)
    case many([EffectCommand<Effect, Output>])
  }

  @usableFromInline var content: Content
  @inlinable init(_ content: Content) { self.content = content }

  @inlinable init(_ operation: EffectCommand<Effect, Output>.Operation, _ id: EffectID) {
    if Bits.canHold(Effect.self), case .run(let effect, let policy, .now) = operation,
      case .short(let name) = ShortText(id.name)
    {
      content = .one(id.scope, Bits(effect, name, policy.bits))
    } else {
      content = .many([EffectCommand(operation, id)])
    }
  }

  /// The commands, in order; none, one or several.
  public init(_ commands: [EffectCommand<Effect, Output>]) {
    content = commands.isEmpty ? .none : .many(commands)
  }

  /// No command: the action asks for nothing.
  @inlinable public static var none: Self { Self(.none) }

  /// Runs `effect`, which nothing but the removal of its feature will cancel.
  @inlinable public static func run(_ effect: Effect) -> Self {
    Bits.canHold(Effect.self) ? Self(.one(.root, Bits(effect, 0, 0))) : Self(.run(effect, .concurrent, .now), "")
  }

  /// Runs `effect` once `delay` has passed; nothing but the removal of its feature will cancel it.
  @inlinable public static func run(_ effect: Effect, after delay: Duration) -> Self {
    Self(.run(effect, .concurrent, .after(delay)), "")
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when. An id without a name
  /// is none: such an effect runs beside the others, and the machine reports the policy that it cannot keep.
  ///
  /// - Parameters:
  ///   - effect: What is to be done.
  ///   - id: A case of the feature's enum of ids.
  ///   - policy: What happens to other effects of the id.
  ///   - start: When the effect starts.
  @inlinable public static func run(
    _ effect: Effect, id: EffectID, _ policy: Policy = .concurrent, _ start: EffectStart = .now
  ) -> Self {
    Self(.run(effect, policy, start), id)
  }

  /// Runs `effect` under an id: `policy` says what becomes of the others of that id, `start` says when.
  @inlinable public static func run(
    _ effect: Effect, id: some RawRepresentable<String>, _ policy: Policy = .concurrent, _ start: EffectStart = .now
  ) -> Self {
    .run(effect, id: EffectID(id.rawValue), policy, start)
  }

  /// Cancels what waits, runs or is queued under `id`: all of it, also what was queued for another reason.
  @inlinable public static func cancel(_ id: EffectID) -> Self { Self(.cancel, id) }

  /// Cancels what waits, runs or is queued under `id`.
  @inlinable public static func cancel(_ id: some RawRepresentable<String>) -> Self {
    .cancel(EffectID(id.rawValue))
  }

  /// Cancels everything that this feature has started, and its children below it. To cancel what one child has
  /// started, see ``Child/cancelAll()``; what a removed child had started is cancelled without being asked for.
  @inlinable public static var cancelAll: Self { Self(.cancelAll, "") }

  /// Tells the parent, which reduces the output in this very step; see ``Child/reduce(_:_:hear:)``.
  @inlinable public static func output(_ output: Output) -> Self { Self(.output(output), "") }

  /// Whether nothing is asked for.
  @inlinable public var isEmpty: Bool { if case .none = content { true } else { false } }

  /// Everything that is asked for, in order.
  @inlinable public var commands: [EffectCommand<Effect, Output>] {
    switch content {
    case .none: return []
    case .one(let scope, let bits):
      let id = EffectID(bits.name.text, in: scope)
      return [EffectCommand(.run(bits.value(as: Effect.self), Policy(bits.number), .now), id)]
    case .many(let commands): return commands
    }
  }

  /// First what `left` asks for, then what `right` asks for.
  @inlinable public static func + (left: __owned Self, right: __owned Self) -> Self {
    var sum = left
    sum += right
    return sum
  }

  /// Appends what `right` asks for.
  ///
  /// - Complexity: amortised O(commands of `right`).
  @inlinable public static func += (left: inout Self, right: Self) {
    if left.isEmpty || right.isEmpty { return left = left.isEmpty ? right : left }
    var commands = left.commands
    left.content = .none  // so that the array has one owner and grows in place
    commands += right.commands
    left.content = .many(commands)
  }
}

extension EffectList: ExpressibleByArrayLiteral {
  /// All that the elements ask for, in order.
  public init(arrayLiteral elements: Self...) { self.init(elements.flatMap(\.commands)) }
}

extension EffectList where Effect: Sendable & Equatable, Output: Sendable & Equatable {
  /// Makes a child's effects its parent's: each goes through `embed`, each id and scope through `place`, which puts the way
  /// to the child before it, so that no other feature can meet them. What the child tells is reduced by `hear`, in the
  /// child's own order.
  @inlinable @inline(never) __consuming func lifted<Parent, ParentOutput>(
    _ embed: (Effect) -> Parent, _ place: (EffectScope) -> EffectScope,
    hear: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    switch content {
    case .none: return .none
    case .one(let scope, let bits):
      let (effect, scope) = (embed(bits.value(as: Effect.self)), place(scope))
      if Bits.canHold(Parent.self) { return .init(.one(scope, Bits(effect, beside: bits))) }
      return .init(.run(effect, Policy(bits.number), .now), EffectID(bits.name.text, in: scope))
    case .many(let commands): return commands.reduce(into: .none) { $0 += Self.lift($1, embed, place, hear) }
    }
  }

  @inlinable @inline(__always) static func lift<Parent, ParentOutput>(
    _ command: __owned EffectCommand<Effect, Output>, _ embed: (Effect) -> Parent,
    _ place: (EffectScope) -> EffectScope, _ hear: (Output) -> EffectList<Parent, ParentOutput>
  ) -> EffectList<Parent, ParentOutput> {
    let id = EffectID(command.id.name, in: place(command.id.scope))
    switch command.operation {
    case .run(let effect, let policy, let start): return .init(.run(embed(effect), policy, start), id)
    case .cancel: return .init(.cancel, id)
    case .cancelAll: return .init(.cancelAll, id)
    case .heard(let output): return .init(.heard(output), id)
    case .output(let output): return .init(.heard(ChildOutput(output)), id) + hear(output)
    }
  }
}

extension EffectList: Sendable where Effect: Sendable, Output: Sendable {}
extension EffectList.Content: Sendable where Effect: Sendable, Output: Sendable {}

extension EffectList: Equatable where Effect: Equatable, Output: Equatable {
  /// Whether both ask for the same, in the same order.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.commands == right.commands }
}

extension Policy {
  // Both casts are between types of one byte, or they would trap when they are compiled. Four cases without payloads are the
  // numbers 0 to 3, so any two bits are a case. `EffectListTests` takes each case through both, and does not compile with a
  // fifth one.
  @inlinable var bits: UInt8 { unsafeBitCast(self, to: UInt8.self) }
  @inlinable init(_ bits: UInt8) { self = unsafeBitCast(bits & 3, to: Policy.self) }
}
