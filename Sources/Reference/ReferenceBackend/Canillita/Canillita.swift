import ColmeiaHTTP

/// The back end of the news: newspapers, their news items, and a stream of all items.
///
/// Every request is checked in the same order: path (404), method (405), accepted media types (406), existence of the
/// record (404), content type (415), and content of the body (400, 422). A request for a new item is an exception: its
/// body is parsed before the newspaper is looked up. A request that fails changes nothing.
struct Canillita: Sendable {
  var quirks: CanillitaQuirks

  enum Target: Sendable {
    case newspapers, newNewspaper, newspaper, putNewspaper, removeNewspaper, newItem, item, stream
  }

  private static let routes = RouteTable<Target, CanillitaProblem>([
    (.get, "newspapers", .newspapers),
    (.post, "newspapers", .newNewspaper),
    (.get, "newspapers/{id}", .newspaper),
    (.put, "newspapers/{id}", .putNewspaper),
    (.delete, "newspapers/{id}", .removeNewspaper),
    (.post, "newspapers/{name}/news", .newItem),
    (.get, "newspapers/{name}/news/{id}", .item),
    (.get, "news", .stream),
  ])

  /// Handles a request. A request for the stream gets only the head of the response.
  ///
  /// - Parameter segments: The decoded segments of the path.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ context: RequestContext, _ state: inout CanillitaState
  ) -> HTTPResponse {
    do throws(CanillitaProblem) {
      let (target, values) = try Self.routes.find(request.method, segments)
      if target == .stream { return streamHead }
      try admit(request)
      return named(try perform(target, values, request, context, &state))
    } catch {
      var answer = refusal(error)
      if segments == ["news"] { answer.headers["content-type"] = "text/html" }
      return answer
    }
  }

  /// Returns the response to a request that fails.
  func refusal(_ problem: CanillitaProblem) -> HTTPResponse {
    var answer = problem.answer
    if quirks.contains(.noHead), let methods = answer.headers["Allow"]?.split(separator: ", ") {
      answer.headers["allow"] = methods.filter { $0 != "HEAD" }.sorted().joined(separator: ", ")
    }
    return named(answer)
  }

  /// The head of the endless response with the news.
  var streamHead: HTTPResponse {
    let headers: HTTPHeaders = [
      "content-type": "text/event-stream", "cache-control": "no-cache", "transfer-encoding": "chunked",
    ]
    return named(HTTPResponse(200, headers: headers))
  }

  /// Returns the response with a `server` field if the quirk is enabled.
  func named(_ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    if quirks.contains(.namesServer) { answer.headers["server"] = "Cowboy" }
    return answer
  }

  private func admit(_ request: HTTPRequest) throws(CanillitaProblem) {
    let fields = request.headers.values(of: "Accept")
    guard fields.isEmpty || MediaType.admits("application/json", in: fields) else { throw .notAcceptable }
  }

  private func perform(
    _ target: Target, _ values: [String], _ request: HTTPRequest, _ context: RequestContext,
    _ state: inout CanillitaState
  ) throws(CanillitaProblem) -> HTTPResponse {
    switch target {
    case .newspapers: try newspapers(request, state)
    case .newNewspaper: try newNewspaper(request, context, &state)
    case .newspaper: try newspaper(values[0], state)
    case .putNewspaper: try putNewspaper(values[0], request, context, &state)
    case .removeNewspaper: try removeNewspaper(values[0], &state)
    case .newItem: try newItem(values[0], request, context, &state)
    case .item: try item(values[1], of: values[0], state)
    case .stream: streamHead
    }
  }

  /// Encodes a path segment for `location`. A raw segment is safe there because names and identifiers contain no
  /// control characters.
  func segment(_ text: String) -> String { quirks.contains(.rawLocation) ? text : PercentEncoding.encode(text) }
}
