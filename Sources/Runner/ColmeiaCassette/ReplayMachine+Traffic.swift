import ColmeiaHTTP
import ColmeiaTransport

extension ReplayMachine {
  /// Handles a message that the app sends over a connection.
  mutating func send(_ message: WebSocketMachine.Message, over number: Int) {
    var first: Int?
    for index in progress.rest(of: number) where progress[index] == .open {
      guard case .sent(let recorded) = script.events[index].kind else { continue }
      first = first ?? index
      var bindings = bindings
      guard RequestDifference.isSame(recorded, message, &bindings) else { continue }
      self.bindings = bindings
      skipRepetitions(before: index, over: number)
      return progress.finish([index])
    }
    let mismatch = ReplayMismatch(request: "a message over number \(number)", nearest: nil, difference: .otherMessage)
    if isRepetition(message, over: number) { return findings.surplus.append(mismatch) }
    findings.mismatches.append(mismatch)
    // Treat the message as the recorded one, or the events after it would never be played.
    if let first { progress.skip([first]) }
  }

  /// Skips recorded repetitions before this event, because the app does not have to repeat a message that often.
  private mutating func skipRepetitions(before end: Int, over number: Int) {
    progress.skip(progress.rest(of: number).prefix { $0 < end }.filter(script.repetitions.contains))
  }

  /// Returns whether the message repeats the last event of the connection, because the app got no response.
  private func isRepetition(_ message: WebSocketMachine.Message, over number: Int) -> Bool {
    guard let last = script.traffic(number).last(where: { progress[$0] == .done }),
      case .sent(let recorded) = script.events[last].kind
    else { return false }
    var bindings = bindings
    return RequestDifference.isSame(recorded, message, &bindings)
  }

  /// Returns the next event of a connection or a stream.
  mutating func next(over number: Int, now: Int?) -> Arrival {
    if let now { progress.skipGivenUp(by: now) }
    for index in progress.rest(of: number) where progress[index] == .open && script.events[index].isArrival {
      let (isDue, time) = isDue(index, now)
      guard isDue else { return .later(time) }
      skipRepetitions(before: index, over: number)
      progress.finish([index])
      switch script.events[index].kind {
      case .received(let body):
        if let message = filled(body).message { return .message(message) }
        findings.surplus.append(unkept(number))
      case .closed(let close): return .end(close)
      case .chunk(let body):
        guard let bytes = filled(body).content else {
          findings.surplus.append(unkept(number))
          return .streamEnd(unkept(number).error)
        }
        // Skip an empty chunk: a reader expects at least one byte.
        if !bytes.isEmpty { return .chunk(bytes) }
      case .end: return .streamEnd(nil)
      case .failed(let error): return .streamEnd(error)
      default: break
      }
    }
    return .later(nil)
  }

  /// Returns what can't be played of an exchange, a connection or a stream, because it was too large to be stored.
  func unkept(_ number: Int) -> ReplayMismatch {
    let request = script.starts[number].flatMap { script.events[$0].request }.map { "\($0.method) \($0.path)" } ?? ""
    return ReplayMismatch(request: request, nearest: "number \(number)", difference: .bodyNotKept)
  }

  /// Handles a connection or a stream that the app closes. Its remaining recorded events can no longer happen. If none
  /// of its events has happened yet, the next attempt can use the same entry.
  mutating func close(_ number: Int) {
    openChannels.remove(number)
    let traffic = script.traffic(number)
    let open = traffic.filter { progress[$0] == .open }
    let isUntouched = traffic.count > 1 && open.count == traffic.count && !script.isClosedByApp(number)
    if isUntouched, let start = script.starts[number] { return progress.putBack(start) }
    progress.finish(open.filter { if case .closing = script.events[$0].kind { true } else { false } })
    progress.skip(open)
  }
}

extension CassetteEvent {
  /// Whether the app sends a message over a connection.
  var isMessageOut: Bool { if case .sent = kind { true } else { false } }

  /// Whether the server sends something over a connection or a stream, or ends it.
  var isArrival: Bool { !isOutgoing && kind != .failed(.cancelled) }

  /// The request, if an exchange, a connection or a stream begins with this event.
  var request: CassetteRequest? {
    switch kind {
    case .request(let request), .socket(let request, _), .stream(let request): request
    default: nil
    }
  }
}
