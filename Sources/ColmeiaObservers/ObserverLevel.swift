import ColmeiaMemory
import Synchronization

/// The observers of a store, or within a group, in the order of their first subscriptions.
@usableFromInline package struct ObserverLevel: ~Copyable {
  @usableFromInline package typealias Place = UnsafeMutablePointer<ObserverLevel>

  @usableFromInline package var all = Ordered<Observers>()
  /// Those that may be joined by others.
  @usableFromInline package var known: [ObserverKey: Observers] = [:]
  @usableFromInline unowned package var owner: ObserverGroup?
  @usableFromInline package var watched = WatchedBytes()
  /// How many have to be asked, whatever bytes are the same.
  @usableFromInline package var unwatched = 0
  /// Those within groups that somebody has joined since all were asked.
  @usableFromInline package var joined: [Observers] = []
  @inlinable package init() {}

  @inlinable package mutating func add<Kind: Observers>(_ observers: Kind) -> Kind {
    observers.outer = owner
    observers.number = all.append(observers)
    if let key = observers.key { known[key] = observers }
    if let bytes = observers.bytes { watched.add(bytes) } else { unwatched += 1 }
    return observers
  }

  /// Whether somebody may have to be told of the state. Calls nothing of others.
  @inlinable package func mayHaveNews(of state: UnsafeRawPointer) -> Bool {
    unwatched > 0 || !watched.isEmpty && !watched.areSame(in: state)
  }

  /// Asks all, and tells those who are to be told.
  @inlinable package mutating func notify(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    all.forEach { place in
      // Without a retain: observers leave between two notifications.
      place.withMemoryRebound(to: Unmanaged<Observers>.self, capacity: 1) {
        $0.pointee._withUnsafeGuaranteedRef { $0.ask($0, state, isStopped) }
      }
    }
    notifyJoined(state, isStopped)
  }

  /// Asks those whom somebody has joined.
  @inlinable package mutating func notifyJoined(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
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
  /// Nobody is left: leaves the level, `root` or that within the group, which may then leave itself.
  @usableFromInline package func leave(_ root: ObserverLevel.Place) {
    whenEmpty?()
    let level = outer?.inner ?? root
    level.pointee.remove(self)
    if level.pointee.all.isEmpty { outer?.leave(root) }
  }
}
