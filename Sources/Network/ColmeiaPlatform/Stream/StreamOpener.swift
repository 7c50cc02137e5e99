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
    let request: HTTPRequest
    do throws(RequestFault) { request = try first.checked() } catch { throw .badRequest(error) }
    if Task.isCancelled { throw .cancelled }
    let (attempt, timeout) = (Attempt(), configuration.timeout)
    let deadline = deadlines.add(after: timeout) { attempt.fail(.timedOut(after: timeout, origin: first.origin)) }
    defer { deadlines.remove(deadline) }
    let tooMany = TransportError.tooManyRedirects(limit: configuration.redirectLimit, origin: first.origin)
    var source: (any StreamSource)?
    do throws(TransportError) {
      let head = try await Redirects.follow(from: request, limit: configuration.redirectLimit, tooMany: tooMany) {
        request, _, _ throws(TransportError) in
        source?.close()
        let next = try begin(request)
        source = next
        attempt.begin(next)
        return try await (next.inbox.first { $0.opening } ?? .failure(.cancelled)).get()
      }
      if let source { return OpenStream(head, source) }
      throw .cancelled
    } catch {
      source?.close()
      throw error
    }
  }
}
