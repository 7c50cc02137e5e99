import ColmeiaMemory

/// What an id of a feature holds. It is there as long as it holds something.
///
/// `@unchecked Sendable`: the scope belongs to the same machine, which cannot be copied.
@usableFromInline struct HeldID<Effect: Sendable & Equatable>: @unchecked Sendable {
  @usableFromInline let name: String
  /// The feature. It stays as long as it has an id.
  @usableFromInline unowned(unsafe) let scope: FeatureScope<Effect>
  /// What runs, waits or is queued, in the order in which it was commanded.
  @usableFromInline var first: Int32 = -1
  @usableFromInline var last: Int32 = -1
  /// How many cancelled effects have not stopped.
  @usableFromInline var stopping: Int32 = 0
  /// What waits in the list for a debounce, and for the end of the throttle's window.
  @usableFromInline var debounce: Int32 = -1
  @usableFromInline var trailing: Int32 = -1
  /// The open window of the throttle, and how long the next one will be.
  @usableFromInline var window: Int32 = -1
  @usableFromInline var windowDuration = Duration.zero

  @inlinable init(_ name: String, _ scope: FeatureScope<Effect>) {
    self.name = name
    self.scope = scope
  }

  @inlinable var isEmpty: Bool { first == -1 && window == -1 && stopping == 0 }
}

extension EffectTable {
  @inlinable func find(_ way: EffectScope) -> Scope? {
    var scope = root
    var step = way.step
    while let next = step {
      guard let child = scope.children[next.key] else { return nil }
      scope = child
      step = next.inner
    }
    return scope
  }

  @inlinable func find(_ id: EffectID) -> Index? { find(id.scope)?.ids[id.name] }

  @inlinable mutating func findOrMake(_ way: EffectScope) -> Scope {
    guard let first = way.step else { return root }
    if let lastWay, lastWay.step === first { return lastWay.scope }
    var scope = root
    var step = Optional(first)
    while let next = step {
      scope = scope.children[next.key] ?? makeScope(next.key, in: scope)
      step = next.inner
    }
    if !scope.mayBeGone { lastWay = (first, scope) }
    return scope
  }

  @usableFromInline mutating func makeScope(_ key: ScopeKey, in parent: Scope) -> Scope {
    if parent.ask != nil { requests.append(.report(.undeclaredChild(key.description))) }
    return parent.makeChild(key)
  }

  /// The id; `nowhere` for what the root runs without one, which is in no list.
  @inlinable mutating func findOrMake(_ id: EffectID) -> Index {
    if id.name.isEmpty, id.scope.isRoot { return Self.nowhere }
    let scope = findOrMake(id.scope)
    if let found = scope.ids[id.name] { return found }
    let made = ids.insert(HeldID(id.name, scope))
    scope.ids.insert(made, for: id.name)
    scope.count(1)
    return made
  }

  /// After a change of what the id holds: begins what is queued at the head of its list, if everything before it has
  /// stopped, or gives the id back if it holds nothing any more.
  @inlinable mutating func settle(_ id: Index) {
    let head = ids[id].first
    if head != Self.nowhere, ids[id].stopping == 0, slots[head].phase == .queued { begin(head) }
    if ids[id].isEmpty { remove(id) }
  }

  @inlinable mutating func remove(_ id: Index) {
    let scope = ids[id].scope
    scope.ids.remove(ids[id].name)
    ids.remove(at: id, leaving: HeldID("", root))
    scope.count(-1)
    var unused = Optional(scope)
    while let next = unused, next.mayBeGone, next.held == 0 {
      unused = next.parent
      next.removeIfUnused()
    }
  }

  /// Appends the slot to the list of its id.
  @inlinable mutating func link(_ slot: Index) {
    let id = slots[slot].id
    if id == Self.nowhere { return }
    let last = ids[id].last
    slots[slot].previous = last
    if last == Self.nowhere { ids[id].first = slot } else { slots[last].next = slot }
    ids[id].last = slot
  }

  /// Takes the slot out of the list of its id, which it still names.
  @inlinable mutating func unlink(_ slot: Index) {
    let (id, previous, next) = (slots[slot].id, slots[slot].previous, slots[slot].next)
    if id == Self.nowhere { return }
    if previous == Self.nowhere { ids[id].first = next } else { slots[previous].next = next }
    if next == Self.nowhere { ids[id].last = previous } else { slots[next].previous = previous }
    (slots[slot].previous, slots[slot].next) = (Self.nowhere, Self.nowhere)
  }
}
