import Colmeia
import ColmeiaBase
import ColmeiaClient
import ColmeiaPlatform
import ColmeiaServer
import Foundation
import ReferenceS3
import TestSupport
import Testing

/// Tests forms and files over real sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct UploadTests {
  private let folder = NSTemporaryDirectory() + "uploads-\(UUID().uuidString)"

  /// Writes a file with deterministic contents.
  private func write(_ name: String, _ count: Int) throws -> [UInt8] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 + $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return bytes
  }

  @Test func `Any endpoint accepts a form with a file, and the server receives it byte by byte`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try write("rex.jpg", 3_000_000)
    let server = try LoopbackServer { Witness() }
    let transport = URLSessionTransport(.init(timeout: .seconds(3_600)))
    let form = [
      FormField("dog", ["name": "Rex", "photo": .file(FormFile(folder: folder, name: "rex.jpg"))]),
      FormField("note", "olá"),
    ]
    let call: Endpoint<Witness.Seen> = .post("/dogs", .form(form))
    let percents = Percents()
    let seen = try await APIClient(transport, base: try BaseURL(server.origin)).send(call) { percents.add($0) }
    await transport.shutdown()
    await server.stop()
    let body = try MultipartBody(form, boundary: "__X_API_BOUNDARY__0__")
    #expect(seen.type == body.contentType)
    #expect(seen.count == body.length)
    #expect(seen.hash == SHA256.digest(try UploadBody(body).bytes()).hex)
    #expect(percents.sent.last == 100 && percents.sent.count > 2)
  }

  @Test
  func `The first byte of a file determines its type and its extension on the wire, and an empty file has neither`()
    async throws
  {
    let rows: [(byte: UInt8, type: String, end: String)] = [
      (0xFF, "image/jpeg", ".jpg"), (0x89, "image/png", ".png"), (0x47, "image/gif", ".gif"),
      (0x49, "image/tiff", ".tiff"),
      (0x4D, "image/tiff", ".tiff"), (0x25, "application/pdf", ".pdf"), (0xD0, "application/vnd", ""),
      (0x46, "text/plain", ".txt"), (0x00, "application/octet-stream", ""),
    ]
    let server = try LoopbackServer { Witness() }
    let transport = URLSessionTransport(.init(timeout: .seconds(3_600)))
    let client = APIClient(transport, base: try BaseURL(server.origin))
    for row in rows {
      let call: Endpoint<Witness.Seen> = .post("/dogs", .form([FormField("a", .list([.bytes([row.byte])]))]))
      let head = try await client.send(call).start
      let match = try #require(
        head.firstMatch(of: /name="a\[0\]"; filename="[^".]+([^"]*)"\r\nContent-Type: ([^\r]*)\r\n\r\n/))
      #expect(match.output.1 == row.end && match.output.2 == row.type)
    }
    let none: Endpoint<Witness.Seen> = .post("/dogs", .form([FormField("a", .bytes([]))]))
    #expect(
      try await client.send(none).start.contains(
        /filename="[^".]+"\r\nContent-Type: application\/octet-stream\r\n\r\n\r\n--/))
    await transport.shutdown()
    await server.stop()
  }

  @Test func `A file is stored and read unchanged, and a rejection during the upload is reported`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let backend = try LocalBackend()
    let store = ObjectStore(
      backend.transport, try S3Address(try BaseURL(backend.server.origin), bucket: "colmeia-photos"),
      S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))
    ) { 1_600_000_000 }
    for count in [0, 1, 1_000_000, 3_000_001] {
      let bytes = try write("photo", count)
      try await store.put(UploadBody(file: "photo", in: folder), at: "p", contentType: "image/jpeg")
      #expect(try await store.signed.send(try store.address.request(.get, "p")).body == bytes)
    }
    _ = try write("long", 6 << 20)
    do throws(ObjectStoreError) {
      try await store.put(UploadBody([UInt8](repeating: 1, count: 6 << 20)), at: "p")
      Issue.record("the upload was accepted")
    } catch {
      guard case .refused(let failure) = error, failure.code == .entityTooLarge else {
        Issue.record("\(error)")
        return
      }
    }
    await backend.close()
  }

  private final class Percents: Sendable {
    private let content = Guarded([Int]())
    var sent: [Int] { content.withLock { $0 } }

    func add(_ progress: TransferProgress) {
      guard case .sent = progress, let percent = progress.percent else { return }
      content.withLock { $0.append(percent) }
    }
  }
}

/// Responds with a description of the request.
private final class Witness: ServerHandler {
  struct Seen: Codable, Sendable {
    var type: String
    var count: Int
    var hash: String
    /// The start of the body as text.
    var start: String
  }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let json: JSON = [
      "type": .string(request.headers["Content-Type"] ?? ""), "count": .number(JSONNumber(request.body.count)),
      "hash": .string(SHA256.digest(request.body).hex),
      "start": .string(String(decoding: request.body.prefix(500), as: UTF8.self)),
    ]
    return [.respond(exchange, HTTPResponse(200, json: json), after: .zero)]
  }
}
