/// What each feature has started, in a tree like that of the features. A scope exists while it holds something, except
/// those of children that exist as long as their parent.
@usableFromInline struct Scope: Sendable {
  @usableFromInline let key: ScopeKey
  /// The index of the parent; the root is its own parent.
  @usableFromInline let parent: Int
  /// Whether this feature, or one above it, may be removed while the root exists.
  @usableFromInline let mayBeRemoved: Bool
  /// Whether the scope is kept although it holds nothing.
  @usableFromInline var isKept: Bool
  /// Whether the index belongs to no scope.
  @usableFromInline var isFree = false
  @usableFromInline var children: [ScopeKey: Int] = [:]
  /// The index of each id that holds something, and of a few others.
  @usableFromInline var ids: [String: Int] = [:]
  /// The id that was used last, which is found without hashing.
  @usableFromInline var lastID: (name: String, index: Int)?
  /// The number of effects and timers of this feature that haven't been cancelled.
  @usableFromInline var live = 0
  /// The children that the machine checks after a step, because they may be removed and something below them is live.
  @usableFromInline var busy: [Int] = []
  /// The index in the parent's `busy`.
  @usableFromInline var busyIndex: Int?
  /// The children that the machine asks for long-lived effects after each step, in the order of their declarations.
  @usableFromInline var watched: [Int] = []

  /// Whether it holds nothing and isn't kept.
  var isEmpty: Bool { !isFree && !isKept && ids.isEmpty && children.isEmpty && live == 0 }

  init(_ key: ScopeKey, parent: Int, mayBeRemoved: Bool, isKept: Bool) {
    (self.key, self.parent, self.mayBeRemoved, self.isKept) = (key, parent, mayBeRemoved, isKept)
  }
}

/// The scopes of a machine, by index. The root has the index 0.
@usableFromInline struct ScopeTree: Sendable {
  @usableFromInline var all: [Scope] = [Scope("", parent: 0, mayBeRemoved: false, isKept: true)]
  private var free: [Int] = []
  /// The scope that was used last, which is found without hashing.
  @usableFromInline var last: (path: EffectScope, index: Int)?
  /// The scopes that were removed since the machine last emptied the array.
  @usableFromInline var removed: [Int] = []

  init() {}

  @usableFromInline func child(_ key: ScopeKey, of parent: Int) -> Int? { all[parent].children[key] }

  /// Returns the scope at the end of a path, if it exists.
  @usableFromInline mutating func find(_ path: EffectScope) -> Int? {
    if path.isRoot { return 0 }
    if let last, last.path == path { return last.index }
    var index = 0
    for key in path.keys {
      guard let child = all[index].children[key] else { return nil }
      index = child
    }
    last = (path, index)
    return index
  }

  /// Whether nothing needs to be checked after a step.
  @inlinable var isIdle: Bool { all[0].busy.isEmpty && all[0].watched.isEmpty }

  @usableFromInline mutating func add(
    _ key: ScopeKey, to parent: Int, mayBeRemoved: Bool, isKept: Bool, isWatched: Bool
  ) -> Int {
    let scope = Scope(
      key, parent: parent, mayBeRemoved: mayBeRemoved || all[parent].mayBeRemoved, isKept: isKept)
    let index = free.popLast() ?? all.count
    if index == all.count { all.append(scope) } else { all[index] = scope }
    all[parent].children[key] = index
    if isWatched { all[parent].watched.append(index) }
    return index
  }

  /// The path from the root.
  @usableFromInline func path(of index: Int) -> EffectScope {
    var (keys, index) = ([ScopeKey](), index)
    while index != 0 {
      keys.append(all[index].key)
      index = all[index].parent
    }
    return EffectScope(keys.reversed())
  }

  /// The scope and all below it.
  func below(_ index: Int) -> [Int] {
    var (found, next) = ([index], 0)
    while next < found.count {
      found += all[found[next]].children.values
      next += 1
    }
    return found
  }

  // MARK: What is live

  mutating func beginLive(_ index: Int) {
    all[index].live += 1
    if all[index].live == 1 { markBusy(index) }
  }

  mutating func endLive(_ index: Int) {
    all[index].live -= 1
    unmarkIfIdle(index)
  }

  private mutating func markBusy(_ index: Int) {
    if !all[index].mayBeRemoved { return }
    var index = index
    while index != 0, all[index].busyIndex == nil {
      let parent = all[index].parent
      all[index].busyIndex = all[parent].busy.count
      all[parent].busy.append(index)
      index = parent
    }
  }

  private mutating func unmarkIfIdle(_ index: Int) {
    var index = index
    while all[index].live == 0, all[index].busy.isEmpty, let position = all[index].busyIndex {
      all[index].busyIndex = nil
      let parent = all[index].parent
      let last = all[parent].busy.removeLast()
      if last != index {
        all[parent].busy[position] = last
        all[last].busyIndex = position
      }
      index = parent
    }
  }

  /// Removes the scope, and those above it, if they hold nothing and aren't kept.
  @usableFromInline mutating func removeIfEmpty(_ index: Int) {
    var index = index
    while index != 0, all[index].isEmpty {
      let parent = all[index].parent
      remove(index)
      index = parent
    }
  }

  /// Removes a scope that holds nothing, and the scopes below it.
  @usableFromInline mutating func remove(_ index: Int) {
    let (parent, key) = (all[index].parent, all[index].key)
    for child in all[index].children.values.sorted() { remove(child) }
    all[parent].children[key] = nil
    all[parent].watched.removeAll { $0 == index }
    all[index] = Scope("", parent: 0, mayBeRemoved: false, isKept: false)
    all[index].isFree = true
    if last?.index == index { last = nil }
    free.append(index)
    removed.append(index)
  }
}
