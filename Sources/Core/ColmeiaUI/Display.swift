import Colmeia
import ColmeiaBase
import Synchronization

/// Shows the state of a store on the main actor. All view stores of a store share it, so that they show an action that one
/// of them sends at the same time.
@usableFromInline @MainActor final class Display {
  private struct WeakRoot {
    weak var root: Root?
  }

  private let reader: StateReader
  private let news = News()
  private var roots: [WeakRoot] = []
  private var change = Change()
  /// Whether an action is being sent or shown.
  private var isBusy = false
  /// Whether an action was sent in the meantime.
  private var hasSent = false

  private init(_ frontEnd: FrontEnd) {
    reader = frontEnd.reader
    frontEnd.content.withLock { [news] content in
      content.display = self
      content.whenLeft = { if news.isOnMainThread { news.fallBehind() } }
    }
  }

  /// Returns what the view stores of a source show.
  static func root<State>(_ source: StateSource<State>) -> ShownRoot<State> {
    let display = source.frontEnd.content.withLock { $0.display } as? Display ?? Display(source.frontEnd)
    for case let root as ShownRoot<State> in display.roots.map(\.root) where root.source.path == source.path {
      return root
    }
    let subscription = source.makeSubscription()
    if !display.isBusy { display.news.begin() }
    source.join(subscription, display.join(subscription))
    // Not at once, because a view may be reading.
    if !display.isBusy { display.postpone() }
    let root = ShownRoot(source, display, subscription)
    display.roots = display.roots.filter { $0.root != nil } + [WeakRoot(root: root)]
    return root
  }

  /// Returns a subscription that tells the display of every change, which it compares with what it shows.
  private func join<State>(_ subscription: Subscription) -> Join<State> {
    let deliver: Delivery = { [news] _ in
      if news.isOnMainThread {
        #if canImport(Darwin)
          MainActor.assumeIsolated { self.catchUp() }
        #else
          // The main actor may have left the thread. If it is the caller, the task begins at once.
          Task.immediate { @MainActor in self.catchUp() }
        #endif
      } else if news.mustWake() {
        Task { @MainActor in self.showNews() }
      }
    }
    return Join([], accepts: { _ in false }) { [news] _ in
      let subscribers = ObservedValue<Bool>()
      subscribers.add(ObservedValue.Subscriber(subscription, { _ in }, nil))
      // While the main actor is busy, it looks again afterwards.
      return ({ _ in news.arrive() ? nil : deliver }, subscribers)
    }
  }

  @usableFromInline func send(_ send: () -> Sent?) -> Sent? {
    if isBusy {
      hasSent = true
      return send()
    }
    isBusy = true
    news.begin()
    let sent = send()
    if reader.isCurrent { postpone() } else { show() }
    return sent
  }

  /// Called by every reader. Shows what was sent on the main actor while another thread called the subscribers.
  func keepUp() {
    news.stayOnThread()
    if news.isBehind { catchUp() }
  }

  /// Shows the newest state, unless an action is being sent or shown.
  func catchUp() { if !isBusy, !reader.isCurrent { _ = send { nil } } }

  private func showNews() { if news.isPending { catchUp() } }

  /// Shows the newest state until there are no more changes. Actions that observers send in the meantime are included,
  /// up to a limit.
  private func show() {
    for _ in 0..<64 {
      hasSent = false
      news.forget()
      for index in roots.indices { roots[index].root?.stage(&change) }
      change.make()
      if !hasSent, news.end() {
        isBusy = false
        return
      }
    }
    postpone()
  }

  private func postpone() {
    isBusy = false
    news.postpone()
    Task { @MainActor in showNews() }
  }
}

/// What view stores show of a store.
@MainActor class Root {
  final let display: Display
  private final let subscription: Subscription

  init(_ display: Display, _ subscription: Subscription) {
    (self.display, self.subscription) = (display, subscription)
  }

  deinit { subscription.cancel() }

  /// Adds the changes.
  func stage(_ change: inout Change) {}
}

final class ShownRoot<State: Sendable>: Root {
  let source: StateSource<State>
  let shown: Shown<State>

  init(_ source: StateSource<State>, _ display: Display, _ subscription: Subscription) {
    var state: State?
    source.read { state = $0 }
    guard let state else { preconditionFailure("reading a store always provides its state") }
    (self.source, shown) = (source, Shown(state))
    super.init(display, subscription)
  }

  override func stage(_ change: inout Change) {
    source.read { shown.newest = Snapshot($0) }
    shown.stage(&change)
  }
}

/// The state that is shared between the threads of a store and the main actor.
final class News: Sendable {
  /// A change isn't shown yet.
  private static let pending: UInt8 = 1
  /// The main actor was woken.
  private static let woken: UInt8 = 2
  /// The main actor is already working on it.
  private static let busy: UInt8 = 4
  /// The main actor itself has sent something that it hasn't shown.
  private static let behind: UInt8 = 8

  private let word = Atomic<UInt8>(0)
  /// The thread on which the main actor was last.
  private let thread = Atomic<UInt>(0)

  func stayOnThread() { thread.store(currentThread(), ordering: .relaxed) }
  var isOnMainThread: Bool { thread.load(ordering: .relaxed) == currentThread() }

  /// Records a change. Returns `true` if the main actor is busy, so that it need not be told.
  func arrive() -> Bool { add(isOnMainThread ? Self.pending | Self.behind : Self.pending) & Self.busy != 0 }
  func mustWake() -> Bool { add(Self.woken) & Self.woken == 0 }
  func fallBehind() { _ = add(Self.behind) }

  var isPending: Bool { word.load(ordering: .acquiring) & Self.pending != 0 }
  var isBehind: Bool { word.load(ordering: .acquiring) & Self.behind != 0 }
  func begin() {
    stayOnThread()
    _ = add(Self.busy)
  }
  func forget() { word.store(Self.busy, ordering: .sequentiallyConsistent) }

  /// Returns `false` if there was a change since `forget`.
  func end() -> Bool {
    word.compareExchange(expected: Self.busy, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  func postpone() { word.store(Self.pending | Self.woken, ordering: .releasing) }

  private func add(_ bit: UInt8) -> UInt8 { word.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue }
}
