import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaTransport
import ColmeiaWorld

/// The requests that the scenario itself sends.
extension ScenarioRun {
  /// Sends a request to the back end, or to a server that the command line names.
  func send(_ raw: RawRequest, _ world: any RunnableWorld<App.Root>) async throws {
    let request = try request(raw, world)
    masker.update { $0.learn(request) }
    let limit = raw.limit ?? scenario.timeout
    let response = try await network.tape.ask(request, patience: waitForTimeout) {
      let answer = try await Bounded(interruption).run(within: limit) {
        if let lines = raw.lines { return try await Self.read(lines, of: world.open(request)) }
        return try await world.send(request)
      }
      try checkInterruption()
      guard let answer else {
        throw StatementFailure(message: "no answer to \(request) within \(PendingWork.seconds(limit))")
      }
      return answer
    }
    if network.isReplaying { await waitBriefly() }
    masker.update { $0.learn(response) }
    progress.withLock { $0.answer = response }
  }

  private func request(_ raw: RawRequest, _ world: any RunnableWorld<App.Root>) throws -> HTTPRequest {
    let variables = progress.withLock { $0.variables }
    let target = try variables.resolved(raw.target).string ?? ""
    var request =
      try Self.address(target, world.origin, given.origins.unread).map {
        HTTPRequest(raw.method, origin: $0.origin, path: $0.path, query: $0.query)
      } ?? Self.request(raw.method, world.origin ?? "", target)
    if let body = raw.body {
      request.headers["Content-Type"] = "application/json"
      request.body = try variables.resolved(body).bytes()
    }
    for header in raw.headers {
      let text = try variables.resolved(header).string ?? ""
      guard let colon = text.firstRange(of: ": ") else { continue }
      request.headers[String(text[..<colon.lowerBound])] = String(text[colon.upperBound...])
    }
    return request
  }

  private static func request(_ method: HTTPMethod, _ origin: String, _ target: String) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    // The origin of a server that the command line names may include a path.
    let base = try? BaseURL(origin)
    return HTTPRequest(
      method, origin: base?.origin ?? origin, path: (base?.path ?? "") + (parts.first ?? "/"),
      query: parts.count > 1 ? parts[1] : nil)
  }

  /// Returns the target if it is a full URL, which must belong to a known server. Returns `nil` for a path.
  private static func address(
    _ target: String, _ own: String?, _ origins: [String: String]
  ) throws -> WebAddress? {
    if target.hasPrefix("/") { return nil }
    let known = Array(origins.values) + (own.map { [$0] } ?? [])
    guard let address = WebAddress(rawValue: target), address.fragment == nil,
      known.contains(where: { target == $0 || target.hasPrefix($0 + "/") || target.hasPrefix($0 + "?") })
    else {
      throw StatementFailure(
        outcome: .broken, message: "'\(target)' is not the address of a known server; declare it with --origin NAME=URL"
      )
    }
    return address
  }

  /// Reads the first lines of a stream. The body of the response is an array of the lines.
  private static func read(_ count: Int, of stream: any ByteStream) async throws -> HTTPResponse {
    defer { stream.close() }
    var (line, lines, remaining): ([UInt8], [JSON], Int) = ([], [], linesLimit)
    while lines.count < count, let more = try await stream.next() {
      var rest = more[...]
      while lines.count < count, let end = rest.firstIndex(of: 10) {
        line += rest[..<end]
        if line.last == 13 { line.removeLast() }
        lines.append(.string(String(decoding: line, as: UTF8.self)))
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
      if line.count > lineLimit {
        throw StatementFailure(message: "a line of the stream has more than \(lineLimit) bytes")
      }
      remaining -= more.count
      if remaining < 0 { throw StatementFailure(message: "the lines of the stream have more than \(linesLimit) bytes") }
    }
    guard lines.count == count else {
      throw StatementFailure(
        message: "the stream ended after \(lines.count) of \(count) lines, with the status \(stream.head.status)",
        details: line.isEmpty ? [] : [String(decoding: line.prefix(200), as: UTF8.self)])
    }
    return HTTPResponse(stream.head.status, headers: stream.head.headers, body: JSON.array(lines).bytes())
  }

  /// The maximum number of bytes in one line of a stream.
  private static var lineLimit: Int { 1 << 20 }
  /// The maximum number of bytes in all lines of a stream.
  private static var linesLimit: Int { 10 << 20 }
}
