@testable import Colmeia

extension EffectTable {
  /// Returns a description of the first broken invariant of the table's lists, counts and indices, or `nil` if there is
  /// none.
  func brokenInvariant() -> String? {
    brokenNumbers() ?? brokenTree() ?? brokenSlots()
  }

  var usedSlots: [Int] { slots.indices.filter { slots[$0].phase != .free } }

  func list(of id: Int) -> [Int] {
    var found: [Int] = []
    var index = ids[id].first
    while let slot = index, found.count <= slots.count {
      found.append(slot)
      index = slots[slot].next
    }
    return found
  }
  /// All ids in use.
  var heldIDs: [Int] { scopes.below(0).flatMap { scopes.all[$0].ids.values } }

  func brokenNumbers() -> String? {
    if usedSlots.count != used { return "a free slot is lost, or twice in the list" }
    let numbers = usedSlots.map { slots[$0].number }.sorted()
    if zip(numbers, numbers.dropFirst()).contains(where: ==) { return "a number is used twice" }
    if let last = numbers.last, last >= nextNumber { return "#\(last) was never assigned" }
    if freeIDs.count + heldIDs.count != ids.count { return "an id is lost" }
    if !orders.isEmpty { return "orders were not carried out" }
    return nil
  }

  func brokenTree() -> String? {
    for index in scopes.below(0) {
      let scope = scopes.all[index]
      for (name, id) in scope.ids {
        if ids[id].scope != index || ids[id].name != name { return "an id is in the wrong scope" }
        if ids[id].isEmpty, !scope.isKept { return "an empty id was kept" }
      }
      if let last = scope.lastID, scope.ids[last.name] != last.index { return "the last id doesn't exist" }
      for (key, child) in scope.children {
        if scopes.all[child].parent != index || scopes.all[child].key != key { return "a child names another parent" }
        if scope.mayBeRemoved, !scopes.all[child].mayBeRemoved { return "a child is marked as outliving its parent" }
      }
      if index > 0, !scope.isKept, scope.children.isEmpty, scope.ids.isEmpty { return "an empty scope was kept" }
      let live = usedSlots.count { slots[$0].scope == index && slots[$0].phase != .stopping }
      if live != scope.live { return "\(scope.live) are counted as live, but \(live) are live" }
      let mustBeBusy = scope.mayBeRemoved && live > 0 || !scope.busy.isEmpty
      if index > 0, (scope.busyIndex != nil) != mustBeBusy { return "a scope is wrongly busy or idle" }
      if let position = scope.busyIndex, scopes.all[scope.parent].busy[position] != index {
        return "a busy scope is lost"
      }
    }
    return nil
  }

  func brokenSlots() -> String? {
    var linked = 0
    for id in heldIDs {
      let list = list(of: id)
      linked += list.count
      if ids[id].last != list.last { return "the last element of a list is wrong" }
      for (position, slot) in list.enumerated() {
        if slots[slot].previous != (position == 0 ? nil : list[position - 1]) { return "a slot has a wrong back link" }
        if slots[slot].id != id { return "a slot names another id" }
      }
      if let broken = brokenID(id, list) { return broken }
    }
    let listed: [Phase] = [.running, .delayed, .debounced, .trailing, .queued]
    let expected = usedSlots.count { listed.contains(slots[$0].phase) }
    return linked == expected ? nil : "\(expected) slots should be in lists, \(linked) are"
  }

  func brokenID(_ index: Int, _ list: [Int]) -> String? {
    let id = ids[index]
    let stopping = usedSlots.count { slots[$0].phase == .stopping && slots[$0].id == index }
    if stopping != id.stopping { return "\(id.stopping) are counted as stopping, but \(stopping) are stopping" }
    if list.contains(where: { slots[$0].phase == .window }) { return "a window is in a list" }
    if id.name.isEmpty, list.contains(where: { ![.running, .delayed].contains(slots[$0].phase) }) {
      return "an effect without an id is queued"
    }
    func only(_ phase: Phase, _ index: Int?) -> Bool {
      list.filter { slots[$0].phase == phase } == (index.map { [$0] } ?? [])
    }
    if !only(.debounced, id.debounce) || !only(.trailing, id.trailing) {
      return "an id doesn't know its waiting starts"
    }
    if let window = id.window {
      if slots[window].phase != .window || slots[window].id != index { return "an id's window is invalid" }
    } else if id.trailing != nil {
      return "a trailing start has no window"
    }
    if usedSlots.count(where: { slots[$0].phase == .window && slots[$0].id == index }) > 1 {
      return "an id has two windows"
    }
    if let first = list.first, slots[first].phase == .queued, stopping == 0 { return "the queue is stuck" }
    return nil
  }

  /// Whether the table is empty.
  var isBlank: Bool { used == 0 && heldIDs.allSatisfy { ids[$0].isEmpty } && brokenInvariant() == nil }
}
