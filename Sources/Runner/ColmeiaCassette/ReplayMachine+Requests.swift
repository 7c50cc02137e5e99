import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaTransport

extension ReplayMachine {
  /// Handles a request by the app for a response, a connection or a stream.
  ///
  /// - Parameter now: The time in milliseconds, or `nil` if there is no clock.
  /// - Returns: The number of the matching exchange, or `nil` if there is none.
  /// - Complexity: O(*n*), where *n* is the number of unused entries, plus O(*m*) for each entry with the same path,
  ///   where *m* is the length of the body.
  mutating func begin(_ request: HTTPRequest, device: String, _ channel: CassetteEvent.Channel, now: Int?) -> Int? {
    if let now { progress.skipGivenUp(by: now) }
    return claim(request, device, channel)
  }

  /// Returns the time at which an attempt to connect was given up in the recording, so the next attempt can take its
  /// place. Returns `nil` for an exchange with a recorded outcome, or one that never ended.
  func end(ofAttempt number: Int) -> Int? { script.givenUp[number] }

  /// Returns whether the outcome of an exchange is due. If it is not, but will be at a known time, returns that time.
  mutating func isDue(_ number: Int, now: Int?) -> (isDue: Bool, at: Int?) {
    if let now { progress.skipGivenUp(by: now) }
    guard let index = script.outcomes[number] else { return (true, nil) }
    switch script.events[index].kind {
    case .opened, .refused: return isHeld ? (false, nil) : isDue(index, now)
    case .head: return (progress.nextOutgoing > index, nil)
    default:
      guard let order else { return (progress.nextMessage > index, nil) }
      guard progress.nextOutgoing > index, !order.pendingAnswers.contains(where: { $0 < index }) else {
        return (false, nil)
      }
      if let now, now < order.turn { return (false, order.turn) }
      // Events of connections are played in the recorded order, too. If one of them waits for its time, so does this
      // response.
      let arrivals = openChannels.compactMap { nextArrival(over: $0) }
      guard let earliest = arrivals.filter({ $0 < index }).min() else { return (true, nil) }
      return (false, script.events[earliest].milliseconds)
    }
  }

  func nextArrival(over number: Int) -> Int? {
    progress.rest(of: number).first { progress[$0] == .open && script.events[$0].isArrival }
  }

  /// Marks the outcome of an exchange as delivered, or as no longer awaited.
  mutating func consume(_ number: Int, now: Int? = nil) {
    guard let index = script.outcomes[number] else { return }
    if let now { order?.turn = now + Order.pause }
    order?.pendingAnswers.remove(index)
    switch script.events[index].kind {
    case .opened, .head: openChannels.insert(number)
    case .answer(_, _, .digest): findings.surplus.append(unkept(number))
    default: break
    }
  }

  func isDue(_ index: Int, _ now: Int?) -> (isDue: Bool, at: Int?) {
    guard progress.nextOutgoing > index else { return (false, nil) }
    guard let now, let time = script.events[index].milliseconds, time > now else { return (true, nil) }
    return (false, time)
  }

  /// Returns the recorded outcome of an exchange.
  func outcome(_ number: Int, _ request: HTTPRequest) -> Outcome {
    if script.givenUp[number] != nil { return .nothing }
    switch script.outcomes[number].map({ script.events[$0].kind }) {
    case .answer(let status, let headers, let body):
      guard let content = filled(body).content else { return .failure(unkept(number).error) }
      return .answer(HTTPResponse(status, headers: filled(headers), body: content))
    case .failed(let error): return error == .cancelled ? .nothing : .failure(error)
    case .opened(let subprotocol):
      return .opened(subprotocol: subprotocol.map { Placeholder.filled($0, bindings) })
    case .head(let status, let headers): return .head(HTTPResponse(status, headers: filled(headers)))
    case .refused(let refusal): return .refused(refusal)
    default: return .nothing
    }
  }

