import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport

/// The part of opening a stream that all stream transports share: validating the request, following redirects, and
/// enforcing the timeout.
struct StreamOpener: Sendable {
  let configuration: StreamConfiguration
  let deadlines: Deadlines

  /// Opens a stream. `begin` sends a request and returns the source of its response.
  nonisolated(nonsending) func open(
    _ first: HTTPRequest, _ begin: (HTTPRequest) throws(TransportError) -> any StreamSource
  ) async throws(TransportError) -> any ByteStream {
    var request: HTTPRequest
    do throws(RequestFault) { request = try first.checked() } catch { throw .badRequest(error) }
    if Task.isCancelled { throw .cancelled }
    let (attempt, timeout) = (Attempt(), configuration.timeout)
    let deadline = deadlines.add(after: timeout) { attempt.fail(.timedOut(after: timeout, origin: first.origin)) }
    defer { deadlines.remove(deadline) }
    var redirects = Redirects(limit: configuration.redirectLimit)
    while true {
      let source = try begin(request)
      attempt.begin(source)
      let opening = await source.inbox.first { $0.opening } ?? .failure(.cancelled)
      guard case .success(let head) = opening else {
        source.close()
        return OpenStream(try opening.get(), source)
      }
      switch redirects.next(after: head, to: request) {
      case .answer: return OpenStream(head, source)
      case .follow(let next): request = next
      case .tooMany:
        source.close()
        throw .tooManyRedirects(limit: redirects.limit, origin: first.origin)
      }
      source.close()
    }
  }
}
