import ColmeiaMemory

extension EffectTable {
  /// A scope, or the lane of an id in a scope.
  @usableFromInline struct Node: Sendable {
    @usableFromInline struct Key: Hashable, Sendable {
      @usableFromInline let isLane: Bool
      @usableFromInline let key: ScopeKey
      @inlinable init(isLane: Bool, key: ScopeKey) {
        self.isLane = isLane
        self.key = key
      }
      @inlinable static func == (left: Self, right: Self) -> Bool {
        left.isLane == right.isLane && left.key == right.key
      }
      @inlinable func hash(into hasher: inout Hasher) {
        hasher.combine(isLane)
        hasher.combine(key)
      }
    }

    @usableFromInline let key: Key
    @usableFromInline let parent: Index
    /// The siblings.
    @usableFromInline var previous = nowhere
    @usableFromInline var next = nowhere
    /// Its slots, in the order in which they were commanded.
    @usableFromInline var first = nowhere
    @usableFromInline var last = nowhere

    /// Of a scope: its children. The first few are found by a scan, which is faster than hashing a
    /// string; those that come when there are many are found in `crowd`.
    @usableFromInline var firstListed = nowhere
    @usableFromInline var listed = 0
    @usableFromInline var firstCrowded = nowhere
    @usableFromInline var isCrowded = false
    /// Of a scope: what runs, waits or is queued in it, in its lanes, and in the scopes below it.
    @usableFromInline var work = 0
    /// Of a scope: the way to it.
    @usableFromInline var scope = EffectScope.root
    /// Of a scope: the child that it belongs to; `nil` for the root and for what nobody has declared.
    @usableFromInline var child: ChildDeclaration?
    /// Of a scope: the type of the state that its children are parts of; `nil` when it is not known.
    @usableFromInline var stateType: ObjectIdentifier?
    /// Of a scope: whether its child may be gone while the parent is there. Rows are looked at through their table.
    @usableFromInline var mayBeGone = false
    /// Of a scope: whether it is given back only with its parent, because there are only as many as were declared.
    @usableFromInline var isStatic = false
    /// Of a scope: those of its children that have to be looked at after a step: those with work that may be gone, and
    /// those above such.
    @usableFromInline var firstWatched = nowhere
    @usableFromInline var isWatched = false
    @usableFromInline var nextWatched = nowhere
    @usableFromInline var previousWatched = nowhere
    /// Of the scope of a table: what was looked at last.
    @usableFromInline var stamp: UInt64 = 0

    /// Of a lane: how many cancelled effects have not stopped.
    @usableFromInline var stopping: Int32 = 0
    @usableFromInline var debounce = nowhere
    @usableFromInline var window = nowhere
    @usableFromInline var trailing = nowhere
    /// Of a lane: how long the next window of its throttle will be.
    @usableFromInline var windowDuration = Duration.zero

    @inlinable var isLane: Bool { key.isLane }
    @inlinable init(key: Key, parent: Index) {
      self.key = key
      self.parent = parent
    }
  }

  @usableFromInline struct ChildKey: Hashable, Sendable {
    @usableFromInline let parent: Index
    @usableFromInline let key: Node.Key
    @inlinable init(parent: Index, key: Node.Key) {
      self.parent = parent
      self.key = key
    }
    @inlinable static func == (left: Self, right: Self) -> Bool {
      left.parent == right.parent && left.key == right.key
    }
    @inlinable func hash(into hasher: inout Hasher) {
      hasher.combine(parent)
      hasher.combine(key)
    }
  }

  @inlinable static var listLimit: Int { 16 }

  @inlinable func child(_ key: Node.Key, of parent: Index) -> Index {
    var index = nodes[parent].firstListed
    while index != Self.nowhere {
      if nodes[index].key == key { return index }
      index = nodes[index].next
    }
    if nodes[parent].firstCrowded == Self.nowhere { return Self.nowhere }
    return crowd[ChildKey(parent: parent, key: key)] ?? Self.nowhere
  }

  /// The node of a scope, `nowhere` when it holds nothing.
  @inlinable func find(_ scope: EffectScope) -> Index {
    var index = Self.root
    var step = scope.node
    while let key = step {
      index = child(Node.Key(isLane: false, key: key.key), of: index)
      if index == Self.nowhere { return index }
      step = key.inner
    }
    return index
  }

  /// The lane of an id, `nowhere` when it holds nothing.
  @inlinable func find(_ id: EffectID) -> Index {
    let scope = find(id.scope)
    if scope == Self.nowhere { return scope }
    return child(Node.Key(isLane: true, key: .name(id.name)), of: scope)
  }

  @inlinable mutating func findOrMake(_ scope: EffectScope) -> Index {
    var index = Self.root
    var step = scope.node
    while let key = step {
      let count = nodes.count - nodes.free.count
      let parent = index
      index = findOrMake(Node.Key(isLane: false, key: key.key), in: parent)
      if nodes.count - nodes.free.count > count { describe(index, in: parent, key.child) }
      step = key.inner
    }
    if index != Self.root, nodes[index].scope.isRoot { nodes[index].scope = scope }
    return index
  }

