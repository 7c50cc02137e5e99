import ColmeiaMemory

// After a step: which features are gone, and what do those that are there name as long-lived? A child is looked at only
// while it may name something, or holds something and may be gone; of a table, only the rows that have changed.
extension FeatureScope {
  /// What the machine is to do after a step.
  @usableFromInline enum Change {
    /// Cancel what was started there and below.
    case gone(FeatureScope)
    case cancelled(RequestID)
    case problem(StoreProblem)
    /// EffectStart what the feature has named so.
    case started(FeatureScope, String)
  }

  /// Whether the machine has to look here after a step.
  @inlinable var isQuiet: Bool { isSilent && held == 0 }

  /// Takes in the feature that lives here.
  @inlinable func begin(_ feature: Feature<Effect>?, _ changes: inout [Change]) {
    guard let feature else { return }
    self.feature = Unmanaged.passRetained(feature)
    var scopes: [FeatureScope] = []
    for child in feature.children {
      let key = ScopeKey.name(child.name)
      let scope = children[key] ?? makeChild(key, mayBeGone: mayBeGone || child.access.offset == nil)
      if scopes.contains(where: { $0 === scope }) {
        changes.append(.problem(.duplicateChild(child.name)))
        continue
      }
      scope.declaration = child
      scope.offset = child.access.offset
      if case .rows(let access) = child.access { scope.rows = Unmanaged.passUnretained(access) }
      scopes.append(scope)
    }
    feature.scopes = .allocate(capacity: scopes.count)
    _ = feature.scopes.initialize(from: scopes.map { Unmanaged.passUnretained($0) })
    for child in children.values where child.declaration == nil {
      changes.append(.problem(.undeclaredChild(child.key.description)))
    }
  }

  /// Asks the feature, and looks at its children where something may have changed. What is known to stay is lent, because
  /// counting references would cost more than asking.
  @inlinable func update(_ state: UnsafeRawPointer, in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    feature?._withUnsafeGuaranteedRef { feature in
      if !declaresNone {
        switch feature.ask(state, parent) {
        case .same: break
        case .changed: take(feature.named(), &changes)
        case .undeclared: declaresNone = true
        }
      }
      var isSilent = declaresNone
      for scope in feature.scopes {
        scope._withUnsafeGuaranteedRef { child in
          if child.isQuiet { return }
          child.look(in: state, &changes)
          if !child.isSilent { isSilent = false }
        }
      }
      self.isSilent = isSilent
    }
  }

  /// Looks at a declared child.
  @inlinable func look(in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    if let offset, feature != nil { return update(parent + offset, in: parent, &changes) }
    if let rows, rows._withUnsafeGuaranteedRef({ $0.stamp(parent) }) == stamp { return }
    lookClosely(in: parent, &changes)
  }

  @inlinable func lookClosely(in parent: UnsafeRawPointer, _ changes: inout [Change]) {
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
      lookAtRows(rows, in: parent, &changes)
    }
  }

  /// Looks at the scope where the declared child itself lives, which is gone when it has no state.
  @inlinable func update(
    _ scope: FeatureScope, _ key: ScopeKey?, _ state: UnsafeRawPointer?, in parent: UnsafeRawPointer,
    _ changes: inout [Change]
  ) {
    if let state {
      if scope.feature == nil { scope.begin(declaration?.feature(key, parent), &changes) }
      scope.update(state, in: parent, &changes)
      if scope.isSilent { isSilent = true }  // what one row never names, none does
    } else if scope.feature != nil || !scope.children.isEmpty || scope.held > 0 {
      if scope.held > 0 { changes.append(.gone(scope)) }
      scope.end(&changes)
    }
    scope.removeIfUnused()
  }

  @inlinable func lookAtRows(_ rows: RowAccess, in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    let known = rows.changes(parent, stamp)
    stamp = rows.stamp(parent)
    for key in known?.removed ?? children.entries.map(\.key) {
      guard let row = children[key] else { continue }
      rows.lend(parent, key) { if $0 == nil { update(row, key, nil, in: parent, &changes) } }
    }
    for key in known?.present ?? (isSilent ? children.entries.map(\.key) : rows.keys(parent)) {
      // Of rows that name nothing, only those are looked at whose children may be gone.
      if isSilent, children[key]?.children.isEmpty ?? true { continue }
      rows.lend(parent, key) { state in
        if let state { update(children[key] ?? makeChild(key), key, state, in: parent, &changes) }
      }
    }
  }

  /// The feature is gone, or the child or the rows that live below it.
  @inlinable func end(_ changes: inout [Change]) {
    for entry in longLived { if let request = entry.request { changes.append(.cancelled(request)) } }
    count(-longLived.count)
    longLived = []
    feature?.release()
    feature = nil
    stamp = 0
    for (key, child) in children.entries {
      child.end(&changes)
      if child.held == 0 { children.remove(key) }
    }
  }

  /// Compares what the feature names with what it has named before.
  @inlinable func take(_ named: [(name: String, effect: Effect)], _ changes: inout [Change]) {
    let old = longLived
    longLived = []
    for (name, effect) in named {
      if longLived.contains(where: { $0.name == name }) {
        changes.append(.problem(.duplicateLongLivedID(EffectID(name, in: way))))
      } else if let running = old.first(where: { $0.name == name && $0.effect == effect }) {
        longLived.append(running)
      } else {
        changes.append(.started(self, name))
        longLived.append((name, effect, nil))
      }
    }
    count(longLived.count - old.count)
    for entry in old where !longLived.contains(where: { $0.request == entry.request }) {
      if let request = entry.request { changes.append(.cancelled(request)) }
    }
  }
}
