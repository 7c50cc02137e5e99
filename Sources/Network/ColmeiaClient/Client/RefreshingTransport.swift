import ColmeiaHTTP
import ColmeiaStorage
import ColmeiaTransport

extension APIClient {
  /// Returns a transport that opens streams over another one. If the server refuses the token of a request with status
  /// 401, a ``TokenRefresh`` gets a new one, as for this client's own requests, and the stream is opened once more. If
  /// the session ends, the refusal stands. If it goes on without a new token for now, opening the stream fails, so that
  /// an event source connects again later.
  public func streams(over base: any StreamTransport) -> any StreamTransport {
    refreshingSource.map { RefreshingStreams(base: base, source: $0) } ?? base
  }

  /// Returns a transport that opens WebSocket connections over another one, and renews refused tokens as
  /// ``streams(over:)`` does.
  public func sockets(over base: any WebSocketTransport) -> any WebSocketTransport {
    refreshingSource.map { RefreshingSockets(base: base, source: $0) } ?? base
  }

  private var refreshingSource: TokenSource? {
    if case .token(let source) = credentials, source.refresh != nil { source } else { nil }
  }
}

private struct RefreshingStreams: StreamTransport {
  let base: any StreamTransport
  let source: TokenSource

  nonisolated(nonsending) func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream {
    let first = try await base.open(request)
    guard let token = source.header.token(in: request) else { return first }
    do throws(APIError) {
      return try await source.accepted(first, to: request, token, head: { $0.head }) { new throws(APIError) in
        first.close()
        do throws(TransportError) { return try await base.open(source.header.replaced(by: new, in: request)) } catch {
          throw .transport(error)
        }
      }
    } catch {
      first.close()
      throw error.ofOpening
    }
  }
}

private struct RefreshingSockets: WebSocketTransport {
  typealias Opening = Result<any WebSocketConnection, WebSocketFailure>
  let base: any WebSocketTransport
  let source: TokenSource

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let first = await opening(request, subprotocols)
    guard let token = source.header.token(in: request) else { return try first.get() }
    let answer: Opening
    do throws(APIError) {
      answer = try await source.accepted(first, to: request, token, head: Self.head) { new throws(APIError) in
        await opening(source.header.replaced(by: new, in: request), subprotocols)
      }
    } catch { throw .transport(error.ofOpening) }
    return try answer.get()
  }

  nonisolated(nonsending) private func opening(_ request: HTTPRequest, _ subprotocols: [String]) async -> Opening {
    do throws(WebSocketFailure) { return .success(try await base.open(request, subprotocols: subprotocols)) } catch {
      return .failure(error)
    }
  }

  private static func head(_ opening: Opening) -> HTTPResponse {
    if case .failure(.refused(.status(let status))) = opening { HTTPResponse(status) } else { HTTPResponse(101) }
  }
}

extension APIError {
  /// The error of a stream or a connection that wasn't opened because this happened to its token.
  var ofOpening: TransportError { if case .transport(let error) = self { error } else { .noToken(reason: "\(self)") } }
}

extension TokenHeader {
  fileprivate func token(in request: HTTPRequest) -> Token? {
    guard let value = request.headers[name], value.hasPrefix(prefix) else { return nil }
    return Token(String(value.dropFirst(prefix.count)))
  }

  func replaced(by token: Token, in request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.headers.setSecret(prefix + token.value, for: name)
    return request
  }
}
