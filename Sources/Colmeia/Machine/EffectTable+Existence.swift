import ColmeiaMemory

// Whose child is gone? Only children that may be gone and have work are looked at, through those above them, and rows only
// when their table has lost some.
extension EffectTable {
  /// Keeps the scope, and those above it, among the watched of their parents exactly while there is something to look at.
  @inlinable mutating func watchIfNeeded(_ start: Index) {
    var scope = start
    while scope != Self.root {
      let isConditional = nodes[scope].work > 0 && nodes[scope].mayBeGone
      let isNeeded = isConditional || nodes[scope].firstWatched != Self.nowhere
      if isNeeded == nodes[scope].isWatched { return }
      if isNeeded { watch(scope) } else { unwatch(scope) }
      scope = nodes[scope].parent
    }
  }

  @inlinable mutating func watch(_ scope: Index) {
    let parent = nodes[scope].parent
    let next = nodes[parent].firstWatched
    nodes[scope].isWatched = true
    nodes[scope].nextWatched = next
    nodes[scope].previousWatched = Self.nowhere
    if next != Self.nowhere { nodes[next].previousWatched = scope }
    nodes[parent].firstWatched = scope
  }

  @inlinable mutating func unwatch(_ scope: Index) {
    let (previous, next) = (nodes[scope].previousWatched, nodes[scope].nextWatched)
    nodes[scope].isWatched = false
    if next != Self.nowhere { nodes[next].previousWatched = previous }
    if previous == Self.nowhere {
      nodes[nodes[scope].parent].firstWatched = next
    } else {
      nodes[previous].nextWatched = next
    }
  }

  /// The scopes below `scope`, whose state this is, whose child is gone.
  @inlinable mutating func collectGone(below scope: Index, _ state: UnsafeRawPointer, _ gone: inout [Index]) {
    var index = nodes[scope].firstWatched
    while index != Self.nowhere {
      let next = nodes[index].nextWatched
      if let child = nodes[index].child { look(at: index, child, state, &gone) }
      index = next
    }
  }

  @inlinable mutating func look(
    at scope: Index, _ child: ChildDeclaration, _ parent: UnsafeRawPointer, _ gone: inout [Index]
  ) {
    guard let rows = child.rows else { return lookAtOne(scope, child, parent, &gone) }
    let stamp = rows.stamp(parent)
    if stamp != nodes[scope].stamp { lookAtRows(scope, rows, stamp, parent, &gone) }
  }

  @usableFromInline mutating func lookAtOne(
    _ scope: Index, _ child: ChildDeclaration, _ parent: UnsafeRawPointer, _ gone: inout [Index]
  ) {
    child.visit(parent) { state, identity in
      guard let state else { return gone.append(scope) }
      guard child.isKeyed else { return collectGone(below: scope, state, &gone) }
      for other in childScopes(of: scope) {
        if nodes[other].key.key == identity { collectGone(below: other, state, &gone) } else { gone.append(other) }
      }
    }
  }

  @usableFromInline mutating func lookAtRows(
    _ scope: Index, _ rows: RowAccess, _ stamp: UInt64, _ parent: UnsafeRawPointer, _ gone: inout [Index]
  ) {
    if let changes = rows.changes(parent, nodes[scope].stamp) {
      for change in changes where change.isRemoval {
        let row = child(Node.Key(isLane: false, key: change.id), of: scope)
        if row != Self.nowhere { lookAtRow(row, change.id, rows, parent, &gone) }
      }
    } else {
      for row in childScopes(of: scope) { lookAtRow(row, nodes[row].key.key, rows, parent, &gone) }
    }
    nodes[scope].stamp = stamp
    var row = nodes[scope].firstWatched
    while row != Self.nowhere {
      let next = nodes[row].nextWatched
      rows.visit(parent, nodes[row].key.key) { if let state = $0 { collectGone(below: row, state, &gone) } }
      row = next
    }
  }

  mutating func lookAtRow(
    _ row: Index, _ key: ScopeKey, _ rows: RowAccess, _ parent: UnsafeRawPointer, _ gone: inout [Index]
  ) {
    rows.visit(parent, key) { if $0 == nil { gone.append(row) } }
  }

  /// The scopes directly below the scope.
  func childScopes(of scope: Index) -> [Index] {
    var children: [Index] = []
    for first in [nodes[scope].firstListed, nodes[scope].firstCrowded] {
      var child = first
      while child != Self.nowhere {
        if !nodes[child].isLane { children.append(child) }
        child = nodes[child].next
      }
    }
    return children
  }
}
