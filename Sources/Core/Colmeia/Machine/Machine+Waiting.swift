/// An event of a start that didn't begin immediately.
@usableFromInline package enum WaitEvent<Effect: Sendable>: Sendable {
  /// The start waits for a timer, or is queued.
  case waits(RequestID, Effect)
  /// The start was dropped before it began.
  case dropped(RequestID, Effect)
  /// The start was ignored, because another effect of its id waits or runs (``Policy/keep``).
  case ignored(Effect)
}

/// An effect that runs, stops or waits, or the window of a throttle: the index of its id, the slot of the previous one
/// in the list of the id, the policy and the effect if it waits, and the timer for which it waits.
package typealias OngoingEffect<Effect: Sendable & Equatable> = (
  request: RequestID, id: Int?, previous: Int?, phase: EffectTable.Phase, policy: Policy, effect: Effect?,
  timer: RequestID?
)

/// A start that waits for a timer, or is queued; then, the timer is `nil`.
package typealias WaitingStart<Effect> = (id: RequestID, effect: Effect, timer: RequestID?)

extension Machine {
  /// Whether the start that was assigned `id` when it was postponed still waits.
  package func isWaiting(_ id: RequestID) -> Bool { later[id.number] != nil }

  /// The effects that have begun and not stopped yet. A long-lived effect that was cancelled is no longer marked as
  /// such.
  package var ongoing: [(number: UInt64, isLongLived: Bool)] {
    effects { [.running, .stopping, .longLived].contains($0) }.map { ($0.request.number, $0.phase == .longLived) }
  }

  /// The starts that wait for a timer or are queued, in the order of the commands.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of effects and timers.
  package var waitingStarts: [WaitingStart<R.Effect>] {
    effects().compactMap { one in one.effect.map { (one.request, $0, one.timer) } }
  }

  /// Returns the effects and throttle windows in certain phases, in the order of their requests.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of all of them, and *m* that of the returned ones.
  package func effects(_ isIn: (EffectTable.Phase) -> Bool = { $0 != .free }) -> [OngoingEffect<R.Effect>] {
    table.slots.indices.filter { isIn(table.slots[$0].phase) }.map { own -> OngoingEffect<R.Effect> in
      let slot = table.slots[own]
      let isTimed = slot.phase == .delayed || slot.phase == .debounced || slot.phase == .window
      let window = slot.id.flatMap { table.ids[$0].window }
      let timer = (slot.phase == .trailing ? window : isTimed ? own : nil).map { table.request($0) }
      return (table.request(own), slot.id, slot.previous, slot.phase, slot.policy, later[slot.number], timer)
    }.sorted { $0.request.number < $1.request.number }
  }

  /// Returns an id that holds something, and the duration of its next throttle window.
  package func id(at index: Int?) -> (id: EffectID, window: Duration)? {
    index.map { (table.id(at: $0), table.ids[$0].windowDuration) }
  }

  /// Whether an effect runs, waits or is queued under an id.
  package func isRunning(_ id: EffectID) -> Bool {
    var scope = 0
    for key in id.scope.keys {
      guard let child = table.scopes.child(key, of: scope) else { return false }
      scope = child
    }
    guard let index = table.scopes.all[scope].ids[id.name] else { return false }
    return table.ids[index].first != nil
  }
}
