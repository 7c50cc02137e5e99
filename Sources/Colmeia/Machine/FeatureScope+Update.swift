import ColmeiaMemory

// After a step: which features are gone, and what do those that are there name as long-lived? A child is looked at only
// while it may name something, or holds something and may be gone; of a table, only the rows that have changed.
extension FeatureScope {
  /// What the machine is to do after a step.
  @usableFromInline struct Changes {
    @usableFromInline var gone: [FeatureScope] = []
    @usableFromInline var cancelled: [RequestID] = []
    @usableFromInline var problems: [Problem] = []
    @usableFromInline var started: [(scope: FeatureScope, name: String)] = []
    @inlinable init() {}
    @inlinable var isEmpty: Bool { gone.isEmpty && cancelled.isEmpty && problems.isEmpty && started.isEmpty }
  }

  /// Whether the machine has to look here after a step.
  @inlinable var isQuiet: Bool { isSilent && held == 0 }

  /// Takes in the feature that lives here.
  @usableFromInline func begin(_ feature: Feature<Effect>?, _ changes: inout Changes) {
    guard let feature else { return }
    ask = feature.ask
    named = feature.named
    for child in feature.children {
      let key = ScopeKey.name(child.name)
      let scope = children[key] ?? makeChild(key, mayBeGone: mayBeGone || child.access.offset == nil)
      if declared.contains(where: { $0 === scope }) {
        changes.problems.append(.duplicateChild(child.name))
      } else {
        scope.declaration = child
        scope.offset = child.access.offset
        declared.append(scope)
      }
    }
    for child in children.values where child.declaration == nil {
      changes.problems.append(.undeclaredChild(child.key.description))
    }
  }

  /// Asks the feature, and looks at its children where something may have changed.
  @inlinable func update(_ state: UnsafeRawPointer, in parent: UnsafeRawPointer, _ changes: inout Changes) {
    if !declaresNone, let ask {
      switch ask(state, parent) {
      case .same: break
      case .changed: take(named(), &changes)
      case .undeclared: declaresNone = true
      }
    }
    var isSilent = declaresNone
    declared.withUnsafeBufferPointer { children in
      for index in children.indices {
        // The array keeps it: counting references would cost more than asking.
        Unmanaged.passUnretained(children[index])._withUnsafeGuaranteedRef { child in
          if child.isQuiet { return }
          child.look(in: state, &changes)
          if !child.isSilent { isSilent = false }
        }
      }
    }
    self.isSilent = isSilent
  }

  /// Looks at a declared child.
  @inlinable func look(in parent: UnsafeRawPointer, _ changes: inout Changes) {
    if let offset, ask != nil { return update(parent + offset, in: parent, &changes) }
    lookClosely(in: parent, &changes)
  }

  @usableFromInline func lookClosely(in parent: UnsafeRawPointer, _ changes: inout Changes) {
    guard let declaration else { return }
    switch declaration.access {
    case .fixed(let offset):
      begin(declaration.feature(nil, parent), &changes)
      update(parent + offset, in: parent, &changes)
    case .lent(let lend, let isKeyed):
      lend(parent) { state, key in
        if !isKeyed || state == nil {
          update(self, nil, state, in: parent, &changes)
        } else {
          for (other, scope) in children.entries where other != key { update(scope, other, nil, in: parent, &changes) }
          if let key { update(children[key] ?? makeChild(key), key, state, in: parent, &changes) }
        }
      }
    case .rows(let rows):
      let now = rows.stamp(parent)
      if now != stamp { lookAtRows(rows, now, in: parent, &changes) }
    }
  }

  /// Looks at the scope where the declared child itself lives, which is gone when it has no state.
  func update(
    _ scope: FeatureScope, _ key: ScopeKey?, _ state: UnsafeRawPointer?, in parent: UnsafeRawPointer,
    _ changes: inout Changes
  ) {
    if let state {
      if scope.ask == nil { scope.begin(declaration?.feature(key, parent), &changes) }
      scope.update(state, in: parent, &changes)
      if scope.isSilent { isSilent = true }  // what one row never names, none does
    } else {
      if scope.held > 0 { changes.gone.append(scope) }
      scope.end(&changes)
    }
    scope.removeIfUnused()
  }

  func lookAtRows(_ rows: RowAccess, _ now: UInt64, in parent: UnsafeRawPointer, _ changes: inout Changes) {
    let known = rows.changes(parent, stamp)
    stamp = now
    for key in known?.filter(\.isRemoval).map(\.id) ?? children.values.map(\.key) {
      guard let row = children[key] else { continue }
      rows.lend(parent, key) { if $0 == nil { update(row, key, nil, in: parent, &changes) } }
    }
    for key in known.map({ inOrder($0, rows, parent) }) ?? (isSilent ? children.values.map(\.key) : rows.keys(parent)) {
      if isSilent, children[key]?.children.isEmpty ?? true { continue }
      rows.lend(parent, key) { state in
        if let state { update(children[key] ?? makeChild(key), key, state, in: parent, &changes) }
      }
    }
  }

  /// The changed rows that are there, each once, in the order of the table.
  func inOrder(_ changes: [RowChange<ScopeKey>], _ rows: RowAccess, _ parent: UnsafeRawPointer) -> [ScopeKey] {
    if changes.count == 1 { return [changes[0].id] }
    let places = Set(changes.map(\.id)).compactMap { key in rows.position(parent, key).map { ($0, key) } }
    return places.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The feature is gone, or the child or the rows that live below it.
  func end(_ changes: inout Changes) {
    changes.cancelled += longLived.compactMap(\.request)
    count(-longLived.count)
    longLived = []
    ask = nil
    declared = []
    stamp = 0
    for child in children.values {
      child.end(&changes)
      child.removeIfUnused()
    }
  }

  /// Compares what the feature names with what it has named before.
  @usableFromInline func take(_ named: [(name: String, effect: Effect)], _ changes: inout Changes) {
    let old = longLived
    longLived = []
    for (name, effect) in named {
      if longLived.contains(where: { $0.name == name }) {
        changes.problems.append(.duplicateLongLivedID(EffectID(name, in: way)))
      } else if let running = old.first(where: { $0.name == name && $0.effect == effect }) {
        longLived.append(running)
      } else {
        changes.started.append((self, name))
        longLived.append(LongLived(name: name, effect: effect, request: nil))
      }
    }
    count(longLived.count - old.count)
    for entry in old where !longLived.contains(where: { $0.request == entry.request }) {
      if let request = entry.request { changes.cancelled.append(request) }
    }
  }
}
