#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaPlatform
  import ColmeiaTransport

  /// URLSession, with errors that name the header fields that it doesn't accept, which URLSession doesn't tell.
  ///
  /// To find them, a request with a safe method is sent again over a link (RFC 9110 §9.2.1). The second response is only
  /// looked at for the error. Other requests aren't sent again, so their errors name no fields.
  struct ExplainingTransport: Transport {
    let session: URLSessionTransport
    private let links = LinkTransport(.init(keepsConnections: false))

    init(_ session: URLSessionTransport) { self.session = session }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      try await send(request, TransferOptions())
    }

    func send(_ request: HTTPRequest, _ options: TransferOptions) async throws(TransportError) -> HTTPResponse {
      do throws(TransportError) { return try await session.send(request, options) } catch {
        guard case .badResponse(let origin, .refusedByURLSession) = error, [.get, .head].contains(request.method) else {
          throw error
        }
        throw .badResponse(origin: origin, fault: try await fault(request))
      }
    }

    /// Returns what is unusual about the response to a request.
    private func fault(_ request: HTTPRequest) async throws(TransportError) -> ResponseFault {
      do throws(TransportError) {
        let fields = try await links.send(request).headers.fields
        return .refusedByURLSession(fields: Self.names(fields))
      } catch {
        switch error {
        case .cancelled, .shutDown: throw error
        case .badResponse(_, let fault?): return fault
        default: return .refusedByURLSession()
        }
      }
    }

    /// Returns the names of the fields that URLSession may not have accepted: a link reads white space as an empty value.
    static func names(_ fields: [HTTPHeaders.Field]) -> [String] {
      fields.filter { $0.value.isEmpty || !$0.value.utf8.allSatisfy { $0 < 0x80 } }.map(\.name)
    }

    func shutdown() async {
      await links.shutdown()
      await session.shutdown()
    }
  }
#endif
