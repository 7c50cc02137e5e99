/// What was recorded, and what follows from that alone: it never changes while it is played.
struct ReplayScript: Sendable {
  let events: [CassetteEvent]
  /// Requests and wishes for connections, in order.
  let beginnings: [Int]
  /// Where each exchange or connection begins, and what came of it.
  private(set) var starts: [Int: Int] = [:]
  private(set) var outcomes: [Int: Int] = [:]
  /// What happened over each connection or stream once it was there.
  private(set) var talks: [Int: [Int]] = [:]
  /// Connections that were given up before the client had said anything: when.
  private(set) var givenUp: [Int: Int] = [:]
  /// Messages that were said again because nothing had come over their connection since.
  private(set) var repetitions: Set<Int> = []

  init(_ events: [CassetteEvent]) {
    self.events = events
    beginnings = events.indices.filter { events[$0].isBeginning }
    for (index, event) in events.enumerated() {
      switch event.kind {
      case .request, .socket, .stream: starts[event.number] = index
      case .failed where outcomes[event.number] != nil: talks[event.number, default: []].append(index)
      case .answer, .failed, .opened, .refused, .head: outcomes[event.number] = index
      case .sent, .received, .closing, .closed, .chunk, .end: talks[event.number, default: []].append(index)
      }
    }
    for talk in talks.values {
      for (former, index) in zip(talk, talk.dropFirst()) where events[index].isMessageOut {
        if events[former].kind == events[index].kind { repetitions.insert(index) }
      }
    }
    let talkative = Set(beginnings.filter { hasSpoken(events[$0].number) }.compactMap { events[$0].request?.name })
    for index in beginnings {
      guard case .socket(let request, _) = events[index].kind, let time = givingUp(events[index].number) else {
        continue
      }
      // A client that only listens has not given up because it says nothing.
      if talks[events[index].number] == nil || talkative.contains(request.name) {
        givenUp[events[index].number] = time
      }
    }
  }

  /// What happened over a connection or a stream, in order.
  func talk(_ number: Int) -> [Int] { talks[number] ?? [] }

  private func hasSpoken(_ number: Int) -> Bool { talk(number).contains { events[$0].isMessageOut } }

  /// Whether the app had closed the stream.
  func isClosedByApp(_ number: Int) -> Bool {
    talk(number).last.map { events[$0].kind == .failed(.cancelled) } ?? false
  }

  /// When a client gave a connection up to which it had said nothing; `nil` for others.
  private func givingUp(_ number: Int) -> Int? {
    guard let outcome = outcomes[number] else { return nil }
    if events[outcome].kind == .failed(.cancelled) { return events[outcome].milliseconds }
    guard !hasSpoken(number), let last = talk(number).last, case .closing = events[last].kind else { return nil }
    return events[last].milliseconds
  }

  /// Whether others wait for this to go out.
  func isAwaited(_ index: Int) -> Bool {
    guard events[index].isBeginning else { return events[index].isOutgoing && !repetitions.contains(index) }
    let number = events[index].number
    guard let outcome = outcomes[number], events[outcome].kind != .failed(.cancelled) else { return false }
    // A stream that the app had closed before anything came: it may not even ask for it now.
    return events[index].way != .stream || !isClosedByApp(number) || talk(number).count != 1
  }

  /// Whether others wait for this message to go out.
  func isAwaitedMessage(_ index: Int) -> Bool { events[index].isMessageOut && !repetitions.contains(index) }
}

/// How much of a recording has happened again.
struct ReplayProgress: Sendable {
  enum Status {
    case open
    case done
    /// It can no longer happen, and nobody waits for it.
    case skipped
  }

  private let script: ReplayScript
  private var statuses: [Status]
  /// Requests and wishes for connections that were not made yet, in order.
  private(set) var beginnings: [Int]
  /// The first event that the app has still to do, and the first message that it has still to send.
  private(set) var nextOutgoing = 0
  private(set) var nextMessage = 0

  init(_ script: ReplayScript) {
    self.script = script
    statuses = script.events.map { _ in .open }
    beginnings = script.beginnings
    skipDone()
  }

  subscript(index: Int) -> Status { statuses[index] }

  /// A request has gone out, or a connection is asked for.
  mutating func begin(_ index: Int) {
    beginnings.removeAll { $0 == index }
    finish([index])
  }

  /// These have happened, or cannot any more.
  mutating func finish(_ indices: some Sequence<Int>, _ status: Status = .done) {
    for index in indices { statuses[index] = status }
    skipDone()
  }

  /// The same for those of them that are still to come.
  mutating func skip(_ indices: some Sequence<Int>) { finish(indices.filter { statuses[$0] == .open }, .skipped) }

  /// Nobody waits for a stream to be asked for again: what is wanted may be another one by now.
  mutating func putBack(_ start: Int) {
    beginnings = (beginnings + [start]).sorted()
    if script.events[start].way == .stream { return finish([start], .skipped) }
    statuses[start] = .open
    nextOutgoing = min(nextOutgoing, start)
  }

  /// Passes over the attempts that were given up by now.
  mutating func passOver(_ now: Int) {
    for (number, time) in script.givenUp where time <= now {
      guard let start = script.starts[number] else { continue }
      beginnings.removeAll { $0 == start }
      skip([start] + script.talk(number))
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
