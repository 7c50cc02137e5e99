import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaTransport
import ColmeiaWorld
import Foundation

/// The requests that the scenario itself sends.
extension ScenarioRun {
  /// Sends a request to the back end, or to a server that the command line names, until its condition holds.
  func send(
    _ raw: RawRequest, _ store: String, _ session: Session, _ world: any RunnableWorld<App.Root>
  ) async throws {
    let limit = raw.limit ?? scenario.timeout
    let end = time.now.advanced(by: limit)
    var count = 1
    // What the server sends to the app meanwhile would arrive before the response or after it.
    do {
      try await time.flowing(delivers: false) { try await send(raw, store, within: limit, world) }
    } catch let failure as NoAnswer { throw StatementFailure(message: failure.description) }
    while let retry = raw.retry, let lines = await verdict(retry.condition, session).reasons {
      func tooLate() -> StatementFailure {
        StatementFailure(
          message: "not within \(PendingWork.seconds(limit)): \(source.text(retry.condition.range))",
          details: lines + missingLines(retry.condition.query, session) + ["after \(count) requests"])
      }
      if time.now.advanced(by: retry.interval) >= end { throw tooLate() }
      try await wait(retry.interval, isVirtual: try !isForeign(raw))
      let left = end.offset - time.now.offset
      if left <= .zero { throw tooLate() }
      do {
        try await time.flowing(delivers: false) { try await send(raw, store, within: left, world) }
      } catch is NoAnswer { throw tooLate() }
      count += 1
    }
  }

  /// Waits between two requests. The world's own server lives in the scenario's time, which is moved; a server that the
  /// command line names lives in real time, unless it is replayed.
  private func wait(_ interval: Duration, isVirtual: Bool) async throws {
    if isVirtual || network.isReplaying { return try await advance(by: interval) }
    let deadline = real.now.advanced(by: interval)
    await time.flowing {
      while real.now < deadline, !isInterrupted {
        _ = await bell.wait(after: bell.rings, until: deadline, real)
      }
    }
    try checkInterruption()
  }

  /// Whether a request is for a server that the command line names.
  private func isForeign(_ raw: RawRequest) throws -> Bool {
    let target = try progress.withLock { try $0.variables.resolved(raw.target) }.string ?? ""
    return !target.hasPrefix("/")
  }

  private func send(
    _ raw: RawRequest, _ store: String, within limit: Duration, _ world: any RunnableWorld<App.Root>
  ) async throws {
    var options = TransferOptions()
    options.followsRedirects = raw.followsRedirects
    let response: HTTPResponse = try await Redirects.follow(
      from: try request(raw, world), options, limit: Self.redirectLimit,
      tooMany: StatementFailure(message: "more than \(Self.redirectLimit) redirects") as any Error
    ) { request, _, _ in
      let now = startDate + Int(time.now.offset.components.seconds)
      let cookies = raw.keepsCookies ? progress.withLock { $0.cookies[store] } : nil
      let filled = cookies?.filled(request, now: now) ?? request
      masker.update { $0.learn(filled) }
      let response = try await answer(filled, raw.lines, within: limit, world)
      if raw.keepsCookies {
        progress.withLock { $0.cookies[store, default: CookieList()].keep(response.headers, from: request, now: now) }
      }
      masker.update { $0.learn(response) }
      if !raw.followsRedirects, response.redirectedURL != nil {
        throw StatementFailure(
          outcome: .broken,
          message: raw.lines == nil
            ? "this app's world follows redirects; its 'send' needs options whose followsRedirects is false"
            : "the stream was redirected, and the redirect was followed; if it should be, write 'following redirects'")
      }
      return response
    }
    progress.withLock { $0.answer = response }
  }

  private static var redirectLimit: Int { 10 }

  private func answer(
    _ request: HTTPRequest, _ lines: Int?, within limit: Duration, _ world: any RunnableWorld<App.Root>
  ) async throws -> HTTPResponse {
    let response = try await network.tape.exchange(request, patience: waitForTimeout) {
      let answer = try await Bounded(interruption).run(within: limit) {
        if let lines { return try await Self.read(lines, of: world.open(request)) }
        return try await world.send(request)
      }
      try checkInterruption()
      guard let answer else {
        throw NoAnswer(description: "no answer to \(request) within \(PendingWork.seconds(limit))")
      }
      return answer
    }
    if network.isReplaying { await waitBriefly() }
    return response
  }

  private func request(_ raw: RawRequest, _ world: any RunnableWorld<App.Root>) throws -> HTTPRequest {
    let variables = progress.withLock { $0.variables }
    let target = try variables.resolved(raw.target).string ?? ""
    let (origin, path) = try Self.parts(of: target, world.origin, given.origins)
    var request = Self.request(raw.method, origin ?? world.origin ?? "", path)
    if let query = try raw.query.map({ try Self.items(try variables.resolved($0)) }), !query.isEmpty {
      request.query = [request.query, HTTPQueryItem.query(query)].compactMap(\.self).filter { !$0.isEmpty }
        .joined(separator: "&")
    }
    if let sent = try? request.checked(), sent.path != request.path {
      throw StatementFailure(outcome: .broken, message: "a segment '.' or '..' of '\(path)' is not sent")
    }
    for header in raw.headers {
      if let field = RawRequest.field(try variables.resolved(header).string ?? "") { request.headers.add(field) }
    }
    if !raw.login.isEmpty {
      let login = try raw.login.map { try variables.resolved($0).plainText }
      if login[0].contains(":") { throw StatementFailure(outcome: .broken, message: "a user name has no colon") }
      request.headers.setSecret("Basic " + BasicAuthorization.credentials(login[0], login[1]), for: "Authorization")
    }
    if let body = raw.body { try set(body, try variables.resolved(body.value), &request) }
    return request
  }

