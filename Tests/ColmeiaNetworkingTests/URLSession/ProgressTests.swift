import ColmeiaHTTP
import TestSupport
import Testing

@testable import ColmeiaPlatformTransport
@testable import ColmeiaTransport

@Suite(.blocking, .timeLimit(.minutes(10))) struct ProgressTests {
  /// Returns the response of a server with this script to `GET /`, and the progress that was reported.
  private func answer(
    bodyLimit: Int = .max, _ script: @escaping RawServer.Script
  ) async throws -> (Result<HTTPResponse, TransportError>, [TransferProgress]) {
    let server = try RawServer(script)
    defer { server.stop() }
    let (transport, heard) = (URLSessionTransport(.patient), Heard<TransferProgress>())
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) {
      result = .success(try await transport.send(request, TransferOptions(bodyLimit: bodyLimit) { heard.add($0) }))
    } catch { result = .failure(error) }
    await transport.shutdown()
    return (result, heard.all)
  }

  @Test func `Received bytes are reported in order, up to the total`() async throws {
    let (result, heard) = try await answer { _, connection in
      connection.answer(200, body: [UInt8](repeating: 7, count: 300_000))
    }
    #expect(try result.get().body.count == 300_000)
    #expect(heard.last == .received(300_000, of: 300_000))
    #expect(heard.allSatisfy { $0.total == 300_000 })
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.count < $1.count })
  }

  @Test func `Progress works if the server does not state a length`() async throws {
    let (result, heard) = try await answer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc")
      connection.end()
    }
    #expect(try result.get().body == Array("abc".utf8))
    #expect(heard.last == .received(3, of: nil))
  }

  @Test func `The limit of the call applies, and the body of a redirect is not reported`() async throws {
    let (result, heard) = try await answer(bodyLimit: 5) { request, connection in
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
    #expect(heard.isEmpty)
  }
}
