// After a step, this determines which features were removed, and which long-lived effects the existing features name.
// Only two kinds of scopes are checked: those in which something is live, and those whose types declare long-lived
// effects. Of a table, only the changed rows are checked.
extension Machine {
  /// Cancels the effects of removed features, and starts and cancels long-lived effects as the state requires.
  @inlinable @inline(never) mutating func checkFeatures() {
    var changes = FeatureChanges()
    check(0, &changes)
    if !changes.isEmpty { carryOut(changes) }
  }

  /// Checks an existing feature and what is below it.
  @inlinable mutating func check(_ index: Int, _ changes: inout FeatureChanges) {
    if index == 0 {
      if R.declaresLongLived {
        compare(reducer.named(in: value), of: 0, &changes)
      }
    } else if let declaration = features[index].declaration {
      checkLongLived(declaration, index, &changes)
    }
    checkBelow(index, &changes)
  }

  @inlinable @inline(__always) mutating func checkLongLived(
    _ declaration: ChildDeclaration<R.State, R.Effect>, _ index: Int, _ changes: inout FeatureChanges
  ) {
    if let longLived = declaration.longLived { compare(longLived(&value, features[index].key), of: index, &changes) }
  }

  @inlinable mutating func checkBelow(_ index: Int, _ changes: inout FeatureChanges) {
    // By position, because copying the array costs more than looking at a child.
    var position = 0
    while position < table.scopes.all[index].watched.count {
      checkDeclared(table.scopes.all[index].watched[position], &changes)
      position += 1
    }
    position = 0
    while position < table.scopes.all[index].busy.count {
      checkDeclared(table.scopes.all[index].busy[position], &changes, unlessWatched: true)
      position += 1
    }
  }

  @inlinable mutating func compare(
    _ named: LongLivedEffects<R.Effect>, of index: Int, _ changes: inout FeatureChanges
  ) {
    if features[index].runs(named) { return }
    if named != features[index].named { name(named, of: index, &changes) }
  }

  /// Checks a declared child, which may not exist.
  @inlinable mutating func checkDeclared(
    _ index: Int, _ changes: inout FeatureChanges, unlessWatched: Bool = false
  ) {
    guard let declaration = features[index].declaration, !unlessWatched || !declaration.isWatched else { return }
    switch declaration.kind {
    case .always: break
    case .optional: if case .absent = declaration.find(&value, nil) { return end(index, &changes) }
    case .identified: return checkIdentified(index, declaration, &changes)
    case .rows: return checkRows(index, declaration, &changes)
    }
    if !features[index].hasBegun { beginFeature(index, &changes) }
    checkLongLived(declaration, index, &changes)
    checkBelow(index, &changes)
  }

  @inlinable mutating func checkExisting(_ index: Int, _ changes: inout FeatureChanges) {
    if !features[index].hasBegun { beginFeature(index, &changes) }
    check(index, &changes)
  }

  @inlinable mutating func checkIdentified(
    _ index: Int, _ declaration: ChildDeclaration<R.State, R.Effect>, _ changes: inout FeatureChanges
  ) {
    var identity: ScopeKey?
    if case .identified(let key) = declaration.find(&value, nil) { identity = key }
    let last = features[index].current
    if last != identity { features[index].current = identity }
    var present = identity.flatMap { table.scopes.child($0, of: index) }
    if let identity, present == nil, declaration.isWatched { present = addScope(identity, to: index) }
    if let last, last != identity, let scope = table.scopes.child(last, of: index) { end(scope, &changes) }
    for child in table.scopes.all[index].busy where child != present { end(child, &changes) }
    if let present { checkExisting(present, &changes) }
  }

  @inlinable mutating func checkRows(
    _ index: Int, _ declaration: ChildDeclaration<R.State, R.Effect>, _ changes: inout FeatureChanges
  ) {
    guard let rows = declaration.rows else { return }
    let stamp = rows.stamp(&value)
    let isSame = rows.isReconfigured.map { !$0(&value, &features[index].configuration) } ?? true
    if stamp == features[index].stamp, isSame, stamp != nil { return }
    checkRows(index, declaration, rows, stamp, isSame: isSame, &changes)
  }

