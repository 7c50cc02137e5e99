/// The effects and timers that an id of a feature holds.
struct HeldID: Sendable {
  let name: String
  /// The scope of the feature.
  let scope: Int
  /// The ends of the list of the effects that run, wait or are queued, in the order of the commands.
  var first: Int?
  var last: Int?
  /// The number of cancelled effects that haven't stopped.
  var stopping = 0
  /// The element of the list that waits for a debounce, and the one that waits for the end of the throttle window.
  var debounce: Int?
  var trailing: Int?
  /// The open throttle window, and the duration of the next one.
  var window: Int?
  var windowDuration = Duration.zero

  var isEmpty: Bool { first == nil && window == nil && stopping == 0 }
}

extension EffectTable {
  /// The maximum number of ids that a feature keeps although they hold nothing, because they are usually used again.
  private static var keptIDs: Int { 8 }

  /// Returns the index of an id of a feature, which is created if necessary. Effects without an id are stored under the
  /// empty name.
  @usableFromInline mutating func makeID(_ name: String, in scope: Int) -> Int {
    if let last = scopes.all[scope].lastID, last.name == name { return last.index }
    let index = scopes.all[scope].ids[name] ?? addID(name, to: scope)
    scopes.all[scope].lastID = (name, index)
    return index
  }

  private mutating func addID(_ name: String, to scope: Int) -> Int {
    let id = HeldID(name: name, scope: scope)
    let index = freeIDs.popLast() ?? ids.count
    if index == ids.count { ids.append(id) } else { ids[index] = id }
    scopes.all[scope].ids[name] = index
    return index
  }

  func id(at index: Int) -> EffectID { EffectID(ids[index].name, in: scopes.path(of: ids[index].scope)) }

  /// Handles a change of what the id holds: begins the queued effect at the head of its list if everything before it
  /// has stopped, or removes the id if it holds nothing.
  @usableFromInline mutating func advanceQueue(_ id: Int) {
    if let head = ids[id].first, ids[id].stopping == 0, slots[head].phase == .queued { begin(head) }
    if ids[id].isEmpty { remove(id) }
  }

  mutating func remove(_ id: Int) {
    let scope = ids[id].scope
    if scopes.all[scope].isKept, scopes.all[scope].ids.count <= Self.keptIDs { return }
    if scopes.all[scope].lastID?.index == id { scopes.all[scope].lastID = nil }
    scopes.all[scope].ids[ids[id].name] = nil
    freeIDs.append(id)
    if freeIDs.count == ids.count, ids.count > 1_024 { (ids, freeIDs) = ([], []) }
    scopes.removeIfEmpty(scope)
  }

  /// Keeps a scope no longer if it holds nothing.
  @usableFromInline mutating func release(scope: Int) {
    scopes.all[scope].isKept = false
    for id in scopes.all[scope].ids.values where ids[id].isEmpty { remove(id) }
  }

  /// Appends the slot to the list of its id.
  mutating func link(_ slot: Int) {
    guard let id = slots[slot].id else { return }
    slots[slot].previous = ids[id].last
    if let last = ids[id].last { slots[last].next = slot } else { ids[id].first = slot }
    ids[id].last = slot
  }

  /// Removes the slot from the list of its id. The slot keeps its reference to the id.
  mutating func unlink(_ slot: Int) {
    guard let id = slots[slot].id else { return }
    let (previous, next) = (slots[slot].previous, slots[slot].next)
    if let previous { slots[previous].next = next } else { ids[id].first = next }
    if let next { slots[next].previous = previous } else { ids[id].last = previous }
    (slots[slot].previous, slots[slot].next) = (nil, nil)
  }
}