  /// Says what a new scope stands for.
  @inlinable mutating func describe(_ scope: Index, in parent: Index, _ child: ChildDeclaration?) {
    if let child {
      guard nodes[parent].stateType == child.parentType else {
        requests.append(.report(.foreignChild(child.name)))
        return
      }
      let declared = parent == Self.root ? childrenOfRoot : nodes[parent].child?.childNames()
      if let declared, !declared.contains(child.name) {
        requests.append(.report(.undeclaredChild(child.name)))
      } else {
        nodes[scope].isStatic = parent == Self.root || nodes[parent].isStatic
      }
      nodes[scope].child = child
      nodes[scope].stateType = child.isKeyed ? nil : child.stateType
      nodes[scope].mayBeGone = child.isConditional
    } else if let keyed = nodes[parent].child, keyed.isKeyed, nodes[parent].stateType == nil {
      nodes[scope].child = keyed
      nodes[scope].stateType = keyed.stateType
    }
  }

  @inlinable mutating func findOrMake(_ id: EffectID) -> Index {
    findOrMake(
      Node.Key(isLane: true, key: .name(id.name)), in: id.scope.isRoot ? Self.root : findOrMake(id.scope))
  }

  @inlinable mutating func findOrMake(_ key: Node.Key, in parent: Index) -> Index {
    let found = child(key, of: parent)
    if found != Self.nowhere { return found }
    var node = Node(key: key, parent: parent)
    node.isCrowded = nodes[parent].listed >= Self.listLimit
    node.next = node.isCrowded ? nodes[parent].firstCrowded : nodes[parent].firstListed
    let next = node.next
    let isCrowded = node.isCrowded
    let index = nodes.insert(node)
    if next != Self.nowhere { nodes[next].previous = index }
    if isCrowded {
      nodes[parent].firstCrowded = index
      crowd[ChildKey(parent: parent, key: key)] = index
    } else {
      nodes[parent].firstListed = index
      nodes[parent].listed += 1
    }
    return index
  }

  /// Gives back a node that holds nothing any more, and its parents that held nothing else.
  @inlinable mutating func removeIfEmpty(_ start: Index) {
    var index = start
    while index != Self.root, isEmpty(index), !nodes[index].isStatic {
      let (parent, next, previous) = (nodes[index].parent, nodes[index].next, nodes[index].previous)
      if next != Self.nowhere { nodes[next].previous = previous }
      if previous != Self.nowhere { nodes[previous].next = next }
      if nodes[index].isCrowded {
        if previous == Self.nowhere { nodes[parent].firstCrowded = next }
        crowd[ChildKey(parent: parent, key: nodes[index].key)] = nil
      } else {
        if previous == Self.nowhere { nodes[parent].firstListed = next }
        nodes[parent].listed -= 1
      }
      nodes.remove(at: index, leaving: Node(key: Node.Key(isLane: true, key: .number(0)), parent: Self.nowhere))
      index = parent
    }
  }

  @inlinable func isEmpty(_ index: Index) -> Bool {
    nodes[index].first == Self.nowhere && nodes[index].window == Self.nowhere
      && nodes[index].stopping == 0 && nodes[index].firstListed == Self.nowhere
      && nodes[index].firstCrowded == Self.nowhere
  }

  /// Appends the slot to the node's list.
  @inlinable mutating func link(_ slot: Index, to node: Index) {
    let last = nodes[node].last
    slots[slot].node = node
    slots[slot].previous = last
    slots[slot].next = Self.nowhere
    if last == Self.nowhere { nodes[node].first = slot } else { slots[last].next = slot }
    nodes[node].last = slot
    countUp(node)
  }

  /// Takes the slot out of its node's list; it still names the node.
  @inlinable mutating func unlink(_ slot: Index) {
    let node = slots[slot].node
    if node == Self.nowhere { return }
    let previous = slots[slot].previous
    let next = slots[slot].next
    if previous == Self.nowhere { nodes[node].first = next } else { slots[previous].next = next }
    if next == Self.nowhere { nodes[node].last = previous } else { slots[next].previous = previous }
    countDown(node)
  }

  /// One more piece of work in the node's scope, and in those above it.
  @inlinable mutating func countUp(_ node: Index) {
    var scope = nodes[node].isLane ? nodes[node].parent : node
    while scope != Self.root {
      nodes[scope].work += 1
      if nodes[scope].work == 1 { watchIfNeeded(scope) }
      scope = nodes[scope].parent
    }
  }

  /// One piece of work less in the node's scope, and in those above it.
  @inlinable mutating func countDown(_ node: Index) {
    var scope = nodes[node].isLane ? nodes[node].parent : node
    while scope != Self.root {
      nodes[scope].work -= 1
      if nodes[scope].work == 0 { watchIfNeeded(scope) }
      scope = nodes[scope].parent
    }
  }
}
