import ServerTestSupport
import TestSupport
import Testing

@testable import ReferenceBackend

@Suite(.blocking, .timeLimit(.minutes(10))) struct ObjectBodyTests {
  @Test(arguments: ["Content-Length: 99999999", "Transfer-Encoding: chunked"])
  func `A body beyond the limit is refused with S3's error code`(field: String) async throws {
    let server = try LoopbackServer(limits: .patient()) {
      BackendHandler(.demo) { RequestContext(date: 1, token: "t", salt: [1]) }
    }
    let client = try RawClient(server.port)
    try client.send("PUT /colmeia-photos/k HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\nFFFFFFF\r\n")
    let text = try client.read(until: "</Error>")
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text.contains("<Code>EntityTooLarge</Code>"))
    #expect(text.contains("<ProposedSize>99999999</ProposedSize>") == field.hasPrefix("Content-Length"))
    #expect(text.contains("<MaxSizeAllowed>5242880</MaxSizeAllowed>"))
    let other = try RawClient(server.port)
    try other.send("PUT /newspapers/N HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\nFFFFFFF\r\n")
    #expect(try other.read(until: "bytes").hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    await server.stop()
  }
}
