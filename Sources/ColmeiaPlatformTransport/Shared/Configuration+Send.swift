import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

extension URLSessionTransport.Configuration {
  /// Sends a request, and follows where its answers lead.
  ///
  /// - Parameters:
  ///   - deadlines: Where the deadline of all of it is kept.
  ///   - late: Called when the deadline is over, after what is on its way has failed.
  ///   - exchange: Makes one request and gets its answer.
  nonisolated(nonsending) func send(
    _ first: HTTPRequest, _ options: TransferOptions, _ deadlines: Deadlines,
    late: @escaping @Sendable () -> Void = {},
    _ exchange:
      nonisolated(nonsending) (HTTPRequest, Attempt, TransferOptions, Redirects) async throws(TransportError)
      -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    if let fault = first.fault(bodyLength: options.upload?.length ?? first.body.count) { throw .badRequest(fault) }
    let (attempt, timeout) = (Attempt(), options.timeout ?? timeout)
    let deadline = deadlines.add(after: timeout) {
      attempt.fail(.timedOut(after: timeout, origin: first.origin))
      late()
    }
    defer { deadlines.remove(deadline) }
    var redirects = Redirects(limit: redirectLimit, hasUpload: options.upload != nil)
    var (request, options) = (first, options)
    while true {
      var response = try await exchange(request, attempt, options, redirects)
      switch redirects.next(after: response, to: request) {
      case .answer:
        if request.origin != first.origin { response.origin = request.origin }
        return response
      case .follow(let next): request = next
      case .tooMany: throw .tooManyRedirects(limit: redirects.limit, origin: first.origin)
      }
      if !redirects.hasUpload { options.upload = nil }
    }
  }
}