  @usableFromInline mutating func checkRows(
    _ index: Int, _ declaration: ChildDeclaration<R.State, R.Effect>, _ rows: RowChanges<R.State>, _ stamp: UInt64?,
    isSame: Bool, _ changes: inout FeatureChanges
  ) {
    let known = isSame ? features[index].stamp.flatMap { rows.since(&value, $0) } : nil
    features[index].stamp = stamp
    for key in known?.removed ?? Array(table.scopes.all[index].children.keys) {
      guard let row = table.scopes.child(key, of: index) else { continue }
      if case .absent = declaration.find(&value, key) { end(row, &changes) }
    }
    let open = table.scopes.all[index].children.keys
    for key in known?.written ?? (declaration.isWatched ? rows.keys(&value) : Array(open)) {
      if let row = table.scopes.child(key, of: index) {
        if case .present = declaration.find(&value, key) { checkExisting(row, &changes) }
      } else if declaration.isWatched, namesLongLived(declaration, key) {
        let row = addScope(key, to: index)
        checkExisting(row, &changes)
      }
    }
  }

  /// Whether a row that has no scope, or a child of it, names a long-lived effect.
  private mutating func namesLongLived(
    _ declaration: ChildDeclaration<R.State, R.Effect>, _ key: ScopeKey?
  ) -> Bool {
    if let longLived = declaration.longLived, case let named = longLived(&value, key), named != .none { return true }
    for child in declaration.below(key) where child.isWatched {
      switch child.kind {
      case .always: if namesLongLived(child, nil) { return true }
      case .optional:
        if case .present = child.find(&value, nil), namesLongLived(child, nil) { return true }
      case .identified:
        if case .identified(let key) = child.find(&value, nil), namesLongLived(child, key) { return true }
      case .rows:
        for key in child.rows?.keys(&value) ?? [] where namesLongLived(child, key) { return true }
      }
    }
    return false
  }

  // MARK: Scopes

  /// Returns the scope at the end of a path, which is created.
  @usableFromInline mutating func makeScope(_ path: EffectScope) -> Int {
    var index = 0
    for key in path.keys { index = table.scopes.child(key, of: index) ?? addScope(key, to: index) }
    table.scopes.last = (path, index)
    return index
  }

  @usableFromInline mutating func addScope(_ key: ScopeKey, to parent: Int) -> Int {
    let declaration: ChildDeclaration<R.State, R.Effect>?
    let isContainer = features[parent].isContainer
    if isContainer {
      declaration = features[parent].declaration
    } else {
      declaration = features[parent].children().first { .name($0.name) == key }
      if declaration == nil, let reducer = features[parent].reducer {
        requests.append(.report(.undeclaredChild(key.description, parent: reducer)))
      }
    }
    // A child may be removed if it is optional, a row, or has an identity. The scope of a declaration is kept as long as
    // its parent.
    let index = table.scopes.add(
      key, to: parent, mayBeRemoved: isContainer || declaration?.kind == .optional,
      isKept: !isContainer && table.scopes.all[parent].isKept, isWatched: !isContainer && declaration?.isWatched == true
    )
    let feature = Feature(declaration, isContainer ? key : nil)
    if index == features.count { features.append(feature) } else { features[index] = feature }
    return index
  }

  /// Adds the scopes of the children that declare long-lived effects.
  @usableFromInline mutating func beginFeature(_ index: Int, _ changes: inout FeatureChanges) {
    features[index].hasBegun = true
    if index != 0, features[index].declaration?.isWatched != true { return }
    table.scopes.all[index].isKept = true
    let children = features[index].children().filter(\.isWatched)
    let scopes = children.map { table.scopes.child(.name($0.name), of: index) ?? addScope(.name($0.name), to: index) }
    // One that was there before holds something, but must stay when it doesn't any more.
    for scope in scopes { table.scopes.all[scope].isKept = true }
    table.scopes.all[index].watched = scopes
  }

