import Colmeia
import Synchronization

/// Transfers the states of a store to a view store.
///
/// Everything here is independent of the types of the store. The closures that depend on them are created where a view
/// store is created, so that the compiler can specialize them.
@usableFromInline @MainActor final class Source {
  /// Calls a closure with the store's current state.
  @usableFromInline typealias Read = ((UnsafeRawPointer) -> Void) -> Void

  let shown: ShownState
  private let news = News()
  private let read: Read
  private let copy: (UnsafeRawPointer) -> ShownValue
  private var subscription: Subscription?
  private var isSending = false
  /// The newest action that was sent while another one was being sent or shown.
  private var inner: Sent?

  @usableFromInline init<State: Sendable>(_ state: State, read: @escaping Read) {
    shown = ShownState(ShownCopy(state))
    self.read = read
    copy = { ShownCopy(at: $0.assumingMemoryBound(to: State.self)) }
  }

  deinit { subscription?.cancel() }

  /// Begins to show changes.
  ///
  /// - Parameter subscribe: Subscribes to a store. Its parameters return a new number for each burst of actions, and
  ///   are called after each burst.
  @usableFromInline func connect(
    _ subscribe: (_ next: @escaping @Sendable () -> UInt64, _ arrive: @escaping @Sendable () -> Void) -> Subscription
  ) {
    news.begin()
    subscription = subscribe({ [news] in news.next() }) { [news, weak self] in
      if news.arrive() { Task { @MainActor in self?.showNews() } }
    }
    show()
  }

  @usableFromInline func send(_ send: () -> Sent) -> Sent {
    if isSending {
      let sent = send()
      inner = sent
      return sent
    }
    isSending = true
    news.begin()
    let sent = send()
    if sent.waitUntilReduced() { show() } else { postpone() }
    return sent
  }

  private func showNews() { if news.isPending { catchUp() } }

  /// Shows the newest state, unless an action is being sent or shown.
  func catchUp() {
    if isSending { return }
    isSending = true
    news.begin()
    show()
  }

  /// Shows the newest state until there are no more changes. Actions that observers send in the meantime are included,
  /// up to a limit.
  private func show() {
    for _ in 0..<64 {
      news.forget()
      while let sent = inner {
        inner = nil
        _ = sent.waitUntilReduced()
      }
      var new: ShownValue?
      read { if !shown.value.hasBytes(of: $0) { new = copy($0) } }
      if let new { shown.show(new) }
      if inner == nil, news.end() {
        isSending = false
        return
      }
    }
    inner = nil
    postpone()
  }

  private func postpone() {
    isSending = false
    news.postpone()
    Task { @MainActor [weak self] in self?.showNews() }
  }
}

extension StateSource {
  /// Calls `body` with a pointer to the current state.
  @inlinable func readBytes(_ body: (UnsafeRawPointer) -> Void) {
    store.read { root in place.readBytes(root, body) }
  }
}

/// The state that is shared between the threads of a store and the main actor.
final class News: Sendable {
  /// A change isn't shown yet.
  private static let pending: UInt8 = 1
  /// The main actor is already working on it and need not be woken.
  private static let busy: UInt8 = 2

  private let word = Atomic<UInt8>(0)
  private let ticks = Atomic<UInt64>(0)

  /// Returns a new number on each call.
  func next() -> UInt64 { ticks.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Records a change. Returns `true` if the main actor must be woken.
  func arrive() -> Bool { word.bitwiseOr(Self.pending, ordering: .acquiringAndReleasing).oldValue == 0 }

  var isPending: Bool { word.load(ordering: .acquiring) & Self.pending != 0 }
  func begin() { word.bitwiseOr(Self.busy, ordering: .acquiringAndReleasing) }
  func forget() { word.bitwiseAnd(~Self.pending, ordering: .acquiringAndReleasing) }

  /// Returns `false` if there was a change since `forget`.
  func end() -> Bool {
    word.compareExchange(expected: Self.busy, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  func postpone() { word.store(Self.pending, ordering: .releasing) }
}
