/// The events of a recording, and facts derived from them that do not change during a replay.
struct ReplayScript: Sendable {
  let events: [CassetteEvent]
  /// The indices of all events that begin an exchange, a connection or a stream, in order.
  let beginnings: [Int]
  /// The index of the first event of each exchange, connection or stream, and that of its outcome.
  private(set) var starts: [Int: Int] = [:]
  private(set) var outcomes: [Int: Int] = [:]
  /// The indices of the events of each connection or stream after it was opened.
  private var trafficByNumber: [Int: [Int]] = [:]
  /// The connections that were given up before the client sent anything, with the time in milliseconds at which they
  /// were.
  private(set) var givenUp: [Int: Int] = [:]
  /// The indices of messages that were repeated because nothing had arrived over their connection since.
  private(set) var repetitions: Set<Int> = []

  init(_ events: [CassetteEvent]) {
    self.events = events
    beginnings = events.indices.filter { events[$0].isBeginning }
    for (index, event) in events.enumerated() {
      switch event.kind {
      case .request, .socket, .stream: starts[event.number] = index
      case .failed where outcomes[event.number] != nil: trafficByNumber[event.number, default: []].append(index)
      case .answer, .failed, .opened, .refused, .head: outcomes[event.number] = index
      case .sent, .received, .closing, .closed, .chunk, .end: trafficByNumber[event.number, default: []].append(index)
      }
    }
    for traffic in trafficByNumber.values {
      for (former, index) in zip(traffic, traffic.dropFirst()) where events[index].isMessageOut {
        if events[former].kind == events[index].kind { repetitions.insert(index) }
      }
    }
    let senders = Set(
      beginnings.filter { hasSentMessages(events[$0].number) }.compactMap { events[$0].request?.name })
    for index in beginnings {
      guard case .socket(let request, _) = events[index].kind, let time = givingUp(events[index].number) else {
        continue
      }
      // A client that only listens sends nothing, so its silence does not mean that it gave up.
      if trafficByNumber[events[index].number] == nil || senders.contains(request.name) {
        givenUp[events[index].number] = time
      }
    }
  }

  /// Returns the indices of the events of a connection or a stream after it was opened, in order.
  func traffic(_ number: Int) -> [Int] { trafficByNumber[number] ?? [] }

  private func hasSentMessages(_ number: Int) -> Bool { traffic(number).contains { events[$0].isMessageOut } }

  /// Returns whether the app cancelled a request, or gave up a connection or a stream before it was opened.
  func isCancelled(_ number: Int) -> Bool { outcomes[number].map { events[$0].kind == .failed(.cancelled) } ?? false }

  /// Returns whether the app closed the stream.
  func isClosedByApp(_ number: Int) -> Bool {
    traffic(number).last.map { events[$0].kind == .failed(.cancelled) } ?? false
  }

  /// Returns the time at which a client gave up a connection without having sent anything, or `nil` if it did not.
  private func givingUp(_ number: Int) -> Int? {
    guard let outcome = outcomes[number] else { return nil }
    if events[outcome].kind == .failed(.cancelled) { return events[outcome].milliseconds }
    guard !hasSentMessages(number), let last = traffic(number).last, case .closing = events[last].kind else {
      return nil
    }
    return events[last].milliseconds
  }

  /// Returns whether later events wait for this one to be sent.
  func isAwaited(_ index: Int) -> Bool {
    guard events[index].isBeginning else { return events[index].isOutgoing && !repetitions.contains(index) }
    let number = events[index].number
    guard let outcome = outcomes[number] else { return false }
    if events[outcome].kind == .failed(.cancelled) { return events[index].changesData }
    // A stream that the app closed before anything arrived is not awaited, because the app may not open it this time.
    return events[index].channel != .stream || !isClosedByApp(number) || traffic(number).count != 1
  }

  /// Returns whether responses wait for this message to be sent.
  func isAwaitedMessage(_ index: Int) -> Bool { events[index].isMessageOut && !repetitions.contains(index) }
}

/// The progress of a replay: the status of each recorded event.
struct ReplayProgress: Sendable {
  enum Status {
    case open
    case done
    /// The event can no longer happen, and no other event waits for it.
    case skipped
  }

  private let script: ReplayScript
  private var statuses: [Status]
  /// The indices of unused events that begin an exchange, a connection or a stream, in order.
  private(set) var beginnings: [Int]
  /// The number of events at the beginning of each connection or stream that are no longer open.
  private var passed: [Int: Int] = [:]
  /// The index of the first event that the app still has to cause, and of the first message that it still has to send.
  private(set) var nextOutgoing = 0
  private(set) var nextMessage = 0

  init(_ script: ReplayScript) {
    self.script = script
    statuses = script.events.map { _ in .open }
    beginnings = script.beginnings
    skipDone()
  }

  subscript(index: Int) -> Status { statuses[index] }

  /// Returns the indices of the events of a connection or a stream, from the first one that is still open.
  ///
  /// - Complexity: O(1).
  func rest(of number: Int) -> ArraySlice<Int> { script.traffic(number)[passed[number, default: 0]...] }

  /// Marks the beginning of an exchange, a connection or a stream as done.
  mutating func begin(_ index: Int) {
    if let position = beginnings.firstIndex(of: index) { beginnings.remove(at: position) }
    finish([index])
  }

  /// Sets the status of these events.
  mutating func finish(_ indices: some Sequence<Int>, _ status: Status = .done) {
    for index in indices {
      statuses[index] = status
      pass(script.events[index].number)
    }
    skipDone()
  }

  private mutating func pass(_ number: Int) {
    let open = rest(of: number)
    passed[number] = open.firstIndex { statuses[$0] == .open } ?? open.endIndex
  }

  /// Marks those of these events that are still open as skipped.
  mutating func skip(_ indices: some Sequence<Int>) { finish(indices.filter { statuses[$0] == .open }, .skipped) }

  /// Makes an entry available again. No other event waits for a stream that is put back, because the app may now open
  /// another one.
  mutating func putBack(_ start: Int) {
    beginnings = (beginnings + [start]).sorted()
    if script.events[start].channel == .stream { return finish([start], .skipped) }
    statuses[start] = .open
    nextOutgoing = min(nextOutgoing, start)
  }

  /// Skips the attempts to connect that were given up by this time.
  mutating func skipGivenUp(by now: Int) {
    for (number, time) in script.givenUp where time <= now {
      guard let start = script.starts[number] else { continue }
      beginnings.removeAll { $0 == start }
      skip([start] + script.traffic(number))
    }
  }

  private mutating func skipDone() {
    let events = script.events.indices
    while nextOutgoing < events.upperBound, statuses[nextOutgoing] != .open || !script.isAwaited(nextOutgoing) {
      nextOutgoing += 1
    }
    while nextMessage < events.upperBound, statuses[nextMessage] != .open || !script.isAwaitedMessage(nextMessage) {
      nextMessage += 1
    }
  }
}