  /// Handles a request for a connection or a stream that was cancelled before its outcome. The next request can use the
  /// same entry.
  mutating func giveUp(_ number: Int) {
    guard let start = script.starts[number], outcome(number, HTTPRequest(.get, path: "/")) != .nothing else { return }
    if script.isClosedByApp(number) { return close(number) }
    progress.putBack(start)
  }

  /// Finds the entry for a request and marks it as used. If there is none, holds the request, or records a mismatch and
  /// returns `nil`.
  mutating func claim(_ request: HTTPRequest, _ device: String, _ channel: CassetteEvent.Channel) -> Int? {
    if let found = entry(for: request, device, channel) {
      let number = use(found, channel)
      if channel == .request, script.isCancelled(number) {
        cancelled.waiters[number] = CancelledRequests.Waiter(request: request, device: device, channel: channel)
      }
      return number
    }
    let mismatch = mismatch(request, device, channel)
    if mismatch.isSurplus(channel) {
      findings.surplus.append(mismatch)
    } else if holds {
      return cancelled.hold(
        CancelledRequests.Waiter(request: request, device: device, channel: channel, mismatch: mismatch))
    } else {
      findings.mismatches.append(mismatch)
    }
    return nil
  }

  /// Marks an entry as used. Returns its number.
  mutating func use(_ entry: (index: Int, bindings: Placeholder.Bindings), _ channel: CassetteEvent.Channel) -> Int {
    bindings = entry.bindings
    let number = script.events[entry.index].number
    if channel == .request, let outcome = script.outcomes[number], script.events[outcome].kind != .failed(.cancelled) {
      order?.pendingAnswers.insert(outcome)
    }
    progress.begin(entry.index)
    return number
  }

  /// Returns the index of the first unused entry for a request, preferably one with the same origin.
  func entry(
    for request: HTTPRequest, _ device: String, _ channel: CassetteEvent.Channel,
    where isPossible: (CassetteEvent) -> Bool = { _ in true }
  ) -> (index: Int, bindings: Placeholder.Bindings)? {
    for hasSameOrigin in [true, false] {
      for index in progress.beginnings where fits(script.events[index], device, channel) {
        guard let recorded = script.events[index].request, (recorded.origin == request.origin) == hasSameOrigin,
          isPossible(script.events[index])
        else { continue }
        var bindings = bindings
        if RequestDifference.between(recorded, request, &bindings) == nil { return (index, bindings) }
      }
    }
    return nil
  }

  func fits(_ event: CassetteEvent, _ device: String, _ channel: CassetteEvent.Channel) -> Bool {
    event.channel == channel && event.request?.device == device
  }

  func mismatch(
    _ request: HTTPRequest, _ device: String, _ channel: CassetteEvent.Channel
  ) -> ReplayMismatch {
    let name = (device.isEmpty ? "" : "\(device): ") + "\(request)"
    let events = script.events
    var used = 0
    for (index, event) in events.enumerated() where progress[index] != .open && fits(event, device, channel) {
      var bindings = bindings
      if let recorded = event.request, RequestDifference.between(recorded, request, &bindings) == nil { used += 1 }
    }
    if used > 0 { return ReplayMismatch(request: name, nearest: nil, difference: .askedAgain(times: used)) }
    let fitting = progress.beginnings.filter { fits(events[$0], device, channel) }
    let names = fitting.compactMap { events[$0].request.map { "\($0.method) \($0.path)" } }
    let nearest = NearestName.of("\(request)", in: names)
    for index in fitting {
      guard let recorded = events[index].request, "\(recorded.method) \(recorded.path)" == nearest else { continue }
      var bindings = bindings
      return ReplayMismatch(
        request: name, nearest: "number \(events[index].number), \(recorded.name)",
        difference: RequestDifference.between(recorded, request, &bindings).map { .request($0) })
    }
    return ReplayMismatch(request: name, nearest: nil, difference: nil)
  }
}

extension ReplayMismatch {
  /// Whether a connection or a stream was only requested more often than recorded.
  func isSurplus(_ channel: CassetteEvent.Channel) -> Bool {
    if channel != .request, case .askedAgain = difference { true } else { false }
  }
}
