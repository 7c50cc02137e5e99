@testable import Colmeia
@testable import ColmeiaMemory

extension EffectTable {
  /// What is wrong with the table's lists, counts and indices; `nil` when it is sound.
  func brokenInvariant() -> String? {
    brokenFreeLists() ?? brokenTree() ?? brokenSlots() ?? brokenWork()
  }

  var freeSlots: [Index] { slots.free }
  var freeNodes: [Index] { nodes.free }
  func list(of node: Index) -> [Index] {
    chain(from: nodes[node].first, limit: slots.count) { slots[$0].next }
  }
  func children(of node: Index) -> [Index] {
    chain(from: nodes[node].firstListed, limit: nodes.count) { nodes[$0].next }
      + chain(from: nodes[node].firstCrowded, limit: nodes.count) { nodes[$0].next }
  }
  /// All nodes in use, parents first.
  var tree: [Index] {
    var found = [Self.root]
    var next = 0
    while next < found.count, found.count <= nodes.count {
      found += children(of: found[next])
      next += 1
    }
    return found
  }

  /// The indices of a linked list; one more than `limit` of them when it runs in a circle.
  func chain(from first: Index, limit: Int, _ next: (Index) -> Index) -> [Index] {
    var found: [Index] = []
    var index = first
    while index != Self.nowhere, found.count <= limit {
      found.append(index)
      index = next(index)
    }
    return found
  }

  func brokenFreeLists() -> String? {
    let free = freeSlots
    if free.count != slots.count - used { return "\(free.count) free slots of \(slots.count), \(used) used" }
    for index in free {
      let slot = slots[index]
      guard slot.phase == .free, slot.number == 0, slot.node == Self.nowhere, slot.effect == nil else {
        return "the free slot \(index) is not blank"
      }
    }
    if slots.all.count(where: { $0.phase == .free }) != free.count { return "a free slot is in no list" }
    let numbers = slots.all.filter { $0.phase != .free }.map(\.number).sorted()
    if zip(numbers, numbers.dropFirst()).contains(where: ==) { return "a number is used twice" }
    if let last = numbers.last, last >= nextNumber { return "#\(last) was never given" }
    if freeNodes.count + tree.count != nodes.count { return "a node is lost" }
    return nil
  }

  func brokenTree() -> String? {
    var crowded = 0
    for parent in tree {
      let children = children(of: parent)
      if Set(children.map { nodes[$0].key }).count != children.count {
        return "two children bear one key"
      }
      if children.isEmpty == false, nodes[parent].isLane { return "a lane has children" }
      let listed = children.count { !nodes[$0].isCrowded }
      if listed != nodes[parent].listed || listed > Self.listLimit {
        return "\(listed) children are listed"
      }
      crowded += children.count - listed
      for (place, index) in children.enumerated() {
        let child = nodes[index]
        let isFirst = index == nodes[parent].firstListed || index == nodes[parent].firstCrowded
        if child.previous != (isFirst ? Self.nowhere : children[place - 1]) {
          return "a sibling is not linked back"
        }
        if child.parent != parent { return "a child names another parent" }
        if child.isCrowded != (place >= listed) { return "a child is in the wrong list" }
        if child.isCrowded, crowd[ChildKey(parent: parent, key: child.key)] != index {
          return "the crowd is wrong"
        }
        if self.child(child.key, of: parent) != index { return "a child is not found" }
        if isEmpty(index), !child.isStatic { return "an empty node was kept" }
      }
    }
    return crowded == crowd.count ? nil : "\(crowd.count) in the crowd, \(crowded) in the tree"
  }

  func brokenSlots() -> String? {
    let passive = slots.all.count { $0.phase == .stopping || $0.phase == .window }
    if passive != self.passive { return "\(self.passive) slots are said to be passive, \(passive) are" }
    var linked = 0
    for index in tree {
      let node = nodes[index]
      let list = list(of: index)
      linked += list.count
      if node.last != (list.last ?? Self.nowhere) { return "the last of a list is wrong" }
      for (place, slot) in list.enumerated() {
        if slots[slot].previous != (place == 0 ? Self.nowhere : list[place - 1]) {
          return "a slot is not linked back"
        }
        if slots[slot].node != index { return "a slot names another node" }
      }
      if !node.isLane {
        if list.contains(where: { ![.running, .delayed].contains(slots[$0].phase) }) {
          return "a scope queues"
        }
        if index == Self.root, !list.isEmpty { return "the root has a list" }
        continue
      }
      if let broken = brokenLane(index, list) { return broken }
    }
    let listed: [Phase] = [.delayed, .debounced, .trailing, .queued]
    let expected = slots.all.count { listed.contains($0.phase) || $0.phase == .running }
    let free = slots.all.count { ($0.phase == .running || $0.phase == .delayed) && $0.node == Self.nowhere }
    return linked + free == expected ? nil : "\(expected) slots should be in lists, \(linked + free) are"
  }

  func brokenLane(_ index: Index, _ list: [Index]) -> String? {
    let node = nodes[index]
    let stopping = slots.all.count { $0.phase == .stopping && $0.node == index }
    if stopping != Int(node.stopping) { return "\(node.stopping) are said to be stopping, \(stopping) are" }
    if list.contains(where: { slots[$0].phase == .window }) { return "a window is in a list" }
    func only(_ phase: Phase, _ index: Index) -> Bool {
      list.filter { slots[$0].phase == phase } == (index == Self.nowhere ? [] : [index])
    }
    if !only(.debounced, node.debounce) || !only(.trailing, node.trailing) {
      return "a lane forgot what waits in it"
    }
    if node.window != Self.nowhere {
      let window = slots[node.window]
      if window.phase != .window || window.node != index { return "a lane's window is not one" }
    } else if node.trailing != Self.nowhere {
      return "a start waits for the end of no window"
    }
    if slots.all.count(where: { $0.phase == .window && $0.node == index }) > 1 { return "a lane has two windows" }
    if let first = list.first, slots[first].phase == .queued, stopping == 0 {
      return "the queue stands still"
    }
    return nil
  }

  /// The counts of work, and who is watched for having gone.
  func brokenWork() -> String? {
    for scope in tree where !nodes[scope].isLane && scope != Self.root {
      let below = children(of: scope)
      let lanes = below.filter { nodes[$0].isLane }
      let windows = lanes.count { nodes[$0].window != Self.nowhere }
      let own = list(of: scope).count + lanes.reduce(windows) { $0 + list(of: $1).count }
      let work = below.filter { !nodes[$0].isLane }.reduce(own) { $0 + nodes[$1].work }
      if work != nodes[scope].work { return "\(nodes[scope].work) pieces of work are counted, \(work) are there" }
    }
    for scope in tree where !nodes[scope].isLane {
      let watched = chain(from: nodes[scope].firstWatched, limit: nodes.count) { nodes[$0].nextWatched }
      let expected = children(of: scope).filter {
        nodes[$0].mayBeGone && nodes[$0].work > 0 || nodes[$0].firstWatched != Self.nowhere
      }
      if Set(watched) != Set(expected) || watched.count != expected.count { return "the watched scopes are wrong" }
      for (place, index) in watched.enumerated()
      where nodes[index].previousWatched != (place == 0 ? Self.nowhere : watched[place - 1]) || !nodes[index].isWatched
      {
        return "a watched scope is not linked back"
      }
    }
    return nil
  }
}

extension Pool {
  /// What is in every place, free ones included.
  var all: [Element] { (0..<Index(count)).map { self[$0] } }
}
