@testable import Colmeia

extension EffectTable {
  /// Returns a description of the first broken invariant of the table's lists, counts and indices, or `nil` if there is
  /// none.
  func brokenInvariant() -> String? {
    brokenFreeLists() ?? brokenTree() ?? brokenSlots()
  }

  func list(of id: Index) -> [Index] {
    chain(from: ids[id].list.first, limit: slots.count) { slots[$0].next }
  }
  /// All scopes, parents first.
  var tree: [Scope] {
    var found = [root]
    var next = 0
    while next < found.count {
      found += found[next].children.values
      next += 1
    }
    return found
  }
  /// All ids in use.
  var heldIDs: [Index] { tree.flatMap(\.ids.values) }

  /// Returns the indices of a linked list. If the list has a cycle, returns one more than `limit`.
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
    let free = slots.free
    if Set(free).count != slots.count - slots.used { return "a free slot is in the list twice" }
    for index in free {
      let slot = slots[index]
      guard slot.phase == .free, slot.number < nextNumber, slot.id == Self.nowhere, slot.effect == nil else {
        return "the free slot \(index) is not blank"
      }
    }
    if slots.all.count(where: { $0.phase == .free }) != free.count { return "a free slot is in no list" }
    let numbers = slots.all.filter { $0.phase != .free }.map(\.number).sorted()
    if zip(numbers, numbers.dropFirst()).contains(where: ==) { return "a number is used twice" }
    if let last = numbers.last, last >= nextNumber { return "#\(last) was never assigned" }
    if ids.free.count + heldIDs.count != ids.count { return "an id is lost" }
    return nil
  }

  func brokenTree() -> String? {
    for scope in tree {
      if Set(scope.ids.entries.map(\.key)).count != scope.ids.entries.count { return "an id occurs twice" }
      for (name, id) in scope.ids.entries {
        if ids[id].scope !== scope || ids[id].name != name { return "an id is in the wrong scope" }
        if scope.ids[name] != id { return "an id is not found" }
        if ids[id].isEmpty, scope.mayBeRemoved || id >= 8 { return "an empty id was kept" }
      }
      if Set(scope.children.entries.map(\.key)).count != scope.children.entries.count {
        return "a step of a path occurs twice"
      }
      for (key, child) in scope.children.entries {
        if child.parent !== scope || child.key != key { return "a child names another parent" }
        if scope.children[key] !== child { return "a child is not found" }
        if scope.mayBeRemoved, !child.mayBeRemoved { return "a child is marked as outliving its parent" }
        if child.held == 0, child.declaration == nil { return "an empty scope was kept" }
      }
      let below = scope.children.values.reduce(0) { $0 + $1.held }
      let held = below + (scope.mayBeRemoved ? scope.ids.entries.count + scope.longLived.entries.count : 0)
      if held != scope.held { return "\(scope.held) are counted as held, but \(held) are held" }
    }
    return nil
  }

  func brokenSlots() -> String? {
    let passive = slots.all.count { $0.phase == .stopping || $0.phase == .window }
    if passive != self.passive { return "\(self.passive) slots are counted as passive, but \(passive) are passive" }
    var linked = 0
    for id in heldIDs {
      let list = list(of: id)
      linked += list.count
      if ids[id].list.last != (list.last ?? Self.nowhere) { return "the last element of a list is wrong" }
      for (place, slot) in list.enumerated() {
        if slots[slot].previous != (place == 0 ? Self.nowhere : list[place - 1]) {
          return "a slot has a wrong back link"
        }
        if slots[slot].id != id { return "a slot names another id" }
      }
      if let broken = brokenID(id, list) { return broken }
    }
    let listed: [Phase] = [.delayed, .debounced, .trailing, .queued]
    let expected = slots.all.count { listed.contains($0.phase) || $0.phase == .running }
    let free = slots.all.count { ($0.phase == .running || $0.phase == .delayed) && $0.id == Self.nowhere }
    return linked + free == expected ? nil : "\(expected) slots should be in lists, \(linked + free) are"
  }

  func brokenID(_ index: Index, _ list: [Index]) -> String? {
    let id = ids[index]
    let stopping = slots.all.count { $0.phase == .stopping && $0.id == index }
    if stopping != Int(id.stopping) { return "\(id.stopping) are counted as stopping, but \(stopping) are stopping" }
    if list.contains(where: { slots[$0].phase == .window }) { return "a window is in a list" }
    if id.name.isEmpty, list.contains(where: { ![.running, .delayed].contains(slots[$0].phase) }) {
      return "an effect without an id is queued"
    }
    func only(_ phase: Phase, _ index: Index) -> Bool {
      list.filter { slots[$0].phase == phase } == (index == Self.nowhere ? [] : [index])
    }
    if !only(.debounced, id.debounce) || !only(.trailing, id.trailing) {
      return "an id doesn't know its waiting starts"
    }
    if id.window != Self.nowhere {
      let window = slots[id.window]
      if window.phase != .window || window.id != index { return "an id's window is invalid" }
    } else if id.trailing != Self.nowhere {
      return "a trailing start has no window"
    }
    if slots.all.count(where: { $0.phase == .window && $0.id == index }) > 1 { return "an id has two windows" }
    if let first = list.first, slots[first].phase == .queued, stopping == 0 { return "the queue is stuck" }
    return nil
  }
}

extension Pool {
  /// The elements at all indices, including free ones.
  var all: [Element] { (0..<Index(count)).map { self[$0] } }
}

extension EffectTable {
  /// Whether the table is empty.
  var isBlank: Bool { slots.used == 0 && heldIDs.allSatisfy { ids[$0].isEmpty } && brokenInvariant() == nil }
}
