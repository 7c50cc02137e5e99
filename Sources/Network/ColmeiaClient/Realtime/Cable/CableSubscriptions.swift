/// The identifiers that a client of ActionCable follows, in the order of their first subscription.
struct CableSubscriptions: Sendable {
  enum Standing: Sendable { case wanted, asked(at: Duration), confirmed }

  private struct Entry {
    var handles: [CableMachine.Handle]
    var standing = Standing.wanted
    /// Whether the subscription has been active before.
    var wasConfirmed = false
  }

  private var entries: [CableIdentifier: Entry] = [:]
  private(set) var identifiers: [CableIdentifier] = []
  /// The number of identifiers that the server was asked for and hasn't confirmed yet.
  private var askedCount = 0

  var count: Int { entries.count }

  /// The earliest time at which the server was asked for an identifier that it hasn't confirmed yet.
  ///
  /// - Complexity: O(1) if all are confirmed.
  var askedSince: Duration? {
    if askedCount == 0 { return nil }
    return identifiers.compactMap(askedSince).min()
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

  /// Removes a subscriber. Returns whether it was the last one of its identifier.
  mutating func remove(_ handle: CableMachine.Handle) -> Bool {
    guard let place = handles(of: handle.identifier).firstIndex(of: handle) else { return false }
    entries[handle.identifier]?.handles.remove(at: place)
    if !handles(of: handle.identifier).isEmpty { return false }
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

  mutating func setAllWanted() { for identifier in identifiers { set(identifier, .wanted) } }

  /// Records that the server has confirmed an identifier. Returns whether it was active before, or `nil` if the server
  /// wasn't asked for it.
  mutating func confirm(_ identifier: CableIdentifier) -> Bool? {
    guard let entry = entries[identifier], askedSince(identifier) != nil else { return nil }
    set(identifier, .confirmed)
    entries[identifier]?.wasConfirmed = true
    return entry.wasConfirmed
  }
}
