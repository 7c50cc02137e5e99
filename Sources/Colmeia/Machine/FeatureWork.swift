/// The long-lived effects that a feature named when it was last asked.
@usableFromInline final class LongLivedMemory<Effect: Sendable & Equatable> {
  @exclusivity(unchecked) @usableFromInline var named = LongLivedEffects<Effect>.none

  @inlinable init() {}

  @inlinable func update(with next: LongLivedEffects<Effect>) -> LongLivedAnswer {
    if case .undeclared = next.storage { return .undeclared }
    if next == named { return .same }
    named = next
    return .changed
  }
}

/// What a feature has named, beside what it named last.
@usableFromInline enum LongLivedAnswer { case same, changed, undeclared }

/// Asks a feature. Made where the feature's types are known, so that asking runs no generic code.
@usableFromInline typealias LongLivedAsk = (_ state: UnsafeRawPointer, _ parent: UnsafeRawPointer) -> LongLivedAnswer

/// The books on the long-lived work of one feature that exists, and of its children.
///
/// Each feature is asked for its own, and what it names is compared before anything is lifted: so asking costs a call and a
/// comparison as long as nothing changes. A feature that declares none is asked once.
@usableFromInline final class FeatureWork<Root: Sendable & Equatable> {
  @usableFromInline struct Entry {
    @usableFromInline let name: String
    @usableFromInline let effect: Root
    /// No longer live when the effect has returned by itself.
    @usableFromInline var request: RequestID?
  }

  /// What the machine is to do after a step.
  @usableFromInline struct Changes {
    @usableFromInline var cancelled: [RequestID] = []
    @usableFromInline var started: [(feature: FeatureWork, index: Int)] = []
    @usableFromInline var problems: [Problem] = []
    @inlinable init() {}
    @inlinable var isEmpty: Bool { cancelled.isEmpty && started.isEmpty && problems.isEmpty }
  }

  @usableFromInline let scope: EffectScope
  @usableFromInline let ask: LongLivedAsk
  /// What was named last.
  @usableFromInline let named: () -> [(String, Root)]
  @usableFromInline let children: [ChildWork<Root>]
  @usableFromInline var entries: [Entry] = []
  /// Whether nothing here, and below, ever names an effect.
  @exclusivity(unchecked) @usableFromInline var isSilent = false
  @exclusivity(unchecked) @usableFromInline var declaresNone = false

  @inlinable init<R: Reducer>(
    _ reducer: R, _ scope: EffectScope, _ lift: @escaping (R.Effect) -> Root,
    _ makeAsk: (LongLivedMemory<R.Effect>) -> LongLivedAsk
  ) {
    let memory = LongLivedMemory<R.Effect>()
    self.scope = scope
    ask = makeAsk(memory)
    named = { memory.named.entries.map { ($0.name, lift($0.effect)) } }
    children = reducer.children.map { ChildWork($0, below: scope, lift) }
  }

  /// Asks the feature, and its children where something may have changed; whether it is silent.
  @discardableResult @inlinable func update(
    _ state: UnsafeRawPointer, in parent: UnsafeRawPointer, _ changes: inout Changes
  ) -> Bool {
    if !declaresNone {
      switch ask(state, parent) {
      case .same: break
      case .changed: take(named(), &changes)
      case .undeclared: declaresNone = true
      }
    }
    var isSilent = declaresNone
    children.withUnsafeBufferPointer { children in
      for index in children.indices {
        // The array keeps it: counting references would cost more than asking.
        Unmanaged.passUnretained(children[index])._withUnsafeGuaranteedRef { child in
          if child.isSilent { return }
          child.update(in: state, &changes)
          if !child.isSilent { isSilent = false }
        }
      }
    }
    self.isSilent = isSilent
    return isSilent
  }

  @usableFromInline func take(_ named: [(String, Root)], _ changes: inout Changes) {
    let old = entries
    entries = []
    for (name, effect) in named {
      if entries.contains(where: { $0.name == name }) {
        changes.problems.append(.duplicateLongLivedID(EffectID(name, in: scope)))
      } else if let running = old.first(where: { $0.name == name && $0.effect == effect }) {
        entries.append(running)
      } else {
        changes.started.append((self, entries.count))
        entries.append(Entry(name: name, effect: effect, request: nil))
      }
    }
    for entry in old where !entries.contains(where: { $0.request == entry.request }) {
      if let request = entry.request { changes.cancelled.append(request) }
    }
  }

  /// The feature is gone.
  @usableFromInline func end(_ changes: inout Changes) {
    changes.cancelled += entries.compactMap(\.request)
    for child in children { child.end(&changes) }
  }
}

