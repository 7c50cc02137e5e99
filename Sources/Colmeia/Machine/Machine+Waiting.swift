import ColmeiaMemory

/// An event of a start that didn't begin immediately.
@usableFromInline package enum WaitEvent<Effect: Sendable>: Sendable {
  /// The start waits for a timer, or is queued.
  case waits(RequestID, Effect)
  /// The start was dropped before it began.
  case dropped(RequestID, Effect)
  /// The start was ignored, because another effect of its id waits or runs (``Policy/keep``).
  case ignored(Effect)
}

/// A start that waits for a timer, or is queued; then, the timer is `nil`.
package typealias WaitingStart<Effect> = (id: RequestID, effect: Effect, timer: RequestID?)

extension Machine {
  /// The events of starts that don't begin immediately, in order, since the shell last emptied the array. The machine
  /// records them only after a shell has set this property to an empty array. Requests don't show queued starts.
  @inlinable package var waitLog: [WaitEvent<R.Effect>]? {
    get { table.waitLog }
    _modify { yield &table.waitLog }
  }

  /// Whether the start that was assigned `id` when it was postponed still waits.
  package func isWaiting(_ id: RequestID) -> Bool { table.isCurrent(id) && table.slots[id.slot].effect != nil }

  /// The effects that have begun and not stopped yet. A long-lived effect that was cancelled is no longer marked as
  /// such.
  package var ongoing: [(number: UInt64, isLongLived: Bool)] {
    (0..<Int32(table.slots.count)).compactMap { index in
      let phase = table.slots[index].phase
      guard phase == .running || phase == .stopping || phase == .longLived else { return nil }
      return (table.request(index).number, phase == .longLived)
    }
  }

  /// The starts that wait for a timer or are queued, in the order of the commands.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of effects and timers.
  package var waitingStarts: [WaitingStart<R.Effect>] {
    (0..<Int32(table.slots.count)).compactMap { index -> WaitingStart<R.Effect>? in
      guard let effect = table.slots[index].effect else { return nil }
      let own = table.request(index)
      let timer: RequestID? =
        switch table.slots[index].phase {
        case .delayed, .debounced: own
        case .trailing: table.request(table.ids[table.slots[index].id].window)
        default: nil
        }
      return (own, effect, timer)
    }.sorted { $0.id.number < $1.id.number }
  }
}
