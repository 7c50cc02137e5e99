@testable import Colmeia

extension ReferenceModel {
  mutating func carryOut(_ command: EffectCommand<R.Effect, R.Output>) {
    let id = command.id
    switch command.operation {
    case .cancel: cancelAll(under: id)
    case .output(let number): outputs.append(MachineOutput(scope: .root, output: ChildOutput(number)))
    case .childOutput(let output): outputs.append(MachineOutput(scope: id.scope, output: output))
    case .absentChild: requests.append(.report(.absentChild(id.scope)))
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

  mutating func run(_ effect: R.Effect, _ id: EffectID, _ policy: Policy, _ start: EffectStart) {
    switch start {
    case .now: apply(effect, id, policy)
    case .after(let delay):
      if policy == .replace { cancelAll(under: id) }
      add(.delayed, id, effect, policy, delay)
    case .debounce(let delay):
      if policy == .replace { cancelAll(under: id) }
      for waiting in entries where waiting.phase == .debounced && waiting.id == id { cancel(waiting.number) }
      add(.debounced, id, effect, policy, delay)
    case .throttle(let duration):
      guard let window = entries.firstIndex(where: { $0.phase == .window && $0.id == id }) else {
        let isFull = entries.count / 4 >= limit
        apply(effect, id, policy)
        return isFull ? () : openWindow(id, duration)
      }
      entries[window].duration = duration
      for older in entries where older.phase == .trailing && older.id == id { cancel(older.number) }
      add(.trailing, id, effect, policy)
    }
  }

  /// Carries out a start that doesn't wait for a timer.
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

  /// Cancels everything of an id: its list from the oldest command to the newest, then its window.
  mutating func cancelAll(under id: EffectID) {
    for entry in entries where entry.isListed && entry.id == id { cancel(entry.number) }
    for entry in entries where entry.phase == .window && entry.id == id { cancel(entry.number) }
  }

  /// Cancels the effects of removed children.
  mutating func cancelRemoved() {
    var removed: [[ScopeKey]] = []
    for entry in entries where entry.isWork && !entry.scope.isEmpty && !removed.contains(entry.scope) {
      if !LawFeature.isPresent(entry.scope, in: state) { removed.append(entry.scope) }
    }
    if removed.isEmpty { return }
    cancel(entries.filter { entry in entry.isWork && removed.contains { entry.scope.starts(with: $0) } })
  }

  /// Starts and cancels long-lived effects as the state requires: first the cancellations, oldest first, then the
  /// reports and the starts, feature by feature. A feature whose list hasn't changed is skipped.
  mutating func reconcile() {
    let next = LawFeature.longLived(in: state)
    var kept: [Lasting] = []
    var started: [(EffectID, [ScopeKey], R.Effect)] = []
    var reports: [EffectID] = []
    for (scope, effects) in next {
      let old = lasting.filter { $0.scope == scope }
      if named[scope, default: []].elementsEqual(effects, by: ==) {
        kept += old
        continue
      }
      var names: [String] = []
      for (name, effect) in effects {
        let id = EffectID(name, in: EffectScope(scope))
        if names.contains(name) {
          reports.append(id)
        } else if let running = old.first(where: { $0.name == name && $0.effect == effect }) {
          kept.append(running)
        } else {
          started.append((id, scope, effect))
        }
        names.append(name)
      }
    }
    let ended = lasting.filter { entry in !kept.contains { $0.order == entry.order } }
    for number in ended.compactMap(\.number).sorted() { cancel(number) }
    for id in reports { requests.append(.report(.duplicateLongLivedID(id))) }
    lasting = kept
    // Effects that were refused before come first.
    startRefused()
    for (id, scope, effect) in started {
      order += 1
      let number = add(.longLived, id, effect)
      lasting.append(Lasting(scope: scope, name: id.name, effect: effect, number: number, order: order))
    }
    named = Dictionary(next, uniquingKeysWith: { $1 })
  }
}
