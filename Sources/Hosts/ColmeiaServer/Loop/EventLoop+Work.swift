import ColmeiaHTTP

// Processing of requests and of the handler's outputs.
extension EventLoop {
  /// Performs a handler's outputs.
  package func carryOut(_ outputs: [ServerOutput]) {
    pending.outputs.append(contentsOf: outputs)
    work()
  }

  /// Marks a connection that may have a complete request.
  func markReady(_ connection: Connection) {
    if connection.isReady { return }
    connection.isReady = true
    pending.ready.append(connection.socket)
    work()
  }

  /// Processes the queues until they are empty, or until the maximum number of requests was handled in this turn. Work
  /// that is added meanwhile waits in the queues.
  func work() {
    if pending.isInProgress { return }
    pending.isInProgress = true
    defer { pending.isInProgress = false }
    while !hasFailed {
      if let output = pending.outputs.popFirst() {
        perform(output)
      } else if let socket = pending.nextReady() {
        takeRequest(socket)
      } else {
        return
      }
      enforceMemoryLimit()
    }
  }

  private func perform(_ output: ServerOutput) {
    switch output {
    case .respond(let id, let response, let delay):
      if delay > .zero { postpone(.respond(id, response), delay) } else { respond(id, response) }
    case .close(let id): close(id)
    case .upgrade(let id, let response): upgrade(id, response)
    case .write(let id, let bytes): write(id, bytes)
    case .finish(let id, let delay) where delay > .zero: postpone(.finish(id), delay)
    case .finish(let id, _): change(id) { $0.isEnding = true }
    case .pause(let id, let isPaused): change(id) { $0.isPaused = isPaused }
    case .wake(let number, let delay) where delay > .zero: postpone(.wake(number, after: .zero), delay)
    case .wake(let number, _): pending.outputs.append(contentsOf: handler.wake(number))
    }
  }

  private func postpone(_ output: ServerOutput, _ delay: Duration) {
    pending.delayed.add(output, at: time.exact() + delay)
  }

  /// Passes the next request of a connection to the handler if it is complete.
  private func takeRequest(_ socket: Int32) {
    guard let connection = connections[socket] else { return }
    connection.isReady = false
    defer { schedule(connection) }
    guard case .open = connection.phase else { return }
    do throws(RequestRefusal) {
      guard let arrival = try connection.parser.next() else { return askForBody(connection) }
      pending.requests += 1
      let id = exchanges.begin(connection)
      connection.phase = .answering(
        Connection.Exchange(
          id: id, method: arrival.request.method, keepsAlive: arrival.keepsAlive, isOld: arrival.isOld))
      connection.withTimeouts { $0.rest(time.now) }
      pending.outputs.append(contentsOf: handler.handle(arrival.request, id))
    } catch { refuse(connection, error) }
  }

  private func refuse(_ connection: Connection, _ refusal: RequestRefusal) {
    let head = connection.parser.refusedHead
    let plain = HTTPResponse.text(refusal.status, "\(refusal.description)\n")
    dismiss(connection, head.flatMap { handler.refuse($0, refusal) } ?? plain, to: head?.method)
  }

  /// Sends a final response, after which nothing more is processed.
  func dismiss(_ connection: Connection, _ response: HTTPResponse, to method: HTTPMethod? = nil) {
    enqueue(response, to: method, keepsAlive: false, connection)
    connection.phase = .ending(lingers: true)
    schedule(connection)
  }

  private func askForBody(_ connection: Connection) {
    guard connection.parser.expectsContinue else { return }
    connection.parser.noteContinue()
    connection.withOutput { $0.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
  }

  private func enqueue(
    _ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool, isOld: Bool = false, _ connection: Connection
  ) {
    let date = time.dateText()
    connection.withOutput {
      $0.append {
        HTTPResponseWriter.write(response, to: method, keepsAlive: keepsAlive, isOld: isOld, date: date, into: &$0)
      }
    }
  }

  /// Returns the connection of a pending exchange, and the exchange.
  private func answering(_ id: UInt64) -> (Connection, Connection.Exchange)? {
    guard let connection = exchanges[id], case .answering(let exchange) = connection.phase, exchange.id == id else {
      return nil
    }
    return (connection, exchange)
  }

  private func respond(_ id: UInt64, _ response: HTTPResponse) {
    guard let (connection, exchange) = answering(id) else { return }
    exchanges.end(id)
    let keepsAlive = exchange.keepsAlive && !isEnding && !connection.hasEnded
    enqueue(response, to: exchange.method, keepsAlive: keepsAlive, isOld: exchange.isOld, connection)
    connection.phase = keepsAlive ? .open : .ending(lingers: false)
    connection.withTimeouts { $0.rest(time.now) }
    // Requests that arrived after this one wait in the parser.
    if keepsAlive, connection.parser.stage != .none { markReady(connection) }
    schedule(connection)
  }

  private func close(_ id: UInt64) {
    guard let connection = exchanges[id] else { return }
    send(connection)
    close(connection)
  }

  private func upgrade(_ id: UInt64, _ response: HTTPResponse) {
    guard let (connection, exchange) = answering(id) else { return }
    // Clients with HTTP/1.0 support neither upgrades nor chunks.
    if exchange.isOld {
      respond(id, .text(505, "a stream needs HTTP/1.1\n"))
      return pending.outputs.append(contentsOf: handler.ended(id))
    }
    connection.phase = .streaming(Connection.Stream(id: id))
    enqueue(response, to: .get, keepsAlive: true, connection)
    let rest = connection.parser.takeRest()
    if !rest.isEmpty { pending.outputs.append(contentsOf: handler.receive(rest[...], id)) }
    schedule(connection)
  }

  private func write(_ id: UInt64, _ bytes: [UInt8]) {
    guard let connection = exchanges[id], case .streaming = connection.phase else { return }
    connection.withOutput { $0.append(bytes) }
    schedule(connection)
  }

  private func change(_ id: UInt64, _ change: (inout Connection.Stream) -> Void) {
    guard let connection = exchanges[id], case .streaming(var stream) = connection.phase else { return }
    change(&stream)
    connection.phase = .streaming(stream)
    schedule(connection)
  }
}
