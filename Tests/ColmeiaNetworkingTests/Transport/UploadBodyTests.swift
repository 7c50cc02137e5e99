import ColmeiaHTTP
import ColmeiaStorage
import Testing

@testable import ColmeiaClient
@testable import ColmeiaStubs
@testable import ColmeiaTransport
@testable import ColmeiaUpload

@Suite struct UploadBodyTests {
  private static let files = PaperFileSystem(["f/rex": .init(pattern: [1, 2, 3], count: 100)])

  @Test func `Pieces of any size make up the body`() throws {
    let form = try MultipartBody([FormField("a", "b"), FormField("c", .bytes([1, 2]))], boundary: "B")
    let bodies = [
      UploadBody([]), UploadBody([7]), UploadBody(Array(0..<100)), UploadBody(form),
      try UploadBody(file: "rex", in: "f", files: Self.files),
    ]
    for body in bodies {
      let whole = try body.bytes()
      #expect(whole.count == body.length)
      for size in [1, 2, 7, 99, 100, 101] {
        var reader = body.reader()
        var read: [UInt8] = []
        while reader.left > 0 { read += try reader.read(size) }
        #expect(read == whole)
        #expect(try reader.read(1) == [])
      }
    }
    #expect(Self.files.open == 0)
  }

  @Test func `The last bytes of a file that has grown are not returned`() throws {
    let files = PaperFileSystem(["f/rex": .init(pattern: [1], count: 100)])
    let body = try UploadBody(file: "rex", in: "f", files: files)
    files.change("f/rex", .init(pattern: [1], count: 101))
    #expect(throws: UploadError.changed(path: "f/rex")) { try body.bytes() }
    #expect(files.open == 0)
  }

  @Test func `A path that is missing or not a file is reported when the body is created`() {
    let files = PaperFileSystem(["f/pipe": .init([1])])
    for (name, error) in [
      ("pipe", FileError(.look, "f/pipe", .notAFile)), ("none", FileError(.open, "f/none", .missing)),
    ] {
      #expect(throws: UploadError.file(error)) { try UploadBody(file: name, in: "f", files: files) }
    }
    #expect(files.open == 0)
  }

  @Test func `A transport that does not stream sends a body whole, up to a limit`() async throws {
    let stub = StubTransport([StubRule(.put, "/*", .response(HTTPResponse(200, body: [9])))])
    let (request, received) = (HTTPRequest(.put, origin: "http://h", path: "/a"), Recorder<TransferProgress>())
    let upload = try UploadBody(file: "rex", in: "f", files: Self.files)
    _ = try await stub.send(request, TransferOptions(upload: upload) { received.add($0) })
    #expect(stub.requests.first?.body == (try upload.bytes()))
    #expect(received.all == [.sent(100, of: 100), .received(1, of: 1)])
    let long = PaperFileSystem(["f/rex": .init(pattern: [1], count: UploadBody.memoryLimit + 1)])
    let tooLong = try UploadBody(file: "rex", in: "f", files: long)
    await #expect(throws: TransportError.unreadableBody(.tooLarge(limit: UploadBody.memoryLimit))) {
      try await stub.send(request, TransferOptions(upload: tooLong))
    }
    #expect(stub.requests.count == 1)
  }

  @Test func `A retry sends the body again`() async throws {
    let stub = StubTransport([StubRule(.put, "/*", .failure(.offline), .response(HTTPResponse(200)))])
    let policy = RetryPolicy(attempts: 2, base: .zero, factor: 1, jitter: 0)
    let transport = RetryingTransport(stub, policy: policy) { 0 }
    let upload = UploadBody([1, 2, 3])
    _ = try await transport.send(HTTPRequest(.put, origin: "http://h", path: "/a"), TransferOptions(upload: upload))
    #expect(stub.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
  }

  @Test func `The description of a body does not show its content`() {
    #expect("\(UploadBody([1, 2, 3]))" == "3 bytes")
    #expect(String(reflecting: UploadBody(Array("secret".utf8))).contains("115") == false)
  }

  @Test(
    arguments: [
      (TransferProgress.sent(0, of: 7), 0), (.sent(6, of: 7), 85), (.sent(7, of: 7), 100), (.received(9, of: 7), 100),
      (.received(5, of: nil), nil), (.received(0, of: 0), nil), (.received(.max, of: .max), 100),
    ] as [(TransferProgress, Int?)])
  func `A percentage is a whole number, and nil without a total`(progress: TransferProgress, percent: Int?) {
    #expect(progress.percent == percent)
  }
}
