import ColmeiaClient
import TestSupport
import Testing

@Suite struct TransferOptionsTests {
  @Test func `A transport that does not stream sends a body whole, up to a limit`() async throws {
    let stub = StubTransport([StubRule(.put, "/*", .response(HTTPResponse(200, body: [9])))])
    let (request, received) = (HTTPRequest(.put, origin: "http://h", path: "/a"), Recorder<TransferProgress>())
    let upload = try UploadBody(
      file: "rex", in: "f", files: PaperFileSystem(["f/rex": .init(pattern: [1, 2, 3], count: 100)]))
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

  @Test func `An upload is read on the threads for blocking calls`() async throws {
    let (threads, stub) = (CountingThreads(), StubTransport([StubRule(.put, "/*", .response(HTTPResponse(200)))]))
    let upload = try UploadBody(file: "rex", in: "f", files: PaperFileSystem(["f/rex": .init([1])], on: threads))
    _ = try await stub.send(HTTPRequest(.put, path: "/a"), TransferOptions(upload: upload))
    #expect(threads.jobs == 1 && stub.requests.first?.body == [1])
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
