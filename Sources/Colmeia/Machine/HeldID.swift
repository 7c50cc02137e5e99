import ColmeiaMemory

/// What an id of a feature holds. It is there as long as it holds something.
///
/// `@unchecked Sendable`: the scope belongs to the same machine, which cannot be copied.
@usableFromInline struct HeldID<Effect: Sendable & Equatable>: @unchecked Sendable {
  @usableFromInline let name: ShortText
  /// The feature. It stays as long as it has an id.
  @usableFromInline unowned(unsafe) let scope: FeatureScope<Effect>
  /// What runs, waits or is queued, in the order in which it was commanded.
  @usableFromInline var list = Chain()
  /// How many cancelled effects have not stopped.
  @usableFromInline var stopping: Int32 = 0
  /// What waits in the list for a debounce, and for the end of the throttle's window.
  @usableFromInline var debounce: Int32 = -1
  @usableFromInline var trailing: Int32 = -1
  /// The open window of the throttle, and how long the next one will be.
  @usableFromInline var window: Int32 = -1
  @usableFromInline var windowDuration = Duration.zero

  @inlinable init(_ name: ShortText, _ scope: FeatureScope<Effect>) {
    (self.name, self.scope) = (name, scope)
  }

  @inlinable var isEmpty: Bool { list.isEmpty && window == -1 && stopping == 0 }
}

extension EffectTable {
  /// The scope at the end of the way; `nil` when it holds nothing and is not to be made.
  @inlinable mutating func scope(_ way: EffectScope, isMade: Bool) -> Scope? {
    guard let first = way.step else { return root }
    if let lastWay, lastWay.step === first { return lastWay.scope }
    var scope = root
    var step = Optional(first)
    while let next = step {
      if let child = scope.children[next.key] {
        scope = child
      } else {
        if !isMade { return nil }
        if scope.feature != nil { requests.append(.report(.undeclaredChild(next.key.description))) }
        scope = scope.makeChild(next.key)
      }
      step = next.inner
    }
    if first.isFixed, !scope.mayBeGone { lastWay = (first, scope) }
    return scope
  }

  /// The id; `nowhere` for what the root runs without one, which is in no list.
  @inlinable mutating func findOrMake(_ name: ShortText, _ way: EffectScope) -> Index {
    guard !name.isEmpty || !way.isRoot, let scope = scope(way, isMade: true) else { return Self.nowhere }
    if let found = scope.ids[name] { return found }
    let made = ids.insert(HeldID(name, scope))
    scope.ids.insert(made, for: name)
    scope.count(1)
    return made
  }

  /// After a change of what the id holds: begins what is queued at the head of its list, if everything before it has
  /// stopped, or gives the id back if it holds nothing any more.
  @inlinable mutating func advanceQueue(_ id: Index) {
    let head = ids[id].list.first
    if head != Self.nowhere, ids[id].stopping == 0, slots[head].phase == .queued { begin(head) }
    if ids[id].isEmpty { remove(id) }
  }

  /// The id holds nothing any more. Those in the first places come again as a rule, and stay as long as their feature.
  @inlinable mutating func remove(_ id: Index) {
    let scope = ids[id].scope
    if !scope.mayBeGone, id < 8 { return }
    scope.ids.remove(ids[id].name)
    ids.remove(at: id, leaving: HeldID(.short(0), root))
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
    if id != Self.nowhere { slots.append(slot, to: &ids[id].list) }
  }

  /// Takes the slot out of the list of its id, which it still names.
  @inlinable mutating func unlink(_ slot: Index) {
    let id = slots[slot].id
    if id != Self.nowhere { slots.remove(slot, from: &ids[id].list) }
  }
}
