import ColmeiaMemory

/// What happened to a start that did not begin at once.
@usableFromInline package enum WaitEvent<Effect: Sendable>: Sendable {
  /// It waits for a timer, or is queued.
  case waits(RequestID, Effect)
  /// It was given up before it began.
  case dropped(RequestID, Effect)
}

/// A start that waits for a timer, or is queued.
package struct WaitingStart<Effect: Sendable>: Sendable {
  package let id: RequestID
  package let effect: Effect
  /// The timer that it waits for; nil for a queued one.
  package let timer: RequestID?
}

extension Machine {
  /// What happened to starts that do not begin at once, in order, since the shell emptied it. A machine
  /// keeps it once it was set to an empty array; requests say nothing of starts that are queued.
  @inlinable package var waitLog: [WaitEvent<R.Effect>]? {
    get { table.waitLog }
    _modify { yield &table.waitLog }
  }

  /// Whether the start that got `id` when it was put off still waits.
  package func isWaiting(_ id: RequestID) -> Bool {
    table.isCurrent(id) && table.slots[id.slot].effect != nil
  }

  /// Whether `id` is a long-lived effect that runs.
  package func isLongLived(_ id: RequestID) -> Bool {
    table.isCurrent(id) && table.slots[id.slot].phase == .longLived
  }

  /// The numbers of the effects that have begun and not really stopped, without long-lived ones.
  package var runningNumbers: [UInt64] {
    var numbers: [UInt64] = []
    for index in 0..<Int32(table.slots.count) {
      let phase = table.slots[index].phase
      if phase == .running || phase == .stopping { numbers.append(table.request(index).number) }
    }
    return numbers
  }

  /// The starts that wait for a timer or are queued, in the order in which they were commanded.
  ///
  /// - Complexity: O(*n* log *n*) in the number of effects and timers.
  package var waitingStarts: [WaitingStart<R.Effect>] {
    var starts: [WaitingStart<R.Effect>] = []
    for index in 0..<Int32(table.slots.count) {
      guard let effect = table.slots[index].effect else { continue }
      let own = table.request(index)
      let timer: RequestID? =
        switch table.slots[index].phase {
        case .delayed, .debounced: own
        case .trailing: table.request(table.ids[table.slots[index].id].window)
        default: nil
        }
      starts.append(WaitingStart(id: own, effect: effect, timer: timer))
    }
    return starts.sorted { $0.id.number < $1.id.number }
  }
}
