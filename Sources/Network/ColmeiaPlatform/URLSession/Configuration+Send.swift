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
    let request: HTTPRequest
    do throws(RequestFault) { request = try first.checked(bodyLength: options.upload?.length) } catch {
      throw .badRequest(error)
    }
    let (attempt, timeout) = (Attempt(), options.timeout ?? timeout)
    let deadline = deadlines.add(after: timeout) { attempt.fail(.timedOut(after: timeout, origin: first.origin)) }
    defer { deadlines.remove(deadline) }
    let tooMany = TransportError.tooManyRedirects(limit: redirectLimit, origin: first.origin)
    return try await Redirects.follow(from: request, options, limit: redirectLimit, tooMany: tooMany) {
      request, options, redirects throws(TransportError) in
      try await exchange(request, attempt, options, redirects)
    }
  }
}
