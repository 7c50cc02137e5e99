import ColmeiaHTTP

/// The requests of a replay that may have been cancelled at another time than in the recording.
///
/// A request without an entry is held, under a negative number: in the recording, it may have been cancelled before it
/// was sent, or an equal one that was cancelled here may have taken its entry. A request whose entry was cancelled may be
/// an equal one that should have another entry. A recorded request that isn't sent may have been cancelled before. All of
/// this is decided when nothing else happens (``ReplayMachine/judge(isStalled:)``).
struct CancelledRequests: Sendable {
  /// A request that waits until it is cancelled.
  struct Waiter: Sendable {
    var request: HTTPRequest
    var device: String
    var channel: CassetteEvent.Channel
    /// What it is if it is held and not cancelled.
    var mismatch: ReplayMismatch?
  }

  /// What becomes of a waiting request.
  enum Turn: Sendable {
    /// It has this number from now on.
    case number(Int)
    case refused(ReplayMismatch)
  }

  /// The waiting requests, by number.
  var waiters: [Int: Waiter] = [:]
  var turns: [Int: Turn] = [:]
  /// The numbers of the exchanges whose requests, or whose effects, were cancelled here, but not in the recording.
  var abandoned: [Int] = []
  private var lastHeld = 0

  /// Holds a request without an entry. Returns its number.
  mutating func hold(_ waiter: Waiter) -> Int {
    lastHeld -= 1
    waiters[lastHeld] = waiter
    return lastHeld
  }
}

extension ReplayMachine {
  /// Handles a request that was cancelled before its outcome.
  mutating func leave(_ number: Int, _ channel: CassetteEvent.Channel) {
    let wasWaiting = cancelled.waiters.removeValue(forKey: number) != nil
    if channel != .request { return giveUp(number) }
    if !wasWaiting, let outcome = script.outcomes[number], !script.isCancelled(number),
      order?.pendingAnswers.contains(outcome) ?? true
    {
      cancelled.abandoned.append(number)
    }
    consume(number)
  }

  /// Whether there may be something to decide with ``judge(isStalled:)``.
  var mayJudge: Bool { !cancelled.waiters.isEmpty || obstacle != nil }

  /// Decides about requests that may have been cancelled at another time than in the recording, because nothing else
  /// happens.
  ///
  /// - Parameter isStalled: Whether nothing can happen anymore before it is too late.
  /// - Returns: Whether anything was decided.
  mutating func judge(isStalled: Bool = true) -> Bool {
    var isChanged = false
    // A request that is held comes before one whose entry was cancelled; of each, the first one comes first.
    let numbers = cancelled.waiters.keys.sorted { ($0 < 0 ? 0 : 1, abs($0)) < ($1 < 0 ? 0 : 1, abs($1)) }
    for number in numbers where number < 0 || isStalled {
      guard let waiter = cancelled.waiters[number], let other = substitute(for: waiter) else { continue }
      cancelled.waiters[number] = nil
      cancelled.turns[number] = .number(other)
      isChanged = true
    }
    if isChanged { return true }
    if isStalled, let obstacle {
      progress.skip([obstacle])
      return true
    }
    return refuseHeld()
  }

  /// Refuses the requests that are held, unless there is another entry for them. Returns whether there are any.
  ///
  /// - Parameter isOver: Whether the app is shut down. Then a request that was only made once more can be a matter of
  ///   timing, unless it changes something.
  mutating func refuseHeld(isOver: Bool = false) -> Bool {
    let held = cancelled.waiters.filter { $0.key < 0 }.sorted { $0.key > $1.key }
    for (number, waiter) in held {
      cancelled.waiters[number] = nil
      if let other = substitute(for: waiter) {
        cancelled.turns[number] = .number(other)
      } else if let mismatch = waiter.mismatch {
        cancelled.turns[number] = .refused(mismatch)
        if isOver, HTTPMethod.safe.contains(waiter.request.method), case .askedAgain = mismatch.difference {
          findings.surplus.append(mismatch)
        } else {
          findings.mismatches.append(mismatch)
        }
      }
    }
    return !held.isEmpty
  }

  /// Returns the number of another exchange for a request: an unused one with an outcome, or one whose request was
  /// cancelled.
  private mutating func substitute(for waiter: CancelledRequests.Waiter) -> Int? {
    let unused = entry(for: waiter.request, waiter.device, waiter.channel) { !script.isCancelled($0.number) }
    if let unused { return use(unused, waiter.channel) }
    let index = cancelled.abandoned.firstIndex { number in
      guard let start = script.starts[number], fits(script.events[start], waiter.device, waiter.channel) else {
        return false
      }
      var bindings = bindings
      return script.events[start].request.map { RequestDifference.between($0, waiter.request, &bindings) == nil }
        ?? false
    }
    guard let index else { return nil }
    let number = cancelled.abandoned.remove(at: index)
    if let outcome = script.outcomes[number] { order?.pendingAnswers.insert(outcome) }
    return number
  }

  /// The index of a recorded request that the app hasn't sent and that something waits for, or `nil`.
  private var obstacle: Int? {
    let next = progress.nextOutgoing
    guard next < script.events.count, script.events[next].channel == .request else { return nil }
    let isAwaited =
      order?.pendingAnswers.contains { $0 > next } == true
      || openChannels.contains { nextArrival(over: $0).map { $0 > next } == true }
    return isAwaited ? next : nil
  }
}
