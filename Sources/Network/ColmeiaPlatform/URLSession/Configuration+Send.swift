import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

extension URLSessionTransport.Configuration {
  /// Sends a request and follows its redirects.
  ///
  /// - Parameters:
  ///   - first: The request.
  ///   - options: The options of the transfer.
  ///   - deadlines: Keeps the deadline, which covers all redirects.
  ///   - exchange: Sends one request and returns its response.
  nonisolated(nonsending) func send(
    _ first: HTTPRequest, _ options: TransferOptions, _ deadlines: Deadlines,
    _ exchange:
      nonisolated(nonsending) (HTTPRequest, Attempt, TransferOptions, Redirects) async throws(TransportError)
      -> HTTPResponse
  ) async throws(TransportError) -> HTTPResponse {
    var request: HTTPRequest
    do throws(RequestFault) { request = try first.checked(bodyLength: options.upload?.length) } catch {
      throw .badRequest(error)
    }
    let (attempt, timeout) = (Attempt(), options.timeout ?? timeout)
    let deadline = deadlines.add(after: timeout) { attempt.fail(.timedOut(after: timeout, origin: first.origin)) }
    defer { deadlines.remove(deadline) }
    var redirects = Redirects(
      limit: redirectLimit, hasUpload: options.upload != nil, follows: options.followsRedirects)
    var options = options
    while true {
      var response = try await exchange(request, attempt, options, redirects)
      switch redirects.next(after: response, to: request) {
      case .answer:
        response.recordRedirect(request, after: first)
        return response
      case .follow(let next): request = next
      case .tooMany: throw .tooManyRedirects(limit: redirects.limit, origin: first.origin)
      }
      if !redirects.hasUpload { options.upload = nil }
    }
  }
}
