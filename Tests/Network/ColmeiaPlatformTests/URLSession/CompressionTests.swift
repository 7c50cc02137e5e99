import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of compressed responses, which URLSession decompresses.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CompressionTests {
  /// Twenty times `hello `, as gzip (RFC 1952): a head of 10 bytes, the data, a checksum, and the length.
  private static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0xA0, 0x3B,
    0x09, 0x00, 0x2F, 0xFA, 0xF8, 0x48, 0x78, 0x00, 0x00, 0x00,
  ]
  private static let text = Array(String(repeating: "hello ", count: 20).utf8)

  private func answer(_ body: [UInt8], headers: HTTPHeaders = [:]) async throws -> (
    Result<HTTPResponse, TransportError>, RawServer
  ) {
    let server = try RawServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      connection.send(body)
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(.get, origin: server.origin, path: "/", headers: headers)
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) { result = .success(try await transport.send(request)) } catch {
      result = .failure(error)
    }
    await transport.shutdown()
    return (result, server)
  }

  @Test func `A compressed body is decompressed, and the fields about its compressed form are removed`() async throws {
    let (result, server) = try await answer(Self.gzip)
    #expect(result == .success(HTTPResponse(200, body: Self.text)))
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test(arguments: [10, 21, 22, 24])
  func `A damaged compressed body is an error that names the coding, and isn't that of a lost connection`(
    place: Int
  ) async throws {
    var damaged = Self.gzip
    damaged[place] ^= 0xFF
    let (result, server) = try await answer(damaged)
    let error = TransportError.badResponse(origin: server.origin, fault: .damagedContent(coding: "gzip"))
    #expect(result == .failure(error))
    #expect("\(error)".contains("decoded as gzip"))
  }

  #if canImport(FoundationNetworking)
    /// If this fails, URLSession has learned to detect it, and its documentation here must be changed.
    @Test(arguments: [10, 14, 21, 25]) func `A compressed body that is cut is not noticed`(count: Int) async throws {
      let (result, _) = try await answer(Array(Self.gzip.prefix(count)))
      let body = try result.get().body
      #expect(body.count <= Self.text.count && Self.text.starts(with: body))
    }
  #endif

  @Test func `A request can ask for a body that is not compressed`() async throws {
    let (_, server) = try await answer(Self.gzip, headers: ["Accept-Encoding": "identity"])
    #expect(server.requests.first?.headers.values(of: "Accept-Encoding") == ["identity"])
  }
}
