import Observation

/// A value of a store as a front end on the main actor reads it: always the newest that the main actor has
/// been told of, and observable, so that a view that reads it is drawn again when it changes.
///
/// ```swift
/// @State private var title = store.observed(\.feed.title)   // in SwiftUI: Text(title.value)
/// ```
///
/// Only views that read this value are drawn again. It is up to date as long as somebody holds it.
@MainActor @Observable public final class Observed<Value: Equatable & Sendable> {
  /// The newest value.
  public private(set) var value: Value
  @ObservationIgnored private var subscription: Subscription?

  init<Store: FeatureStore>(_ store: Store, _ path: KeyPath<Store.State, Value> & Sendable) {
    value = store.withState { (copy $0)[keyPath: path] }
    subscription = store.subscribeOnMainActor(to: path) { [weak self] value in
      if let self, self.value != value { self.value = value }
    }
  }

  deinit { subscription?.cancel() }
}

/// The newest value on its way to the main actor.
private final class Mailbox<Value: Sendable>: Sendable {
  private let content = Guarded<(newest: Value?, isClosed: Bool)>((nil, false))

  /// `true` when nothing was on its way.
  func put(_ value: Value) -> Bool {
    content.withLock { content in
      defer { content.newest = value }
      return content.newest == nil
    }
  }

  func take() -> Value? {
    content.withLock { content in
      defer { content.newest = nil }
      return content.isClosed ? nil : content.newest
    }
  }

  func close() { content.withLock { $0.isClosed = true } }
}

extension FeatureStore {
  /// Calls `receive` on the main actor with the value at `path`, and again whenever it has changed. Values
  /// that change faster than the main actor comes to it are left out; the newest always arrives.
  ///
  /// Cancelled on the main actor, it is not called again; nor is it when the store was stopped.
  @MainActor @discardableResult public func subscribeOnMainActor<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Subscription {
    let mailbox = Mailbox<Value>()
    let inner = subscribe(
      to: path,
      receive: { value in
        guard mailbox.put(value) else { return }
        Task { @MainActor in
          if let value = mailbox.take() { receive(value) }
        }
      }, end: { mailbox.close() })
    return Subscription { _ in
      mailbox.close()
      inner.cancel()
    }
  }

  /// The value at `path` for views: see ``Observed``.
  @MainActor public func observed<Value: Equatable & Sendable>(
    _ path: KeyPath<State, Value> & Sendable
  ) -> Observed<Value> {
    Observed(self, path)
  }
}
