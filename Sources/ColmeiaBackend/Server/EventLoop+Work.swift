import ColmeiaHTTP
import ColmeiaMemory
import ColmeiaSync

// What is done: requests are handed on, and what handlers want is carried out.
extension EventLoop {
  /// Does what a handler wants.
  package func carryOut(_ outputs: [ServerOutput]) {
    self.outputs.append(contentsOf: outputs)
    work()
  }

  /// A connection may have a whole request.
  func markReady(_ socket: Int32) {
    guard connections[socket]?.isReady == false else { return }
    connections[socket]?.isReady = true
    ready.append(socket)
    work()
  }

  /// Takes from the queues until they are empty, or enough requests were handed on in this turn. What comes meanwhile waits
  /// in them.
  func work() {
    if isWorking { return }
    isWorking = true
    defer { isWorking = false }
    while !hasFailed {
      if let output = outputs.popFirst() {
        perform(output)
      } else if requests < Self.mostRequests, let socket = ready.popFirst() {
        connections[socket]?.isReady = false
        takeRequest(socket)
        settle(socket)
      } else {
        return
      }
      relieve()
    }
  }

  private func perform(_ output: ServerOutput) {
    switch output {
    case .respond(let id, let response, let delay) where delay > .zero: postpone(.respond(id, response), delay)
    case .respond(let id, let response, _): respond(id, response)
    case .cut(let id, let response, let count): cut(id, response, count)
    case .close(let id): if let socket = sockets[id] { close(socket) }
    case .upgrade(let id, let response): upgrade(id, response)
    case .write(let id, let bytes): write(id, bytes)
    case .finish(let id, let delay) where delay > .zero: postpone(.finish(id), delay)
    case .finish(let id, _): finish(id)
    case .pause(let id, let isPaused): pause(id, isPaused)
    case .wake(let number, let delay) where delay > .zero: postpone(.wake(number, after: .zero), delay)
    case .wake(let number, _): outputs.append(contentsOf: handler.wake(number))
    }
  }

  private func postpone(_ output: ServerOutput, _ delay: Duration) {
    let time = now() + delay
    // Behind what is due at the same time.
    let place = delayed.firstIndex { $0.time <= time } ?? delayed.endIndex
    delayed.insert((time, output), at: place)
  }

  /// Hands on the next request of a connection, if it is whole.
  private func takeRequest(_ socket: Int32) {
    guard let connection = connections[socket], connection.exchange == nil, connection.stream == nil,
      !connection.isEnding
    else { return }
    do throws(RequestRefusal) {
      guard let arrival = try connections[socket]?.parser.next() else { return askForBody(socket) }
      requests += 1
      let id = nextExchange
      nextExchange += 1
      sockets[id] = socket
      connections[socket]?.exchange = (id, arrival.request.method, arrival.keepsAlive)
      connections[socket]?.isOld = arrival.isOld
      connections[socket]?.rest(limits, now())
      outputs.append(contentsOf: handler.handle(arrival.request, id))
    } catch { refuse(socket, error) }
  }

  private func refuse(_ socket: Int32, _ refusal: RequestRefusal) {
    let head = connections[socket]?.parser.refusedHead
    let body = Array("\(refusal.description)\n".utf8)
    let plain = HTTPResponse(refusal.status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: body)
    dismiss(socket, head.flatMap { handler.refuse($0, refusal) } ?? plain, to: head?.method)
  }

  /// Says something, and that nothing more is read.
  func dismiss(_ socket: Int32, _ response: HTTPResponse, to method: HTTPMethod? = nil) {
    connections[socket]?.put(bytes(response, to: method, keepsAlive: false))
    connections[socket]?.isEnding = true
    connections[socket]?.lingers = true
    flush(socket)
  }

  private func askForBody(_ socket: Int32) {
    guard connections[socket]?.parser.expectsContinue == true else { return }
    connections[socket]?.parser.noteContinue()
    connections[socket]?.put(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    flush(socket)
  }

  private func bytes(_ response: HTTPResponse, to method: HTTPMethod?, keepsAlive: Bool) -> [UInt8] {
    HTTPResponseWriter.bytes(response, to: method, keepsAlive: keepsAlive, date: dateMemo.text(date()))
  }

  private func respond(_ id: UInt64, _ response: HTTPResponse) {
    guard let socket = sockets.removeValue(forKey: id), let exchange = connections[socket]?.exchange else { return }
    let keepsAlive = exchange.keepsAlive && end == nil && connections[socket]?.hasEnded == false
    connections[socket]?.put(bytes(response, to: exchange.method, keepsAlive: keepsAlive))
    connections[socket]?.exchange = nil
    connections[socket]?.rest(limits, now())
    if !keepsAlive { connections[socket]?.isEnding = true }
    flush(socket)
    // Requests that came behind this one wait in the parser.
    if keepsAlive { markReady(socket) }
    settle(socket)
  }

  private func cut(_ id: UInt64, _ response: HTTPResponse, _ count: Int) {
    guard let socket = sockets.removeValue(forKey: id), let exchange = connections[socket]?.exchange else { return }
    let bytes = bytes(response, to: exchange.method, keepsAlive: false)
    connections[socket]?.put(Array(bytes.prefix(count)))
    connections[socket]?.exchange = nil
    connections[socket]?.isEnding = true
    flush(socket)
    settle(socket)
  }

  private func upgrade(_ id: UInt64, _ response: HTTPResponse) {
    guard let socket = sockets[id], let connection = connections[socket], connection.exchange?.id == id else { return }
    // Who speaks HTTP/1.0 knows neither other protocols nor chunks.
    if connection.isOld {
      let headers: HTTPHeaders = ["Content-Type": "text/plain; charset=utf-8"]
      respond(id, HTTPResponse(505, headers: headers, body: Array("a stream needs HTTP/1.1\n".utf8)))
      return outputs.append(contentsOf: handler.ended(id))
    }
    connections[socket]?.exchange = nil
    connections[socket]?.stream = id
    connections[socket]?.put(bytes(response, to: .get, keepsAlive: true))
    flush(socket)
    let rest = connections[socket]?.parser.takeRest() ?? []
    if !rest.isEmpty { outputs.append(contentsOf: handler.receive(rest[...], id)) }
    settle(socket)
  }

  private func write(_ id: UInt64, _ bytes: [UInt8]) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.put(bytes)
    flush(socket)
    settle(socket)
  }

  private func pause(_ id: UInt64, _ isPaused: Bool) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.isPaused = isPaused
  }

  private func finish(_ id: UInt64) {
    guard let socket = sockets[id], connections[socket]?.stream == id else { return }
    connections[socket]?.isEnding = true
    settle(socket)
  }
}
