import Colmeia
import Synchronization

/// Transfers the states of a store to a view store.
@MainActor final class Source<State: Sendable, Action: Sendable> {
  private let store: any FeatureStore<State, Action>
  private let news = News()
  private weak var view: ViewStore<State, Action>?
  private var subscription: Subscription?
  private var isSending = false
  /// The newest action that was sent while another one was being sent or shown.
  private var inner: Sent?

  init(_ store: some FeatureStore<State, Action>) { self.store = store }

  deinit { subscription?.cancel() }

  func connect(to view: ViewStore<State, Action>) {
    self.view = view
    news.begin()
    store.source.prepareToWait()
    // Called once for each burst of actions. The view store determines what has changed.
    subscription = store.subscribe { [news] _ in
      news.next()
    } receive: { [news, weak self] _ in
      if news.arrive() { Task { @MainActor in self?.catchUp() } }
    }
    show()
  }

  func send(_ action: Action) -> Sent {
    if isSending {
      let sent = store.send(action)
      inner = sent
      return sent
    }
    isSending = true
    news.begin()
    let sent = store.send(action)
    if sent.waitUntilReduced() { show() } else { postpone() }
    return sent
  }

  /// Shows changes since the last turn of the main actor.
  private func catchUp() {
    if isSending || !news.isPending { return }
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
      view?.show(store.state)
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
    Task { @MainActor [weak self] in self?.catchUp() }
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
