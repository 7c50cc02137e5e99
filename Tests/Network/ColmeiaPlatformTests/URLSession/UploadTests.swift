import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of streamed request bodies over real connections.
@Suite(.blocking, .timeLimit(.minutes(10))) struct UploadTests {
  private static let pattern: [UInt8] = Array("a photo of Rex. ".utf8)

  private static func bytes(_ count: Int) -> [UInt8] { Array.repeating(pattern, upTo: count) }

  private static func files(_ count: Int) -> PaperFileSystem {
    PaperFileSystem(["f/rex": .init(pattern: pattern, count: count)])
  }

  private static func upload(_ files: PaperFileSystem) throws -> UploadBody {
    try UploadBody(file: "rex", in: "f", files: files)
  }

  /// Returns the result of an upload to a server, and the progress that was reported.
  private func send(
    _ upload: UploadBody, _ method: HTTPMethod = .put, path: String = "/", to server: RawServer,
    headers: HTTPHeaders = ["Token": "hidden", "Content-Type": "image/jpeg"]
  ) async -> (result: Result<HTTPResponse, TransportError>, received: [TransferProgress]) {
    let (transport, received) = (URLSessionTransport(.patient), Recorder<TransferProgress>())
    let request = HTTPRequest(method, origin: server.origin, path: path, headers: headers)
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport.send(request, TransferOptions(upload: upload) { received.add($0) }))
    } catch { result = .failure(error) }
    await transport.shutdown()
    return (result, received.all)
  }

  @Test func `A file is sent unchanged, in pieces, with its length`() async throws {
    let server = try RawServer { _, connection in connection.answer(200, text: "thanks") }
    defer { server.stop() }
    let files = Self.files(400_000)
    let (result, _) = await send(try Self.upload(files), to: server)
    #expect(try result.get().body == Array("thanks".utf8))
    let request = try #require(server.requests.first)
    #expect(request.body == Self.bytes(400_000))
    #expect(request.headers.values(of: "Content-Length") == ["400000"])
    #expect(request.headers["Transfer-Encoding"] == nil)
    #expect(request.headers["Content-Type"] == "image/jpeg")
    #expect(files.largestRead <= 65_536)
    #expect(files.open == 0)
  }

  @Test func `Sent bytes are reported in order up to the total, followed by received bytes`() async throws {
    let server = try RawServer { _, connection in connection.answer(200, text: "thanks") }
    defer { server.stop() }
    let (_, received) = await send(try Self.upload(Self.files(1_000_000)), to: server)
    let sent = received.prefix { if case .sent = $0 { true } else { false } }
    #expect(sent.count > 1 && sent.allSatisfy { $0.total == 1_000_000 })
    #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.count < $1.count })
    #expect(sent.last == .sent(1_000_000, of: 1_000_000))
    #expect(received.dropFirst(sent.count) == [.received(6, of: 6)])
  }

  @Test func `The progress of a body in memory is reported as well`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let (transport, received) = (URLSessionTransport(.patient), Recorder<TransferProgress>())
    let request = HTTPRequest(.post, origin: server.origin, path: "/", body: Self.bytes(100_000))
    _ = try await transport.send(request, TransferOptions { received.add($0) })
    await transport.shutdown()
    #expect(received.all.last == .sent(100_000, of: 100_000))
  }

  @Test func `A form with a file is sent like any other body`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let file = FormFile(folder: "f", name: "rex", fileName: "rex.jpg")
    let form = try MultipartBody(
      [FormField("name", "Rex"), FormField("photo", .file(file))], boundary: "B", files: Self.files(200_000))
    _ = await send(UploadBody(form), .post, to: server)
    #expect(server.requests.first?.body == (try UploadBody(form).bytes()))
  }

  @Test func `An empty upload is sent as no body`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let (result, received) = await send(UploadBody([]), to: server)
    #expect(try result.get().status == 200)
    #expect(server.requests.first?.headers["Content-Length"] == "0")
    #expect(received.isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect that keeps the method sends the body again from its beginning`(status: Int) async throws {
    let server = try RawServer { request, connection in
      if request.path == "/old" { connection.answer(status, ["Location: /new"]) } else { connection.answer(200) }
    }
    defer { server.stop() }
    let files = Self.files(300_000)
    let (result, received) = await send(try Self.upload(files), .post, path: "/old", to: server)
    #expect(try result.get().status == 200)
    let isKept = status >= 307
    #expect(server.requests.map(\.body) == [Self.bytes(300_000), isKept ? Self.bytes(300_000) : []])
    #expect(received.filter { $0.count == 300_000 }.count == (isKept ? 2 : 1))
    #expect(files.open == 0)
  }

  @Test func `A body is not sent to another origin`() async throws {
    let away = try RawServer { _, connection in connection.answer(200) }
    let home = try RawServer { _, connection in connection.answer(307, ["Location: \(away.origin)/"]) }
    defer {
      home.stop()
      away.stop()
    }
    let (result, _) = await send(UploadBody([1, 2, 3]), to: home)
    #expect(try result.get().status == 307)
    #expect(away.accepted.value == 0)
  }

  @Test(arguments: [299_999, 300_001, 0])
  func `A file whose size has changed is never sent completely`(count: Int) async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let files = Self.files(300_000)
    let upload = try Self.upload(files)
    files.change("f/rex", .init(pattern: Self.pattern, count: count))
    let (result, _) = await send(upload, to: server)
    #expect(result == .failure(.unreadableBody(.changed(path: "f/rex"))))
    #expect(server.received.value == 0)
    #expect(files.open == 0)
  }

  @Test func `If any file system call fails, the transfer reports it and leaves no file open`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let counting = Self.files(100_000)
    _ = await send(try Self.upload(counting), to: server)
    let making = Self.files(100_000)
    _ = try Self.upload(making)
    for failing in making.calls + 1...counting.calls {
      let files = PaperFileSystem(["f/rex": .init(pattern: Self.pattern, count: 100_000)], failing: failing)
      let (result, _) = await send(try Self.upload(files), to: server)
      guard case .failure(.unreadableBody(.file(let error))) = result else {
        Issue.record("call \(failing): \(result)")
        continue
      }
      #expect(error.reason == .inputOutput)
      #expect(files.open == 0)
    }
    #expect(server.received.value == 1)
  }

  @Test func `Cancelling ends an upload that is not received and closes its file`() async throws {
    let listener = try RawListener()
    defer { listener.stop() }
    let files = Self.files(1 << 30)
    let (transport, upload, origin) = (URLSessionTransport(.patient), try Self.upload(files), listener.origin)
    let sent = Tally()
    let task = Task {
      let request = HTTPRequest(.put, origin: origin, path: "/")
      return try await transport.send(request, TransferOptions(upload: upload) { _ in sent.add() })
    }
    await sent.reaches(1)
    #expect(files.open == 1)
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    await transport.shutdown()
    #expect(files.open == 0)
  }

  @Test func `An upload has the timeout that it asks for`() async throws {
    let listener = try RawListener()
    defer { listener.stop() }
    let clock = ManualClock()
    let transport = URLSessionTransport(.init(timeout: .seconds(30)), clock: clock)
    let (upload, origin) = (try Self.upload(Self.files(1 << 30)), listener.origin)
    let sent = Tally()
    let task = Task {
      let options = TransferOptions(upload: upload, timeout: .seconds(600)) { _ in sent.add() }
      return try await transport.send(HTTPRequest(.put, origin: origin, path: "/"), options)
    }
    await sent.reaches(1)
    clock.advance(by: .seconds(600))
    await #expect(throws: TransportError.timedOut(after: .seconds(600), origin: origin)) { try await task.value }
    await transport.shutdown()
  }

  @Test func `A connection that ends in the middle of a request body is reported as lost`() async throws {
    let listener = try RawListener { descriptor in listenerReads(descriptor, 100_000) }
    defer { listener.stop() }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(.put, origin: listener.origin, path: "/")
    let upload = try Self.upload(Self.files(50 << 20))
    await #expect(throws: TransportError.unreachable(.connectionLost, origin: listener.origin)) {
      try await transport.send(request, TransferOptions(upload: upload))
    }
    await transport.shutdown()
  }

  @Test func `Uploads leave no descriptor open, although each has a session of its own`() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer(remembers: false) { _, connection in connection.answer(200) }
      let transport = URLSessionTransport(.patient)
      let request = HTTPRequest(.put, origin: server.origin, path: "/")
      let options = TransferOptions(upload: UploadBody([1, 2, 3]))
      _ = try await transport.send(request, options)
      let descriptors = ThisProcess.descriptorCount
      for _ in 0..<50 { _ = try await transport.send(request, options) }
      await server.ended.reaches(49)
      await ThisProcess.descriptorsFall(to: descriptors + 10)
      await transport.shutdown()
    }
  }

  /// If a reused connection ends during a request, libcurl replaces it and sends only the rest of the stream on the new
  /// one.
  @Test func `An upload never reuses a connection`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    _ = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
    for _ in 0..<3 {
      let request = HTTPRequest(.put, origin: server.origin, path: "/")
      _ = try await transport.send(request, TransferOptions(upload: UploadBody([1, 2, 3])))
    }
    #expect(server.accepted.value == 4)
    await transport.shutdown()
  }

  @Test(arguments: [HTTPMethod.get, .head]) func `A method that allows no body is not sent with one`(method: HTTPMethod)
    async throws
  {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let (result, _) = await send(UploadBody([1]), method, to: server)
    #expect(result == .failure(.badRequest(.body)))
    #expect(server.accepted.value == 0)
  }
}
