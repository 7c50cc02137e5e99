import Colmeia

// Actions that the server sends through running effects.
extension World {
  /// Sends an action through one of the effects that may receive one. Returns `false` if there is none.
  @inlinable mutating func push(_ source: Int, _ make: Plan<R, Server>.Push, _ tag: Int) -> Bool {
    guard let index = listener(make), let action = make(running[index].effect, &server) else { return refuse(source) }
    if !isRepeating { sourceCounts[source] += 1 }
    begin(tag)
    if record.keepsLines { countTwins(index) }
    if record.isOn {
      record.push(plan.sources[source].value.name, running[index], tag, [source] + choices.drawn, sends: action)
    }
    let id = running[index].id
    reduce(action) { $0.resolve(id, $1) }
    endStep()
    return true
  }

  /// Selects one of the effects that may receive an action.
  @inlinable mutating func listener(_ make: Plan<R, Server>.Push) -> Int? {
    let able = running.indices.filter { index in
      guard running[index].isDormant else { return false }
      var copy = server
      return make(running[index].effect, &copy) != nil
    }
    return able.count > 1 ? able[choices.number(below: able.count)] : able.first
  }

  /// Makes the first event happen in which the server sends what it still has. Returns `false` if there is none.
  @inlinable mutating func deliver() -> Bool {
    for index in plan.sources.indices {
      guard case .push(let make, isEndless: false) = plan.sources[index].value.maker else { continue }
      choices.source = .script
      choices.begin([])
      if push(index, make, -1) { return true }
    }
    return false
  }
}