  /// Sets the body of a request, and the type of its content unless the request has one.
  private func set(_ body: RawBody, _ value: JSON, _ request: inout HTTPRequest) throws {
    let given = request.headers["Content-Type"]
    func needed<Part>(_ part: Part?, _ what: String) throws(EvaluationFailure) -> Part {
      try value.needed(part, what, by: body.form.rawValue)
    }
    let type: String
    switch body.form {
    case .json:
      type = "application/json"
      let isText = given?.lowercased().contains("json") == false
      request.body = isText ? value.string.map { Array($0.utf8) } ?? value.bytes() : value.bytes()
    case .text:
      type = "text/plain; charset=utf-8"
      request.body = Array(try needed(value.string, "a string").utf8)
    case .form:
      type = "application/x-www-form-urlencoded"
      request.body = Array((HTTPQueryItem.query(try Self.items(value)) ?? "").utf8)
    case .file:
      type = "application/octet-stream"
      request.body = try file(try needed(value.string, "a string"))
    case .bytes:
      type = "application/octet-stream"
      request.body = try needed(value.string.flatMap { [UInt8](hexadecimal: $0) }, "pairs of hexadecimal digits")
    }
    if given == nil { request.headers["Content-Type"] = type }
  }

  /// Returns the content of a file beside the scenario file, or in a folder beside it.
  private func file(_ path: String) throws -> [UInt8] {
    let folder = URL(filePath: source.name).deletingLastPathComponent()
    let url = folder.appending(path: path)
    // A link could lead elsewhere.
    let inside = folder.resolvingSymlinksInPath().path + "/"
    if path.hasPrefix("/") || path.split(separator: "/").contains("..")
      || !url.resolvingSymlinksInPath().path.hasPrefix(inside)
    {
      throw StatementFailure(
        outcome: .broken, message: "'\(path)' must be in the folder of the scenario file, or in one below it")
    }
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      let content = try file.read(upToCount: Self.fileLimit + 1) ?? Data()
      if content.count > Self.fileLimit {
        throw StatementFailure(outcome: .broken, message: "'\(path)' has more than \(Self.fileLimit >> 20) MiB")
      }
      return Array(content)
    } catch let failure as StatementFailure {
      throw failure
    } catch {
      throw StatementFailure(
        outcome: .broken, message: "'\(path)' can't be read: \(error.localizedDescription)")
    }
  }

  /// The maximum number of bytes in a file that is sent.
  private static var fileLimit: Int { 16 << 20 }

  /// Returns the items of an object: a list is a repeated item, and `null` is none.
  private static func items(_ value: JSON) throws(EvaluationFailure) -> [HTTPQueryItem] {
    var items: [HTTPQueryItem] = []
    let object = try value.needed(value.object, "an object", by: "a query or form")
    if let name = RawRequest.nested(object) { throw EvaluationFailure(RawRequest.nestedReason(name)) }
    for member in object {
      for element in member.value.array ?? [member.value] where element != .null {
        items.append(HTTPQueryItem(member.key, element.plainText))
      }
    }
    return items
  }

  private static func request(_ method: HTTPMethod, _ origin: String, _ target: String) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path = parts[0].isEmpty ? "/" : parts[0]
    // The origin of a server that the command line names may include a path.
    let base = try? BaseURL(origin)
    return HTTPRequest(
      method, origin: base?.origin ?? origin, path: (base?.path ?? "") + path,
      query: parts.count > 1 ? parts[1] : nil)
  }

  /// Returns the origin of a full URL, which must be that of a known server, and the rest. Returns no origin for a path.
  private static func parts(
    of target: String, _ own: String?, _ origins: GivenValues<String>
  ) throws -> (origin: String?, path: String) {
    if target.hasPrefix("/") { return (nil, target) }
    func isIn(_ origin: String) -> Bool {
      target == origin || target.hasPrefix(origin + "/") || target.hasPrefix(origin + "?")
    }
    let named = origins.unread.filter { isIn($0.value) }
    guard let origin = (named.values + [own].compactMap(\.self).filter(isIn)).max(by: { $0.count < $1.count }) else {
      throw StatementFailure(
        outcome: .broken, message: "'\(target)' is not the address of a known server; declare it with --origin NAME=URL"
      )
    }
    // Another variable may have the address as its value.
    for name in named.keys { _ = origins[name] }
    return (origin, String(target.dropFirst(origin.count)))
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
        guard let text = String(validating: line, as: UTF8.self) else {
          throw StatementFailure(message: "line \(lines.count + 1) of the stream isn't text in UTF-8")
        }
        lines.append(.string(text))
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
        details: line.isEmpty ? [] : [String(decoding: line, as: UTF8.self)])
    }
    var response = stream.head
    response.body = JSON.array(lines).bytes()
    return response
  }

  /// The maximum number of bytes in one line of a stream.
  private static var lineLimit: Int { 1 << 20 }
  /// The maximum number of bytes in all lines of a stream.
  private static var linesLimit: Int { 10 << 20 }
}