/// The long-lived work of a declared child, or of its rows, in one parent.
@usableFromInline final class ChildWork<Root: Sendable & Equatable> {
  @usableFromInline typealias Changes = FeatureWork<Root>.Changes

  /// The state's place in its parent's, and the feature, when both stay where they are; `feature` keeps it.
  @usableFromInline let offset: Int
  @exclusivity(unchecked) @usableFromInline var fixed: Unmanaged<FeatureWork<Root>>?
  @exclusivity(unchecked) @usableFromInline var isSilent = false
  @usableFromInline let declaration: ChildDeclaration
  @usableFromInline let make: (_ key: ScopeKey?, _ parent: UnsafeRawPointer) -> FeatureWork<Root>?
  /// The child that is there, under its identity or the empty name.
  @exclusivity(unchecked) @usableFromInline var feature: FeatureWork<Root>?
  @usableFromInline var identity: ScopeKey?
  @usableFromInline var rows: [ScopeKey: FeatureWork<Root>] = [:]
  @exclusivity(unchecked) @usableFromInline var stamp: UInt64 = 0

  @inlinable init<State, Effect>(
    _ child: ChildOf<State, Effect>, below scope: EffectScope, _ embed: @escaping (Effect) -> Root
  ) {
    declaration = child
    offset = child.offset ?? 0
    make = { key, parent in child.work(of: key, in: parent, below: scope, embed) }
  }

  @inlinable func update(in parent: UnsafeRawPointer, _ changes: inout Changes) {
    if let fixed {
      isSilent = fixed._withUnsafeGuaranteedRef { $0.update(parent + offset, in: parent, &changes) }
      return
    }
    if let rows = declaration.rows { return update(rows, in: parent, &changes) }
    declaration.visit(parent) { state, key in
      guard let state else { return end(&changes) }
      if feature == nil || identity != key { begin(key, in: parent, &changes) }
      guard let feature else { return }
      feature.update(state, in: parent, &changes)
      isSilent = feature.isSilent
    }
  }

  @usableFromInline func begin(_ key: ScopeKey?, in parent: UnsafeRawPointer, _ changes: inout Changes) {
    end(&changes)
    identity = key
    feature = make(key, parent)
    if declaration.offset != nil { fixed = feature.map(Unmanaged.passUnretained) }
  }

  @inlinable func update(_ access: RowAccess, in parent: UnsafeRawPointer, _ changes: inout Changes) {
    let now = access.stamp(parent)
    if now != stamp { updateRows(access, in: parent, now, &changes) }
  }

  @usableFromInline func updateRows(
    _ access: RowAccess, in parent: UnsafeRawPointer, _ now: UInt64, _ changes: inout Changes
  ) {
    let known = access.changes(parent, stamp)
    stamp = now
    for key in known?.filter(\.isRemoval).map(\.id) ?? Array(rows.keys) {
      removeIfGone(key, access, parent, &changes)
    }
    for key in known.map({ inOrder($0, access, parent) }) ?? access.keys(parent) {
      access.visit(parent, key) { state in
        guard let state, let row = rows[key] ?? make(key, parent) else { return }
        row.update(state, in: parent, &changes)
        if row.isSilent { isSilent = true }  // what one row never names, none does
        rows[key] = row.isBusy ? row : nil
      }
      if isSilent { return rows.removeAll() }
    }
  }

  /// The changed rows that are there, each once, in the order of the table.
  func inOrder(_ changes: [RowChange<ScopeKey>], _ access: RowAccess, _ parent: UnsafeRawPointer) -> [ScopeKey] {
    if changes.count == 1 { return [changes[0].id] }
    let places = Set(changes.map(\.id)).compactMap { key in access.position(parent, key).map { ($0, key) } }
    return places.sorted { $0.0 < $1.0 }.map(\.1)
  }

  func removeIfGone(
    _ key: ScopeKey, _ access: RowAccess, _ parent: UnsafeRawPointer, _ changes: inout Changes
  ) {
    guard let row = rows[key] else { return }
    access.visit(parent, key) { state in
      if state != nil { return }
      row.end(&changes)
      rows[key] = nil
    }
  }

  /// The child is gone, and its rows.
  @usableFromInline func end(_ changes: inout Changes) {
    feature?.end(&changes)
    fixed = nil
    feature = nil
    for row in rows.values { row.end(&changes) }
    rows = [:]
    stamp = 0
  }
}

extension FeatureWork {
  /// Whether there is anything to remember about it.
  var isBusy: Bool { !entries.isEmpty || children.contains { $0.feature?.isBusy == true || !$0.rows.isEmpty } }
}
