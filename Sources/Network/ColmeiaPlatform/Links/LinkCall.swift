#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaStorage
  import ColmeiaTransport

  /// One request over a connection, and its response.
  final class LinkCall: Interruptible {
    private struct Content: Sendable {
      var transfer: Transfer
      var reader: HTTPResponseParser
      var connection: LinkConnection?
      /// The decoder of a compressed body.
      var decoder: GzipDecoder?
      var hasReceived = false
      /// Whether all of the request has been sent, and exactly one response has been received.
      var isExact = false
      /// Whether the connection has no pending output and can take the next piece of the body.
      var isDry = false
      /// The number of bytes of the body that were handed to the connection, and aren't reported as sent yet.
      var unreported = 0
    }

    /// The maximum number of bytes of a body that are handed to the connection at once.
    private static let piece = 65_536

    private let request: HTTPRequest
    private let upload: UploadBody?
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let redirects: Redirects
    private let keepsConnection: Bool
    private let content: Awaited<Content>

    init(
      _ request: HTTPRequest, _ options: TransferOptions, bodyLimit: Int, _ redirects: Redirects, keepsConnection: Bool
    ) {
      self.request = request
      self.keepsConnection = keepsConnection
      self.redirects = redirects
      upload = options.upload
      progress = options.progress
      content = Awaited(
        Content(
          transfer: Transfer(request, bodyLimit: bodyLimit, uploadLength: options.upload?.length),
          reader: HTTPResponseParser(isHead: request.method == .head, takesGzip: GzipDecoder.isAvailable)))
    }

    /// The result of the call, or `nil` while it is in progress.
    var result: Result<HTTPResponse, TransportError>? { content.read { $0.transfer.result } }

    /// Whether the connection was lost before anything was received, perhaps before the request arrived.
    var isLost: Bool {
      content.read { content in
        guard case .failure(.unreachable(.connectionLost, _)) = content.transfer.result else { return false }
        return !content.hasReceived
      }
    }

    /// Whether the call is over, and its connection can be used for another one.
    var leavesConnection: Bool { content.read { $0.transfer.result != nil && $0.isExact } }

    /// Ends the call with an error and aborts its connection, which can't be used any more.
    func fail(_ error: TransportError) {
      let connection = content.change { content in
        let hasFailed = content.transfer.fail(error)
        defer { content.connection = nil }
        // Another call may use the connection of one that is complete.
        return hasFailed ? content.connection : nil
      }
      connection?.abort()
    }

    /// Sends the request and waits for the result. Cancelling the task ends the call.
    nonisolated(nonsending) func run(over connection: LinkConnection) async -> Result<HTTPResponse, TransportError> {
      let isOver = content.change { content in
        content.connection = connection
        return content.transfer.result != nil
      }
      if isOver { connection.abort() } else { await write(connection) }
      let result = await content.first { $0.transfer.result }
      if result == nil { fail(.cancelled) }
      return self.result ?? .failure(.cancelled)
    }

    nonisolated(nonsending) private func write(_ connection: LinkConnection) async {
      let head = connection.route.request(keepsConnection ? request.compressible : request.compressible.closing)
      guard let upload else { return write(HTTPRequestWriter.bytes(head), bodyCount: request.body.count, connection) }
      connection.write(HTTPRequestWriter.bytes(head, uploadLength: upload.length))
      do throws(UploadError) { try await write(upload, connection) } catch { fail(.unreadableBody(error)) }
    }

    /// Sends the body of an upload in pieces, each after the previous one has been sent.
    nonisolated(nonsending) private func write(
      _ upload: UploadBody, _ connection: LinkConnection
    ) async throws(UploadError) {
      var reader = upload.reader()
      while reader.left > 0 {
        let isWanted = await content.first { content in
          if content.transfer.result != nil { return false }
          guard content.isDry else { return Bool?.none }
          content.isDry = false
          return true
        }
        guard isWanted == true else { return }
        let bytes = try await upload.files.blocking { () throws(UploadError) in try reader.read(Self.piece) }
        write(bytes, bodyCount: bytes.count, connection)
      }
    }

    /// Sends bytes whose progress is reported once they have been sent.
    private func write(_ bytes: [UInt8], bodyCount: Int, _ connection: LinkConnection) {
      content.change { $0.unreported = bodyCount }
      connection.write(bytes)
    }
  }

  extension HTTPRequest {
    /// The request, whose response may be compressed unless the caller has set an `Accept-Encoding`.
    fileprivate var compressible: HTTPRequest {
      var request = self
      if headers["Accept-Encoding"] == nil {
        request.headers["Accept-Encoding"] = GzipDecoder.isAvailable ? "gzip" : "identity"
      }
      return request
    }

    /// The request, after which the connection is closed.
    var closing: HTTPRequest {
      var request = self
      request.headers["Connection"] = "close"
      return request
    }
  }

  // Callbacks of the connection, on the hub's thread.
  extension LinkCall {
    /// All output of the connection has been handed to the operating system.
    func drained() {
      let sent = content.change { content in
        content.isDry = true
        defer { content.unreported = 0 }
        return content.transfer.sent(content.unreported)
      }
      if let sent { progress?(sent) }
    }

    /// Processes received bytes.
    ///
    /// - Parameter isSent: Whether no output of the connection waits to be sent.
    /// - Returns: Whether the call has ended.
    func receive(_ bytes: ArraySlice<UInt8>, isSent: Bool) -> Bool {
      let (isWhole, received) = content.change { content in
        content.transfer.result == nil ? read(bytes, isSent, &content) : (false, nil)
      }
      // Report progress before the result: a caller that has the result no longer expects progress.
      if let received { progress?(received) }
      return content.change { content in
        if isWhole { complete(&content) }
        return content.transfer.result != nil
      }
    }

    /// Completes the response, unless its compressed body is cut short.
    private func complete(_ content: inout Content) {
      _ = content.decoder?.isInside == true ? damage(&content) : content.transfer.complete()
    }

    private func damage(_ content: inout Content) -> Bool {
      content.transfer.fail(.badResponse(origin: request.origin, fault: .damagedContent(coding: "gzip")))
    }

    /// Parses bytes. Returns whether the body is complete, and the progress to report, if any.
    private func read(
      _ bytes: ArraySlice<UInt8>, _ isSent: Bool, _ content: inout Content
    ) -> (isWhole: Bool, TransferProgress?) {
      var body: [UInt8] = []
      content.hasReceived = true
      let isNew = content.reader.head == nil
      do throws(ResponseFault) { try content.reader.receive(bytes, into: &body) } catch {
        _ = content.transfer.fail(.badResponse(origin: request.origin, fault: error))
        return (false, nil)
      }
      content.isExact = isSent && content.transfer.isSent && content.reader.leavesConnection
      if isNew, let head = content.reader.head, begin(head, &content) { return (false, nil) }
      if !content.reader.isGzip {
        if content.transfer.receive(body) { return (false, nil) }
      } else if !body.isEmpty {
        content.decoder = content.decoder ?? GzipDecoder()
        guard content.decoder?.decode(body, { content.transfer.receive($0) }) == true else {
          _ = damage(&content)
          return (false, nil)
        }
      }
      return (content.reader.isOver, body.isEmpty ? nil : content.transfer.progress)
    }

    /// Processes the head of the response. The body of a redirect is not read.
    ///
    /// - Returns: Whether the call has ended.
    private func begin(_ head: HTTPResponse, _ content: inout Content) -> Bool {
      var redirects = redirects
      if redirects.next(after: head, to: request) != .answer {
        let location = head.headers.fields.filter { $0.name.lowercased() == "location" }
        _ = content.transfer.receive(head: HTTPResponse(head.status, headers: HTTPHeaders(location)))
        return content.transfer.complete()
      }
      return content.transfer.receive(head: head)
    }

    /// Handles the end of the connection.
    ///
    /// - Parameters:
    ///   - error: The error of the call, if its response is incomplete.
    ///   - isClean: Whether the server has closed the connection properly.
    func ended(_ error: TransportError, isClean: Bool) {
      content.change { content in
        content.connection = nil
        let isWhole = content.reader.end() && isClean
        if isWhole { complete(&content) } else { _ = content.transfer.fail(error) }
      }
    }
  }
#endif
