import ColmeiaMemory
import Synchronization

/// The observers of a store or of a group, in the order of their first subscriptions.
@usableFromInline package struct ObserverLevel: ~Copyable {
  @usableFromInline package typealias Place = UnsafeMutablePointer<ObserverLevel>

  @usableFromInline package var all = Ordered<Observers>()
  /// The observers that further subscriptions can join.
  @usableFromInline package var known: [ObserverKey: Observers] = [:]
  @usableFromInline unowned package var owner: ObserverGroup?
  @usableFromInline package var watched = WatchedBytes()
  /// The number of observers that must be checked even if all watched bytes are the same.
  @usableFromInline package var unwatched = 0
  /// The observers within groups that subscriptions have joined since the last notification.
  @usableFromInline package var joined: [Observers] = []
  @inlinable package init() {}

  @inlinable package mutating func add<Kind: Observers>(_ observers: Kind) -> Kind {
    append(observers)
    return observers
  }

  @usableFromInline mutating func append(_ observers: Observers) {
    observers.outer = owner
    observers.number = all.append(observers)
    if let key = observers.key { known[key] = observers }
    if let bytes = observers.bytes { watched.add(bytes) } else { unwatched += 1 }
  }

  /// Returns whether there may be changes that observers must be notified of. Calls no client code.
  @inlinable package func mayHaveNews(of state: UnsafeRawPointer) -> Bool {
    unwatched > 0 || !watched.isEmpty && !watched.areSame(in: state)
  }

  /// Checks all observers, and notifies those whose value has changed.
  @usableFromInline package mutating func notify(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    all.forEach { place in
      // Not retained, because observers are removed only between two notifications.
      place.withMemoryRebound(to: Unmanaged<Observers>.self, capacity: 1) {
        $0.pointee._withUnsafeGuaranteedRef { $0.ask($0, state, isStopped) }
      }
    }
    notifyJoined(state, isStopped)
  }

  /// Checks the observers that subscriptions have joined.
  @usableFromInline package mutating func notifyJoined(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    for observers in joined { observers.notify(state, isStopped) }
    if !joined.isEmpty { joined.removeAll() }
    watched.note(state)
  }

  @usableFromInline package mutating func remove(_ observers: Observers) {
    if let key = observers.key { known[key] = nil }
    all.remove(observers.number)
    if observers.bytes == nil { unwatched -= 1 }
    if all.isEmpty { watched.removeAll() }
  }

  @usableFromInline package mutating func end() {
    all.forEach { $0.pointee.end() }
    self = Self()
  }
}

extension Observers {
  /// Removes observers without subscriptions from their level, which is `root` or that of their group. The group may
  /// then remove itself as well.
  @usableFromInline package func leave(_ root: ObserverLevel.Place) {
    whenEmpty?()
    let level = outer?.inner ?? root
    level.pointee.remove(self)
    if level.pointee.all.isEmpty { outer?.leave(root) }
  }
}
