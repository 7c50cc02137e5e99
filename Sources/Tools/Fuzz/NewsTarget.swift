import ColmeiaJSON
import ReferenceBackend

extension FuzzTarget {
  /// A back end that contains only one newspaper. Its state is checked after each request.
  private static let newsstand = {
    var state = Backend.State()
    let body = Array(#"{"name":"N","description":"d"}"#.utf8)
    let request = HTTPRequest(
      .post, path: "/newspapers", headers: ["Content-Type": "application/json"], body: body)
    _ = state.handle(request, RequestContext(date: 1, token: "t", salt: [1]))
    return state
  }()

  static let news = FuzzTarget(
    name: "news", summary: "requests for newspapers and news",
    samples: [
      "POST /newspapers HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n"
        + #"{"name":"A \u00e9","description":""}"#,
      "PUT /newspapers/N HTTP/1.1\r\nHost: h\r\nContent-Type: application/json;charset=utf-8\r\nContent-Length: 27\r\n\r\n"
        + #"{"description":"a\r\nb","n":1}"#,
      "POST /newspapers/%4e/news HTTP/1.1\r\nHost: h\r\nAccept: */*;q=0.1\r\nContent-Type: application/json\r\n"
        + "Content-Length: 80\r\n\r\n"
        + #"{"id":"temp-id","title":"t","body":"\ud83d\udc1d","created_at":"2016-06-28T12:34:56Z"}"#,
      "GET /newspapers?name=N&other=1 HTTP/1.1\r\nHost: h\r\n\r\n", "DELETE /newspapers/N HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET /news HTTP/1.1\r\nHost: h\r\nLast-Event-ID: x\r\n\r\n", "HEAD /newspapers/N HTTP/1.1\r\nHost: h\r\n\r\n",
    ]
  ) { bytes in
    var parser = HTTPRequestParser()
    parser.feed(bytes[...])
    guard let arrival = try? parser.next() else { return nil }
    for backend in [Backend(services: [.canillita]), Backend(services: [.canillita], quirks: .all)] {
      if let problem = problem(of: arrival.request, backend) { return problem }
    }
    return nil
  }

  private static func problem(of request: HTTPRequest, _ backend: Backend) -> String? {
    var state = newsstand
    let answer = state.handle(request, RequestContext(date: 2, token: "u", salt: [2]), by: backend)
    if answer.status >= 400, state != newsstand { return "a rejected request changed the state" }
    if request.method == .get || request.method == .head, state != newsstand {
      return "a GET or HEAD request changed the state"
    }
    if !answer.body.allSatisfy({ $0 < 0x80 }) { return "a response is not ASCII" }
    if answer.headers["content-type"] == "application/json", request.method != .head,
      (try? JSON(parsing: answer.body)) == nil
    {
      return "a response is not valid JSON"
    }
    if state == newsstand { return nil }
    guard let written = try? BackendData.write(state), readBackend(written) == state else {
      return "the new state can't be written and read back"
    }
    return nil
  }
}
