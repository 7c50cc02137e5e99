import ColmeiaHTTP
import ColmeiaJSON

/// The back end of the news: newspapers, their news, and a stream of all of them.
///
/// Every call is checked in one order: path (404), method (405), what the client takes (406), record (404), type of the
/// body (415), body and what it would make (400, 422). For news the body is read before the newspaper is looked for. What
/// fails changes nothing.
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

  /// Answers a call. That to the stream gets the head of the answer alone.
  ///
  /// - Parameter segments: the decoded path.
  func answer(
    _ request: HTTPRequest, _ segments: [String], _ stamp: RequestContext, _ state: inout CanillitaState
  ) -> HTTPResponse {
    do throws(CanillitaProblem) {
      let (target, values) = try Self.routes.find(request.method, segments)
      if target == .stream { return NewsStream.head(quirks) }
      try admit(request)
      return named(try perform(target, values, request, stamp, &state))
    } catch {
      var answer = refusal(error)
      if segments == ["news"] { answer.headers["content-type"] = "text/html" }
      return answer
    }
  }

  /// The answer to a call that fails.
  func refusal(_ problem: CanillitaProblem) -> HTTPResponse {
    var answer = problem.answer
    if quirks.contains(.noHead), let methods = answer.headers["Allow"]?.split(separator: ", ") {
      answer.headers["allow"] = methods.filter { $0 != "HEAD" }.sorted().joined(separator: ", ")
    }
    return named(answer)
  }

  /// An answer that says whose it is, where that is wanted.
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
    _ target: Target, _ values: [String], _ request: HTTPRequest, _ stamp: RequestContext, _ state: inout CanillitaState
  ) throws(CanillitaProblem) -> HTTPResponse {
    switch target {
    case .newspapers: try newspapers(request, state)
    case .newNewspaper: try newNewspaper(request, stamp, &state)
    case .newspaper: try newspaper(values[0], state)
    case .putNewspaper: try putNewspaper(values[0], request, stamp, &state)
    case .removeNewspaper: try removeNewspaper(values[0], &state)
    case .newItem: try newItem(values[0], request, stamp, &state)
    case .item: try item(values[1], of: values[0], state)
    case .stream: NewsStream.head(quirks)
    }
  }

  /// A segment of a path in `location`. No name and no id would break out of its line.
  func segment(_ text: String) -> String { quirks.contains(.rawLocation) ? text : PercentEncoding.encode(text) }
}
