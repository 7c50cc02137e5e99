/// The result of sending an action. You can ignore it, or wait until the effects of the action have finished:
///
/// ```swift
/// await store.send(.load(.husky)).finish()
/// ```
public struct Sent: Sendable {
  /// Whether the store has accepted the action.
  public enum Outcome: Sendable {
    /// The action has been reduced, or will be.
    case accepted
    /// The queue was full. The action was discarded, which is reported to the store's trace.
    case refused
    /// The store was stopped. The action was discarded.
    case stopped
  }

  /// Whether the store has accepted the action.
  public let outcome: Outcome
  /// What the action has started.
  @usableFromInline enum Origin: Hashable, Sendable {
    case nothing
    /// A family of effects.
    case family(Families.ID)
    /// Unknown yet: the action has waited in a queue under this number.
    case ticket(UInt64)
    /// All effects of a stopped store.
    case everything
    /// The store was stopped, or the queue is full.
    case stopped, refused
  }

  /// The engine of the store, or `nil` if the action has started nothing, which avoids reference counting.
  @usableFromInline let store: (any StoreEngine)?
  @usableFromInline let origin: Origin

  @inlinable init(_ outcome: Outcome, _ store: (any StoreEngine)? = nil, _ origin: Origin = .nothing) {
    (self.outcome, self.store, self.origin) = (outcome, store, origin)
  }

  /// Waits until all effects and timers that this action has started have ended, including those of the actions that
  /// these effects send. Long-lived effects are not included. By then, subscribers have been notified of the results.
  ///
  /// Returns early if the store is stopped or the waiting task is cancelled. Cancelling the waiting task doesn't cancel
  /// any effects.
  public func finish() async {
    await store?.wait(for: origin)
  }
}

/// Where an action was sent.
public struct SendSite: Hashable, Sendable, CustomStringConvertible {
  /// The file, as in `Module/File.swift`.
  public let file: String
  /// The line, from 1.
  public let line: Int

  /// Creates a site from `#fileID` and `#line`.
  @inlinable public init(_ file: String, _ line: Int) { (self.file, self.line) = (file, line) }
  /// The file and the line, as in `Module/File.swift:7`.
  public var description: String { "\(file):\(line)" }
}

/// The operations that ``Sent`` needs from its store's engine, independent of the reducer type.
@usableFromInline protocol StoreEngine: AnyObject, Sendable {
  /// Waits until everything that descends from a send has ended.
  func wait(for origin: Sent.Origin) async
}
