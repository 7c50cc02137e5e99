import ColmeiaMemory

/// The effects and timers that an id of a feature holds. It exists as long as it holds something.
///
/// `@unchecked Sendable`: The scope belongs to the same machine, which can't be copied.
@usableFromInline struct HeldID<Effect: Sendable & Equatable>: @unchecked Sendable {
  @usableFromInline let name: ShortText
  /// The scope of the feature. It exists as long as it has an id.
  @usableFromInline unowned(unsafe) let scope: FeatureScope<Effect>
  /// The effects that run, wait or are queued, in the order of the commands.
  @usableFromInline var list = Chain()
  /// The number of cancelled effects that haven't stopped.
  @usableFromInline var stopping: Int32 = 0
  /// The element of the list that waits for a debounce, and the one that waits for the end of the throttle window.
  @usableFromInline var debounce: Int32 = -1
  @usableFromInline var trailing: Int32 = -1
  /// The open throttle window, and the duration of the next one.
  @usableFromInline var window: Int32 = -1
  @usableFromInline var windowDuration = Duration.zero

  @inlinable init(_ name: ShortText, _ scope: FeatureScope<Effect>) { (self.name, self.scope) = (name, scope) }

  @inlinable var isEmpty: Bool { list.isEmpty && window == -1 && stopping == 0 }
}

extension EffectTable {
  /// Returns the scope at the end of a path. If it doesn't exist, creates it if `isMade` is `true`, and otherwise
  /// returns `nil`.
  @inlinable mutating func scope(_ way: EffectScope, isMade: Bool) -> Scope? {
    guard let first = way.step else { return root }
    if let lastWay, lastWay.step === first { return lastWay.scope }
    var scope = root
    for key in first {
      if let child = scope.children[key] {
        scope = child
      } else {
        if !isMade { return nil }
        let parent = scope.feature.map { "\($0.takeUnretainedValue().reducer)" }
        if let parent { requests.append(.report(.undeclaredChild(key.description, parent: parent))) }
        scope = scope.makeChild(key)
      }
    }
    if first.isFixed, !scope.mayBeRemoved { lastWay = (first, scope) }
    return scope
  }

  /// Returns the index of the id, or `nowhere` for an effect of the root without an id, which is in no list.
  @inlinable mutating func findOrMake(_ name: ShortText, _ way: EffectScope) -> Index {
    if way.isRoot, let found = root.ids[name] { return found }  // Counts no reference to the root.
    guard !name.isEmpty || !way.isRoot, let scope = scope(way, isMade: true) else { return Self.nowhere }
    if scope.hasEnded { scope.count(0) }  // the id may still hold what is stopping
    if let found = scope.ids[name] { return found }
    let made = ids.insert(HeldID(name, scope))
    scope.ids.insert(made, for: name)
    scope.count(1)
    return made
  }

  /// Returns an id, or `nil` for that of an effect of the root without an id.
  @usableFromInline func id(at index: Index) -> EffectID? {
    index == Self.nowhere ? nil : EffectID(ids[index].name.text, in: ids[index].scope.way)
  }

  /// Handles a change of what the id holds: begins the queued effect at the head of its list if everything before it
  /// has stopped, or removes the id if it holds nothing.
  @inlinable mutating func advanceQueue(_ id: Index) {
    let head = ids[id].list.first
    if head != Self.nowhere, ids[id].stopping == 0, slots[head].phase == .queued { begin(head) }
    if ids[id].isEmpty { remove(id) }
  }

  /// Removes an id that holds nothing. The first ids are kept as long as their feature exists, because they are usually
  /// used again.
  @inlinable mutating func remove(_ id: Index) {
    if id < 8, !ids[id].scope.mayBeRemoved { return }
    let scope = ids[id].scope
    scope.ids.remove(ids[id].name)
    ids.remove(at: id, leaving: HeldID(.short(0), root))
    scope.count(-1)
    var unused = Optional(scope)
    while let next = unused, next.mayBeRemoved, next.held == 0 {
      unused = next.parent
      next.removeIfUnused()
    }
  }

  /// Appends the slot to the list of its id.
  @inlinable mutating func link(_ slot: Index) {
    let id = slots[slot].id
    if id != Self.nowhere { slots.append(slot, to: &ids[id].list) }
  }

  /// Removes the slot from the list of its id. The slot keeps its reference to the id.
  @inlinable mutating func unlink(_ slot: Index) {
    let id = slots[slot].id
    if id != Self.nowhere { slots.remove(slot, from: &ids[id].list) }
  }
}
