import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

@Suite struct TransferTests {
  /// An event of a transfer.
  enum Input: Sendable {
    case head(HTTPResponse)
    case bytes([UInt8])
    case complete
    case fail(TransportError)
  }

  /// Passes the inputs to a transfer with a limit of 5 bytes. Returns its result and the indices of the inputs that
  /// ended it.
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

  @Test func `The head, the pieces and the end make up the response`() {
    let run = run(.head(HTTPResponse(200, headers: ["A": "b"])), .bytes([1, 2]), .bytes([3]), .complete)
    #expect(run.result == .success(HTTPResponse(200, headers: ["A": "b"], body: [1, 2, 3])))
    #expect(run.ends == [3])
  }

  @Test func `There is no result before the end`() {
    #expect(run().result == nil)
    #expect(run(.head(HTTPResponse(200)), .bytes([1])).result == nil)
  }

  @Test func `An interim head is not part of the response`() {
    #expect(run(.head(HTTPResponse(100)), .head(HTTPResponse(404)), .complete).result == .success(HTTPResponse(404)))
    #expect(run(.head(HTTPResponse(103)), .complete).result == .failure(.badResponse(origin: "http://h")))
  }

  @Test func `An end without a head is a bad response`() {
    let run = run(.bytes([1]), .complete)
    #expect(run.result == .failure(.badResponse(origin: "http://h")))
    #expect(run.ends == [1])
  }

  @Test func `A body at the limit is accepted, and one over it ends the transfer`() {
    #expect(
      run(.head(HTTPResponse(200)), .bytes([1, 2, 3, 4, 5]), .complete).result
        == .success(HTTPResponse(200, body: [1, 2, 3, 4, 5])))
    let run = run(.head(HTTPResponse(200)), .bytes([1, 2, 3, 4, 5]), .bytes([6]), .complete)
    #expect(run.result == .failure(.tooLarge(limit: 5, origin: "http://h")))
    #expect(run.ends == [2])
  }

  @Test(arguments: [
    ("6", true), ("06", true), ("999999999999999", true), ("+6", false), ("-6", false), ("6 6", false), ("6, 6", false),
    ("0x6", false), ("6.0", false), ("６", false), ("99999999999999999999", false), ("", false),
  ])
  func `Only a length of plain digits announces a body`(text: String, ends: Bool) {
    #expect(run(.head(HTTPResponse(200, headers: ["Content-Length": text]))).ends == (ends ? [0] : []))
  }

  @Test func `A head that announces too many bytes ends the transfer unless no such body follows`() {
    let promise: HTTPHeaders = ["Content-Length": "6"]
    #expect(run(.head(HTTPResponse(200, headers: promise)), .bytes([1])).ends == [0])
    #expect(run(.head(HTTPResponse(200, headers: ["Content-Length": "5"]))).ends == [])
    #expect(run(.head(HTTPResponse(304, headers: promise)), .complete).ends == [1])
    #expect(run(.head(HTTPResponse(200, headers: promise)), .complete, method: .head).ends == [1])
    let coded: HTTPHeaders = ["Content-Length": "6", "Content-Encoding": "gzip"]
    #expect(run(.head(HTTPResponse(200, headers: coded)), .bytes([1]), .complete).ends == [2])
    #expect(run(.head(HTTPResponse(200, headers: ["Content-Length": "many"])), .complete).ends == [1])
  }

  @Test func `Inputs after the end are ignored`() {
    let run = run(.fail(.cancelled), .head(HTTPResponse(200)), .bytes([1]), .complete, .fail(.offline))
    #expect(run.result == .failure(.cancelled))
    #expect(run.ends == [0])
  }

  @Test func `The encoding fields are removed from a decoded response, but not from one without a body`() {
    let head = HTTPResponse(200, headers: ["Content-Encoding": "gzip", "Content-Length": "3", "A": "b"])
    #expect(run(.head(head), .complete).result == .success(head))
    #expect(
      run(.head(head), .bytes([1]), .complete).result == .success(HTTPResponse(200, headers: ["A": "b"], body: [1])))
  }
}
