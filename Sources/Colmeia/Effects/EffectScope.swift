import ColmeiaMemory

/// The way from a reducer down to one of its children, outermost step first: `["dogs", 7, "photo"]`.
///
/// A ``Child`` puts its name before everything that it has asked for. So two features that both say `load` are
/// kept apart, and what a removed child had started is found. Immutable and shared; prepending a step is O(1).
public struct EffectScope: Sendable {
  @usableFromInline typealias Step = ColmeiaMemory.Step<ScopeKey>
  @usableFromInline let step: Step?
  @inlinable init(step: Step?) { self.step = step }

  /// The way through `keys`, outermost first; none is the reducer itself.
  public init(_ keys: ScopeKey...) { self.init(keys) }

  /// The way through `keys`, outermost first.
  public init(_ keys: [ScopeKey]) {
    step = keys.reversed().reduce(nil) { inner, key in Step(key, inner) }
  }

  /// The reducer itself: nothing has been lifted.
  @inlinable public static var root: Self { Self(step: nil) }
  /// Whether this is the reducer itself.
  @inlinable public var isRoot: Bool { step == nil }
  /// The child that the way leads through first; `nil` at the reducer itself.
  @inlinable public var first: ScopeKey? { step?.key }

  /// All steps, outermost first.
  ///
  /// - Complexity: O(depth).
  public var keys: [ScopeKey] { Array(sequence(first: step) { $0?.inner }.lazy.compactMap { $0?.key }) }
}

extension EffectScope: Hashable, CustomStringConvertible {
  /// Whether both lead to the same child.
  ///
  /// - Complexity: O(depth).
  public static func == (left: Self, right: Self) -> Bool { left.step === right.step || left.keys == right.keys }
  /// Feeds every step to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(keys) }
  /// The steps joined by slashes.
  public var description: String { keys.map(\.description).joined(separator: "/") }
}
