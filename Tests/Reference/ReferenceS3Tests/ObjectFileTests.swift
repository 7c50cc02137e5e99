import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport
@testable import ReferenceS3

/// Tests of uploading objects from files.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ObjectFileTests {
  private func store(_ rules: StubRule...) throws -> (ObjectStore, StubTransport) {
    let stub = StubTransport(rules)
    let address = try S3Address(try BaseURL("http://127.0.0.1:9000"), bucket: "photos")
    return (ObjectStore(stub, address, S3Signer(S3Credentials(accessKey: "AK", secret: Token("hidden")))) { 0 }, stub)
  }

  @Test func `A file is uploaded with its own hash, and progress is reported`() async throws {
    let (store, stub) = try store(StubRule(.put, "/photos/*", .response(HTTPResponse(200))))
    let files = PaperFileSystem(["f/rex": .init(pattern: [1, 2, 3], count: 1_000_000)])
    let received = Recorder<TransferProgress>()
    let upload = try UploadBody(file: "rex", in: "f", files: files)
    try await store.put(upload, at: "rex", contentType: "image/jpeg") { received.add($0) }
    let request = try #require(stub.requests.first)
    #expect(request.headers["x-amz-content-sha256"] == PayloadHash(of: try upload.bytes()).text)
    #expect(received.all == [.sent(1_000_000, of: 1_000_000)])
    #expect(files.largestRead <= 65_536)
    #expect(files.open == 0)
  }

  @Test func `A file that cannot be read is not uploaded`() async throws {
    let (store, stub) = try store()
    let files = PaperFileSystem(["f/rex": .init(pattern: [1], count: 9)])
    let upload = try UploadBody(file: "rex", in: "f", files: files)
    files.change("f/rex", .init(pattern: [1], count: 8))
    await #expect(throws: ObjectStoreError.transport(.unreadableBody(.changed(path: "f/rex")))) {
      try await store.put(upload, at: "rex")
    }
    #expect(stub.requests.isEmpty)
  }
}
