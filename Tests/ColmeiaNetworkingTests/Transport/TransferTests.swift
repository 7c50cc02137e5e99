import ColmeiaHTTP
import Testing

@testable import ColmeiaPlatformTransport
@testable import ColmeiaTransport

@Suite struct TransferTests {
  /// What may happen to a transfer.
  enum Input: Sendable {
    case head(HTTPResponse)
    case bytes([UInt8])
    case complete
    case fail(TransportError)
  }

  /// Gives the inputs to a transfer whose limit is 5 bytes; answers its result, and the input that it called the end.
  private func run(_ inputs: Input..., method: HTTPMethod = .get) -> (
    result: Result<HTTPResponse, TransportError>?, ends: [Int]
  ) {
    var transfer = Transfer(HTTPRequest(method, origin: "http://h", path: "/"), bodyLimit: 5)
    var ends: [Int] = []
    for (index, input) in inputs.enumerated() {
      let isEnd: Bool
      switch input {
      case .head(let head): isEnd = transfer.receive(head: head)
      case .bytes(let bytes): isEnd = transfer.receive(bytes)
      case .complete: isEnd = transfer.complete()
      case .fail(let error): isEnd = transfer.fail(error)
      }
      if isEnd { ends.append(index) }
    }
    return (transfer.result, ends)
  }

  @Test func `Header, parts and end make the answer`() {
    let run = run(.head(HTTPResponse(200, headers: ["A": "b"])), .bytes([1, 2]), .bytes([3]), .complete)
    #expect(run.result == .success(HTTPResponse(200, headers: ["A": "b"], body: [1, 2, 3])))
    #expect(run.ends == [3])
  }

  @Test func `Before the end there is no result`() {
    #expect(run().result == nil)
    #expect(run(.head(HTTPResponse(200)), .bytes([1])).result == nil)
  }

  @Test func `An interim header is not the answer's`() {
    #expect(run(.head(HTTPResponse(100)), .head(HTTPResponse(404)), .complete).result == .success(HTTPResponse(404)))
    #expect(run(.head(HTTPResponse(103)), .complete).result == .failure(.badResponse(origin: "http://h")))
  }

  @Test func `An end without a header is no answer`() {
    let run = run(.bytes([1]), .complete)
    #expect(run.result == .failure(.badResponse(origin: "http://h")))
    #expect(run.ends == [1])
  }

  @Test func `A body at the limit is taken, and one over it is the end`() {
    #expect(
      run(.head(HTTPResponse(200)), .bytes([1, 2, 3, 4, 5]), .complete).result
        == .success(HTTPResponse(200, body: [1, 2, 3, 4, 5])))
    let run = run(.head(HTTPResponse(200)), .bytes([1, 2, 3, 4, 5]), .bytes([6]), .complete)
    #expect(run.result == .failure(.tooLarge(limit: 5, origin: "http://h")))
    #expect(run.ends == [2])
  }

  @Test func `A header that promises too much is the end, unless no body follows or its length is another`() {
    let promise: HTTPHeaders = ["Content-Length": "6"]
    #expect(run(.head(HTTPResponse(200, headers: promise)), .bytes([1])).ends == [0])
    #expect(run(.head(HTTPResponse(200, headers: ["Content-Length": "5"]))).ends == [])
    #expect(run(.head(HTTPResponse(304, headers: promise)), .complete).ends == [1])
    #expect(run(.head(HTTPResponse(200, headers: promise)), .complete, method: .head).ends == [1])
    let coded: HTTPHeaders = ["Content-Length": "6", "Content-Encoding": "gzip"]
    #expect(run(.head(HTTPResponse(200, headers: coded)), .bytes([1]), .complete).ends == [2])
    #expect(run(.head(HTTPResponse(200, headers: ["Content-Length": "many"])), .complete).ends == [1])
  }

  @Test func `What comes after the end is ignored`() {
    let run = run(.fail(.cancelled), .head(HTTPResponse(200)), .bytes([1]), .complete, .fail(.offline))
    #expect(run.result == .failure(.cancelled))
    #expect(run.ends == [0])
  }

  @Test func `What was decoded is not described as coded; what has no body is`() {
    let head = HTTPResponse(200, headers: ["Content-Encoding": "gzip", "Content-Length": "3", "A": "b"])
    #expect(run(.head(head), .complete).result == .success(head))
    #expect(
      run(.head(head), .bytes([1]), .complete).result == .success(HTTPResponse(200, headers: ["A": "b"], body: [1])))
  }
}
