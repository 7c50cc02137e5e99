import Colmeia

extension ReferenceModel {
  mutating func carryOut(_ command: Command<R.Effect>) {
    let id = command.id
    switch command.operation {
    case .cancel: cancelAll(under: id)
    case .cancelAll:
      let scope = id.scope.keys
      cancel(entries.filter { $0.isWork && $0.scope.starts(with: scope) })
    case .run(let effect, _, .after(let delay)) where id.name.isEmpty:
      add(.delayed, id, effect, .concurrent, delay)
    case .run(let effect, _, _) where id.name.isEmpty: add(.running, id, effect)
    case .run(let effect, let policy, let start):
      run(effect, id, policy, start)
      beginNext(id)
    }
  }

  mutating func run(_ effect: R.Effect, _ id: EffectID, _ policy: Policy, _ start: Start) {
    switch start {
    case .now: apply(effect, id, policy)
    case .after(let delay): add(.delayed, id, effect, policy, delay)
    case .debounce(let delay):
      for waiting in entries where waiting.phase == .debounced && waiting.id == id { cancel(waiting.number) }
      add(.debounced, id, effect, policy, delay)
    case .throttle(let duration):
      guard let window = entries.firstIndex(where: { $0.phase == .window && $0.id == id }) else {
        apply(effect, id, policy)
        return openWindow(id, duration)
      }
      entries[window].duration = duration
      for older in entries where older.phase == .trailing && older.id == id { cancel(older.number) }
      add(.trailing, id, effect, policy)
    }
  }

  /// A start that need not wait for a timer.
  mutating func apply(_ effect: R.Effect, _ id: EffectID, _ policy: Policy) {
    let isOccupied = entries.contains { $0.isListed && $0.id == id }
    let isStopping = entries.contains { $0.phase == .stopping && $0.id == id }
    switch policy {
    case .replace:
      cancelAll(under: id)
      add(.running, id, effect)
    case .keep where isOccupied: break
    case .queue where isOccupied || isStopping: add(.queued, id, effect)
    case .concurrent, .keep, .queue: add(.running, id, effect)
    }
  }

  mutating func openWindow(_ id: EffectID, _ duration: Duration) {
    add(.window, id, nil, .concurrent, duration)
  }

  /// Drops all of an id: its list from the oldest command to the newest, then its window.
  mutating func cancelAll(under id: EffectID) {
    for entry in entries where entry.isListed && entry.id == id { cancel(entry.number) }
    for entry in entries where entry.phase == .window && entry.id == id { cancel(entry.number) }
  }

  /// Cancels what children have started that are no longer there.
  mutating func cancelGone() {
    var gone: [[ScopeKey]] = []
    for entry in entries where entry.isWork && !entry.scope.isEmpty && !gone.contains(entry.scope) {
      if !reducer.contains(entry.id.scope, in: state) { gone.append(entry.scope) }
    }
    if gone.isEmpty { return }
    cancel(entries.filter { entry in entry.isWork && gone.contains { entry.scope.starts(with: $0) } })
  }

  /// Makes the long-lived effects that run or are done those that the state names.
  mutating func reconcile() {
    let next = reducer.longLived(in: state)
    if next == wanted { return }
    wanted = next
    var named: [(id: EffectID, effect: R.Effect)] = []
    for entry in next.entries {
      if named.contains(where: { $0.id == entry.id }) {
        requests.append(.report(.duplicateLongLivedID(entry.id)))
      } else {
        named.append((entry.id, entry.effect))
      }
    }
    for old in lasting where !named.contains(where: { $0.id == old.id }) { end(old.number) }
    lasting = named.map { entry in
      let old = lasting.first { $0.id == entry.id }
      if let old, old.effect == entry.effect { return old }
      end(old?.number)
      return (entry.id, entry.effect, add(.longLived, entry.id, entry.effect))
    }
  }

  /// Cancels a long-lived effect unless it has returned by itself.
  mutating func end(_ number: UInt64?) {
    if let number { cancel(number) }
  }
}
