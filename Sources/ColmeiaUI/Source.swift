import Colmeia
import Synchronization

/// Brings the states of a store to the view store that shows it.
@MainActor final class Source<State: Sendable, Action: Sendable> {
  private let store: any FeatureStore<State, Action>
  private let news = News()
  private weak var view: ViewStore<State, Action>?
  private var subscription: Subscription?
  private var isSending = false
  /// The newest action that was sent while another was being sent or shown.
  private var inner: Sent?

  init(_ store: some FeatureStore<State, Action>) { self.store = store }

  deinit { subscription?.cancel() }

  func connect(to view: ViewStore<State, Action>) {
    self.view = view
    news.begin()
    store.source.prepareToWait()
    // A tick for each burst of actions. What has changed is found out where it is shown.
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

  /// In a turn of the main actor: something has changed since the last one.
  private func catchUp() {
    if isSending || !news.isPending { return }
    isSending = true
    news.begin()
    show()
  }

  /// Shows the newest state until nothing is new. What observers send meanwhile is shown here, too, but not without end.
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

/// What the threads of a store and the main actor know of each other.
final class News: Sendable {
  /// Something has changed that is not shown.
  private static let pending: UInt8 = 1
  /// The main actor is at it: nobody need wake it.
  private static let busy: UInt8 = 2

  private let word = Atomic<UInt8>(0)
  private let ticks = Atomic<UInt64>(0)

  /// Another number each time.
  func next() -> UInt64 { ticks.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Something has changed; `true` when the main actor must be woken.
  func arrive() -> Bool { word.bitwiseOr(Self.pending, ordering: .acquiringAndReleasing).oldValue == 0 }

  var isPending: Bool { word.load(ordering: .acquiring) & Self.pending != 0 }
  func begin() { word.bitwiseOr(Self.busy, ordering: .acquiringAndReleasing) }
  func forget() { word.bitwiseAnd(~Self.pending, ordering: .acquiringAndReleasing) }

  /// `false` when something has changed since `forget`.
  func end() -> Bool {
    word.compareExchange(expected: Self.busy, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  func postpone() { word.store(Self.pending, ordering: .releasing) }
}
