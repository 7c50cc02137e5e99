import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of compressed responses, which all transports decompress.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CompressionTests {
  /// Twenty times `hello `, as gzip (RFC 1952): a head of 10 bytes, the data, a checksum, and the length.
  static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0xA0, 0x3B,
    0x09, 0x00, 0x2F, 0xFA, 0xF8, 0x48, 0x78, 0x00, 0x00, 0x00,
  ]
  static let text = Array(String(repeating: "hello ", count: 20).utf8)

  enum Kind: CaseIterable {
    case session
    #if os(Linux)
      case links
    #endif
  }

  private func answer(
    _ kind: Kind, _ body: [UInt8], headers: HTTPHeaders = [:], _ options: TransferOptions = TransferOptions()
  ) async throws -> (Result<HTTPResponse, TransportError>, RawServer) {
    let server = try RawServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n")
      connection.send(body)
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, origin: server.origin, path: "/", headers: headers)
    switch kind {
    case .session:
      let transport = URLSessionTransport(.patient)
      let result = await LinkTransportTests.send(request, over: transport, options)
      await transport.shutdown()
      return (result, server)
    #if os(Linux)
      case .links:
        let transport = LinkTransport(.patient)
        let result = await LinkTransportTests.send(request, over: transport, options)
        await transport.shutdown()
        return (result, server)
    #endif
    }
  }

  @Test(arguments: Kind.allCases)
  func `A compressed body is decompressed, and the fields about its compressed form are removed`(
    kind: Kind
  ) async throws {
    let (result, server) = try await answer(kind, Self.gzip)
    #expect(result == .success(HTTPResponse(200, body: Self.text)))
    #expect(server.requests.first?.headers["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test(arguments: Kind.allCases) func `The limit of a body counts its decompressed bytes`(kind: Kind) async throws {
    let (whole, _) = try await answer(kind, Self.gzip, TransferOptions(bodyLimit: 120))
    #expect(try whole.get().body.count == 120)
    let (result, server) = try await answer(kind, Self.gzip, TransferOptions(bodyLimit: 119))
    #expect(result == .failure(.tooLarge(limit: 119, origin: server.origin)))
  }

  @Test(arguments: Kind.allCases, [10, 21, 22, 24])
  func `A damaged compressed body is an error that names the coding, and isn't that of a lost connection`(
    kind: Kind, index: Int
  ) async throws {
    var damaged = Self.gzip
    damaged[index] ^= 0xFF
    let (result, server) = try await answer(kind, damaged)
    let error = TransportError.badResponse(origin: server.origin, fault: .damagedContent(coding: "gzip"))
    #expect(result == .failure(error))
    #expect("\(error)".contains("decoded as gzip"))
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: [1, 10, 14, 21, 25, 28]) func `A link notices that a compressed body is cut`(count: Int)
      async throws
    {
      let (result, server) = try await answer(.links, Array(Self.gzip.prefix(count)))
      #expect(
        result == .failure(.badResponse(origin: server.origin, fault: .damagedContent(coding: "gzip"))))
    }

    /// If this fails, URLSession has learned to detect it, and its documentation here must be changed.
    @Test(arguments: [10, 14, 21, 25]) func `URLSession does not notice that a compressed body is cut`(count: Int)
      async throws
    {
      let (result, _) = try await answer(.session, Array(Self.gzip.prefix(count)))
      let body = try result.get().body
      #expect(body.count <= Self.text.count && Self.text.starts(with: body))
    }
  #endif

  @Test(arguments: Kind.allCases)
  func `A request can ask for a body that is not compressed`(kind: Kind) async throws {
    let (_, server) = try await answer(kind, Self.gzip, headers: ["Accept-Encoding": "identity"])
    #expect(server.requests.first?.headers.values(of: "Accept-Encoding") == ["identity"])
  }
}
