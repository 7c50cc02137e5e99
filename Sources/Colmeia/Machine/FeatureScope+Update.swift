import ColmeiaMemory
import ColmeiaObservers

// After a step, this determines which features were removed, and which long-lived effects the existing features name. A
// child is checked only while it may name long-lived effects, or while it holds something and may be removed. Of a
// table, only the changed rows are checked.
extension FeatureScope {
  /// A change that the machine performs after a step.
  @usableFromInline enum Change {
    /// The feature was removed: cancel everything that was started in and below this scope.
    case removed(FeatureScope)
    case cancelled(RequestID)
    case problem(StoreProblem)
    /// Start the long-lived effect that the feature has named so.
    case started(FeatureScope, String)
  }

  /// Whether the machine can skip this scope after a step.
  @inlinable var isQuiet: Bool { isSilent && held == 0 }

  /// Adds the feature of this scope, and the scopes of its children.
  @inlinable @inline(never) func begin(_ feature: Feature<Effect>?, _ changes: inout [Change]) {
    guard let feature else { return }
    self.feature = Unmanaged.passRetained(feature)
    var scopes: [FeatureScope] = []
    for child in feature.children {
      let key = ScopeKey.name(child.name)
      let scope = children[key] ?? makeChild(key, mayBeRemoved: mayBeRemoved || child.access.offset == nil)
      if scopes.contains(where: { $0 === scope }) {
        changes.append(.problem(.duplicateChild(child.name, parent: "\(feature.reducer)")))
        continue
      }
      scope.declaration = child
      scope.probe = nil
      switch child.access {
      case .fixed(let offset): scope.offset = offset
      case .lent(_, _, let stamp): scope.currentStamp = stamp.map(Unmanaged.passUnretained)
      case .rows(let rows): (scope.currentStamp, scope.isRemade) = (.passUnretained(rows.stamp), rows.makeComparison?())
      }
      scopes.append(scope)
    }
    feature.scopes = .allocate(capacity: scopes.count)
    _ = feature.scopes.initialize(from: scopes.map { Unmanaged.passUnretained($0) })
    for child in children.values where child.declaration == nil {
      changes.append(.problem(.undeclaredChild(child.key.description, parent: "\(feature.reducer)")))
    }
  }

  /// Asks the feature for its long-lived effects, and checks its children if something may have changed. Objects that
  /// are known to stay alive are used without retaining them, because reference counting would cost more than asking.
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

  /// Checks a declared child.
  @inlinable func look(in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    if let offset, feature != nil { return update(parent + offset, in: parent, &changes) }
    let new = currentStamp?._withUnsafeGuaranteedRef { $0.read(parent) }
    if !isSilent, let isRemade, isRemade(parent) { stamp = nil }
    if let new, new == stamp { return }
    lookClosely(in: parent, &changes)
    stamp = new
  }

  @inlinable @inline(never) func lookClosely(in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    guard let declaration else { return }
    switch declaration.access {
    case .fixed(let offset):
      begin(declaration.feature(nil, parent), &changes)
      update(parent + offset, in: parent, &changes)
    case .lent(let lend, let isKeyed, _):
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

  /// Checks the scope in which a declared child itself lives. The child was removed if it has no state.
  @inlinable @inline(never) func update(
    _ scope: FeatureScope, _ key: ScopeKey?, _ state: UnsafeRawPointer?, in parent: UnsafeRawPointer,
    _ changes: inout [Change]
  ) {
    if let state {
      if scope.feature == nil { scope.begin(declaration?.feature(key, parent), &changes) }
      scope.update(state, in: parent, &changes)
      if scope.isSilent { isSilent = true }  // if one row never names long-lived effects, no row does
    } else if scope.feature != nil || !scope.hasEnded && (!scope.children.isEmpty || scope.held > 0) {
      if scope.held > 0 { changes.append(.removed(scope)) }
      scope.end(&changes)
    }
    scope.removeIfUnused()
  }

  @inlinable @inline(never) func lookAtRows(_ rows: RowAccess, in parent: UnsafeRawPointer, _ changes: inout [Change]) {
    let known = stamp.flatMap { rows.changes(parent, $0) }
    for key in known?.removed ?? children.entries.map({ $0.key }) {
      guard let row = children[key] else { continue }
      rows.lend(parent, key) { if $0 == nil { update(row, key, nil, in: parent, &changes) } }
    }
    for key in known?.written ?? (isSilent ? children.entries.map({ $0.key }) : rows.keys(parent)) {
      // If the rows name no long-lived effects, checks only those whose children may be removed.
      if isSilent, children[key]?.children.isEmpty ?? true { continue }
      rows.lend(parent, key) { state in
        guard let state, children[key] != nil || mustBegin(key, state, in: parent) else { return }
        update(children[key] ?? makeChild(key), key, state, in: parent, &changes)
      }
    }
  }

  /// Returns whether a row without a scope needs one, because it names a long-lived effect or has children. All such
  /// rows share the feature that is asked: making one for each row would cost more than asking.
  @inlinable func mustBegin(_ key: ScopeKey, _ state: UnsafeRawPointer, in parent: UnsafeRawPointer) -> Bool {
    probe = probe ?? declaration?.feature(key, parent)
    guard let probe, probe.children.isEmpty else { return true }
    defer { probe.forget() }
    return probe.ask(state, parent) != .same
  }

  /// Removes the feature of this scope, or the child or rows below it.
  @inlinable @inline(never) func end(_ changes: inout [Change]) {
    take([], &changes)
    feature.take()?.release()
    stamp = nil
    for (key, child) in children.entries {
      child.end(&changes)
      if child.held == 0 { children.remove(key) }
    }
    hasEnded = true
  }

  /// Compares the long-lived effects that the feature names with those that it named before.
  @inlinable @inline(never) func take(_ named: [(name: String, effect: Effect)], _ changes: inout [Change]) {
    var old = longLived
    longLived = SmallMap()
    for (name, effect) in named {
      if longLived[name] != nil {
        changes.append(.problem(.duplicateLongLivedID(EffectID(name, in: way))))
      } else if let running = old[name], running.effect == effect {
        longLived.insert(running, for: name)
      } else {
        changes.append(.started(self, name))
        longLived.insert((effect, nil), for: name)
      }
    }
    count(longLived.entries.count - old.entries.count)
    for (name, entry) in old.entries where longLived[name]?.request != entry.request {
      if let request = entry.request { changes.append(.cancelled(request)) }
    }
  }
}
