import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

@Suite(.blocking, .timeLimit(.minutes(10))) struct ProgressTests {
  /// Returns the response of a server with this script to `GET /`, and the progress that was reported.
  private func answer(
    bodyLimit: Int = .max, _ script: @escaping RawServer.Script
  ) async throws -> (Result<HTTPResponse, TransportError>, [TransferProgress]) {
    let server = try RawServer(script)
    defer { server.stop() }
    let (transport, received) = (URLSessionTransport(.patient), Recorder<TransferProgress>())
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport.send(request, TransferOptions(bodyLimit: bodyLimit) { received.add($0) }))
    } catch { result = .failure(error) }
    await transport.shutdown()
    return (result, received.all)
  }

  @Test func `Received bytes are reported in order, up to the total`() async throws {
    let (result, received) = try await answer { _, connection in
      connection.answer(200, body: [UInt8](repeating: 7, count: 300_000))
    }
    #expect(try result.get().body.count == 300_000)
    #expect(received.last == .received(300_000, of: 300_000))
    #expect(received.allSatisfy { $0.total == 300_000 })
    #expect(zip(received, received.dropFirst()).allSatisfy { $0.count < $1.count })
  }

  @Test func `Progress works if the server does not state a length`() async throws {
    let (result, received) = try await answer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc")
      connection.end()
    }
    #expect(try result.get().body == Array("abc".utf8))
    #expect(received.last == .received(3, of: nil))
  }

  @Test func `The limit of the call applies, and the body of a redirect is not reported`() async throws {
    let (result, received) = try await answer(bodyLimit: 5) { request, connection in
      if request.path == "/" {
        connection.answer(302, ["Location: /there"], text: "moved")
      } else {
        connection.answer(200, text: "too long")
      }
    }
    guard case .failure(.tooLarge(limit: 5, _)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(received.isEmpty)
  }
}
