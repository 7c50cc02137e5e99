/// The identifiers that a client of ActionCable follows, in the order of their first subscription.
struct CableSubscriptions: Sendable {
  enum Standing: Sendable { case wanted, asked(at: Duration), confirmed }

  /// What a confirmation means.
  enum Confirmation: Sendable, Equatable {
    /// The subscription is active, and has been before or not.
    case active(isAgain: Bool)
    /// The subscription was active already.
    case known
    /// Nobody follows the identifier.
    case unwanted
  }

  private struct Entry {
    /// The subscribers. If the last one leaves before the server has confirmed, the entry is kept until it does.
    var handles: [CableMachine.Handle]
    var standing = Standing.wanted
    /// Whether the subscription has been active before.
    var wasConfirmed = false
  }

  private var entries: [CableIdentifier: Entry] = [:]
  private(set) var identifiers: [CableIdentifier] = []
  /// The number of identifiers that the server was asked for and hasn't confirmed yet.
  private var askedCount = 0

  /// The number of identifiers with a subscriber.
  var count: Int { entries.values.count { !$0.handles.isEmpty } }

  /// The earliest time at which the server was asked for an identifier that it hasn't confirmed yet.
  ///
  /// - Complexity: O(1) if all are confirmed.
  var askedSince: Duration? { unconfirmed.map(\.since).min() }

  /// The identifiers with a subscriber that the server was asked for and hasn't confirmed yet.
  ///
  /// - Complexity: O(1) if all are confirmed.
  var unconfirmed: [(identifier: CableIdentifier, since: Duration)] {
    if askedCount == 0 { return [] }
    return identifiers.compactMap { identifier in
      handles(of: identifier).isEmpty ? nil : askedSince(identifier).map { (identifier, $0) }
    }
  }

  func handles(of identifier: CableIdentifier) -> [CableMachine.Handle] { entries[identifier]?.handles ?? [] }

  func isConfirmed(_ identifier: CableIdentifier) -> Bool {
    if case .confirmed? = entries[identifier]?.standing { true } else { false }
  }

  func askedSince(_ identifier: CableIdentifier) -> Duration? {
    if case .asked(let time)? = entries[identifier]?.standing { time } else { nil }
  }

  /// Adds a subscriber. Returns whether it is the first one of its identifier.
  mutating func add(_ handle: CableMachine.Handle) -> Bool {
    if entries[handle.identifier] != nil {
      entries[handle.identifier]?.handles.append(handle)
      return false
    }
    entries[handle.identifier] = Entry(handles: [handle])
    identifiers.append(handle.identifier)
    return true
  }

  /// Removes a subscriber. Returns whether it was the last one of its identifier, and the server has confirmed it. If it
  /// hasn't, it will be told when it does: it might not heed the commands in their order.
  mutating func remove(_ handle: CableMachine.Handle) -> Bool {
    guard let place = handles(of: handle.identifier).firstIndex(of: handle) else { return false }
    entries[handle.identifier]?.handles.remove(at: place)
    if !handles(of: handle.identifier).isEmpty || askedSince(handle.identifier) != nil { return false }
    remove(handle.identifier)
    return true
  }

  mutating func remove(_ identifier: CableIdentifier) {
    set(identifier, .wanted)
    entries[identifier] = nil
    identifiers.removeAll { $0 == identifier }
  }

  mutating func set(_ identifier: CableIdentifier, _ standing: Standing) {
    if askedSince(identifier) != nil { askedCount -= 1 }
    entries[identifier]?.standing = standing
    if askedSince(identifier) != nil { askedCount += 1 }
  }

  /// Forgets what the server has, because the connection has ended.
  mutating func setAllWanted() {
    for identifier in identifiers {
      if handles(of: identifier).isEmpty { remove(identifier) } else { set(identifier, .wanted) }
    }
  }

  /// Records that the server has confirmed an identifier.
  mutating func confirm(_ identifier: CableIdentifier) -> Confirmation {
    guard let entry = entries[identifier] else { return .unwanted }
    guard askedSince(identifier) != nil else { return .known }
    if entry.handles.isEmpty {
      remove(identifier)
      return .unwanted
    }
    set(identifier, .confirmed)
    entries[identifier]?.wasConfirmed = true
    return .active(isAgain: entry.wasConfirmed)
  }
}
