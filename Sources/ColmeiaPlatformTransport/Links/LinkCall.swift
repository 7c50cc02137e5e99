#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaStorage
  import ColmeiaSync
  import ColmeiaTransport
  import ColmeiaUpload

  /// One request over a connection, and its answer.
  final class LinkCall: Interruptible {
    private struct Content: Sendable {
      var transfer: Transfer
      var reader: HTTPAnswerReader
      var connection: LinkConnection?
      /// Whether the connection wants more of the body.
      var isDry = false
    }

    /// How many bytes of a body are given to the connection at once.
    private static let piece = 65_536

    private let request: HTTPRequest
    private let upload: UploadBody?
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let redirects: Redirects
    private let content: Awaited<Content>

    init(_ request: HTTPRequest, _ options: TransferOptions, bodyLimit: Int, _ redirects: Redirects) {
      self.request = request
      self.redirects = redirects
      upload = options.upload
      progress = options.progress
      content = Awaited(
        Content(
          transfer: Transfer(request, bodyLimit: bodyLimit, uploadLength: options.upload?.length),
          reader: HTTPAnswerReader(isHead: request.method == .head)))
    }

    /// How it has ended; `nil` before.
    var result: Result<HTTPResponse, TransportError>? { content.read { $0.transfer.result } }

    /// Ends it with an error; its connection is of no use any more.
    func fail(_ error: TransportError) {
      let connection = content.change { content in
        _ = content.transfer.fail(error)
        defer { content.connection = nil }
        return content.connection
      }
      connection?.abort()
    }

    /// Sends the request and waits for the end. A task that is cancelled ends it.
    nonisolated(nonsending) func run(over connection: LinkConnection) async -> Result<HTTPResponse, TransportError> {
      let isOver = content.change { content in
        content.connection = connection
        return content.transfer.result != nil
      }
      if isOver { connection.abort() } else { await put(connection) }
      let result = await content.first { $0.transfer.result }
      if result == nil { fail(.cancelled) }
      return self.result ?? .failure(.cancelled)
    }

    nonisolated(nonsending) private func put(_ connection: LinkConnection) async {
      var head = request
      // What is compressed has two lengths, and may be small and become large.
      if head.headers["Accept-Encoding"] == nil { head.headers["Accept-Encoding"] = "identity" }
      // There will be no other request on this connection.
      head.headers["Connection"] = "close"
      guard let upload else {
        tellSent(request.body.count)
        connection.put(HTTPRequestWriter.bytes(head))
        return
      }
      connection.put(HTTPRequestWriter.bytes(head, uploadLength: upload.length))
      do throws(UploadError) { try await put(upload, connection) } catch { fail(.unreadableBody(error)) }
    }

    /// Sends the body of an upload, a piece when the one before has gone.
    nonisolated(nonsending) private func put(
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
        tellSent(bytes.count)
        connection.put(bytes)
      }
    }

    private func tellSent(_ count: Int) {
      guard let now = content.change({ $0.transfer.sent(count) }) else { return }
      progress?(now)
    }
  }

  // What the connection says, on the hub's thread.
  extension LinkCall {
    /// All that it was given has gone to the system.
    func drained() { content.change { $0.isDry = true } }

    /// Bytes have come. Answers whether it is over.
    func receive(_ bytes: ArraySlice<UInt8>) -> Bool {
      let (isWhole, told) = content.change { content in
        content.transfer.result == nil ? read(bytes, &content) : (false, nil)
      }
      // Before the answer: who has that one listens no more.
      if let told { progress?(told) }
      return content.change { content in
        if isWhole { _ = content.transfer.complete() }
        return content.transfer.result != nil
      }
    }

    /// Answers whether the body is whole, and how far it is now.
    private func read(_ bytes: ArraySlice<UInt8>, _ content: inout Content) -> (isWhole: Bool, TransferProgress?) {
      var body: [UInt8] = []
      let isNew = content.reader.head == nil
      do throws(HTTPAnswerReader.Fault) { try content.reader.receive(bytes, into: &body) } catch {
        _ = content.transfer.fail(.badResponse(origin: request.origin))
        return (false, nil)
      }
      if isNew, let head = content.reader.head, begin(head, &content) { return (false, nil) }
      if content.transfer.receive(body) { return (false, nil) }
      return (content.reader.isOver, body.isEmpty ? nil : content.transfer.progress)
    }

    /// The head is here. Answers whether that was the end: nobody reads the body of a redirect.
    private func begin(_ head: HTTPResponse, _ content: inout Content) -> Bool {
      var redirects = redirects
      if redirects.next(after: head, to: request) != .answer {
        let location = head.headers.fields.filter { $0.name.lowercased() == "location" }
        _ = content.transfer.receive(head: HTTPResponse(head.status, headers: HTTPHeaders(location)))
        return content.transfer.complete()
      }
      let fields = head.headers.fields.filter { !Self.hopByHop.contains($0.name.lowercased()) }
      return content.transfer.receive(head: HTTPResponse(head.status, headers: HTTPHeaders(fields)))
    }

    /// What concerns the connection alone (RFC 9110 §7.6.1).
    private static let hopByHop: Set<String> = ["connection", "keep-alive", "transfer-encoding"]

    /// The connection has ended.
    ///
    /// - Parameter isClean: whether the other side has closed it as one does.
    func ended(_ error: TransportError, isClean: Bool) {
      content.change { content in
        content.connection = nil
        let isWhole = (try? content.reader.end()) != nil && isClean
        _ = isWhole ? content.transfer.complete() : content.transfer.fail(error)
      }
    }
  }
#endif