  /// Ends a feature that was removed. What it has started is cancelled later.
  @usableFromInline mutating func end(_ index: Int, _ changes: inout FeatureChanges) {
    let scope = table.scopes.all[index]
    if !features[index].hasBegun, scope.live == 0, scope.busy.isEmpty { return }
    changes.removed.append(index)
    endLongLived(index, &changes)
  }

  private mutating func endLongLived(_ index: Int, _ changes: inout FeatureChanges) {
    changes.cancelled += features[index].running.compactMap(\.request)
    features[index] = Feature(features[index].declaration, features[index].key)
    for child in table.scopes.all[index].children.values { endLongLived(child, &changes) }
  }

  // MARK: Long-lived effects

  /// Compares the long-lived effects that the feature names with those that it named before.
  @usableFromInline mutating func name(
    _ named: LongLivedEffects<R.Effect>, of index: Int, _ changes: inout FeatureChanges
  ) {
    let old = features[index].running
    // By name, because a feature may name thousands.
    let positions = Dictionary(old.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var (names, kept) = (Set<String>(), Set<Int>())
    features[index].named = named
    features[index].running = []
    for entry in named.entries {
      if !names.insert(entry.name).inserted {
        let id = EffectID(entry.name, in: table.scopes.path(of: index))
        changes.problems.append(.duplicateLongLivedID(id))
      } else if let position = positions[entry.name], isUnchanged(old[position].effect, entry.effect) {
        kept.insert(position)
        features[index].running.append(old[position])
      } else {
        changes.started.append((index, entry.name))
        features[index].running.append(.init(entry))
      }
    }
    changes.cancelled += old.indices.filter { !kept.contains($0) }.compactMap { old[$0].request }
  }

  @usableFromInline mutating func carryOut(_ changes: FeatureChanges) {
    table.cancelAll(below: changes.removed)
    table.cancel(changes.cancelled.filter { table.isLive($0) }.map(\.slot))
    for index in changes.removed { forget(index) }
    flush()
    for problem in changes.problems { requests.append(.report(problem)) }
    table.refused.removeAll { old in
      !features[old.scope].running.contains { $0.name == old.name && $0.request == nil }
        || changes.started.contains { $0 == old }
    }
    table.refused += changes.started
    startRefused()
    for (scope, name) in table.refused.suffix(changes.started.count) {
      let id = EffectID(name, in: table.scopes.path(of: scope))
      requests.append(.report(.tooManyEffects(id, limit: table.limit)))
    }
  }

  /// Removes the scope of a feature that was removed, or waits until what it has started has stopped.
  private mutating func forget(_ index: Int) {
    let all = table.scopes.below(index)
    for scope in all where !table.scopes.all[scope].isFree {
      let parent = table.scopes.all[scope].parent
      table.scopes.all[scope].watched = []
      if !table.scopes.all[parent].isKept || features[scope].key != nil { table.release(scope: scope) }
    }
    for scope in all.reversed() { table.scopes.removeIfEmpty(scope) }
  }

  /// Forgets the features whose scopes were removed.
  @usableFromInline mutating func forgetScopes() {
    for scope in table.scopes.removed { features[scope] = Feature(nil, nil) }
    table.scopes.removed = []
  }

  /// Starts long-lived effects that were refused because of the limit, if there is room.
  @inlinable mutating func startRefused() { if !table.refused.isEmpty { startLongLived() } }

  private func waiting(_ name: String, _ scope: Int, _ positions: Range<Int>) -> Int? {
    positions.first { features[scope].running[$0].name == name && features[scope].running[$0].request == nil }
  }

  @usableFromInline mutating func startLongLived() {
    var (count, position) = (0, 0)
    for (scope, name) in table.refused {
      // They usually wait in the order in which the feature names them.
      let end = features[scope].running.count
      position = min(position, end)
      if let index = waiting(name, scope, position..<end) ?? waiting(name, scope, 0..<position) {
        position = index + 1
        guard let request = table.startLongLived(in: scope) else { break }
        features[scope].running[index].request = request
        requests.append(.start(request, features[scope].running[index].effect))
      }
      count += 1
    }
    table.refused.removeFirst(count)
  }
}
