import ColmeiaHTTP
import Testing

@testable import ColmeiaNetworking

@Suite struct TransferTests {
  /// What may happen to a transfer.
  enum Input: Sendable {
    case head(HTTPResponse)
    case bytes([UInt8])
    case complete
    case fail(TransportError)
  }

  /// Gives the inputs to a transfer whose limit is 5 bytes; answers its result, and the input that it called the end.
  private func run(_ inputs: Input...) -> (result: Result<HTTPResponse, TransportError>?, ends: [Int]) {
    var transfer = Transfer(bodyLimit: 5, origin: "http://h")
    var ends: [Int] = []
    for (index, input) in inputs.enumerated() {
      let isEnd: Bool
      switch input {
      case .head(let head):
        transfer.receive(head: head)
        isEnd = false
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
