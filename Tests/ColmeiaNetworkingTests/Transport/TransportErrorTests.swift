import Testing

@testable import ColmeiaPlatformTransport
@testable import ColmeiaTransport

@Suite struct TransportErrorTests {
  private static let texts: [(TransportError, String)] = [
    (.offline, "This device is offline. Connect it and try again."),
    (
      .unreadableBody(.changed(path: "f/rex.jpg")),
      "'f/rex.jpg' has changed since the upload was created. Create it again."
    ),
    (
      .unreadableBody(.tooLarge(limit: 7)),
      "The body has more than 7 bytes, and this transport can't send a body in pieces. Send less, or "
        + "use another transport."
    ),
    (
      .unreachable(.refused, origin: "http://h"),
      "No server is listening at http://h. Check that the server is running, and the port."
    ),
    (
      .unreachable(.nameNotFound, origin: "http://h"),
      "The host of http://h is not known. Check its name, and that this device is online."
    ),
    (
      .unreachable(.connectionLost, origin: "http://h"),
      "The connection to http://h ended before the response was complete. Try again."
    ),
    (
      .unreachable(.noAnswer, origin: "http://h"),
      "No connection to http://h could be established. Check the address and any firewalls."
    ),
    (
      .timedOut(after: .seconds(30), origin: "http://h"),
      "http://h did not answer within 30.0 seconds. Try again, or allow more time."
    ),
    (.cancelled, "The request was cancelled."),
    (
      .tls(origin: "https://h"),
      "No secure connection to https://h could be established. Check its certificate, and that the port speaks TLS."
    ),
    (
      .tooLarge(limit: 10, origin: "http://h"),
      "The response from http://h has more than 10 bytes. Request less, or raise the limit."
    ),
    (
      .badRequest(.address),
      "The address of the request is invalid. It must be an absolute http or https URL without a user name."
    ),
    (
      .badRequest(.pathSegment(1)),
      "Segment 1 of the request's path is empty, \".\" or \"..\" and would change the path. "
        + "Check the interpolated value."
    ),
    (.badRequest(.method), "The request's method is not a token. Use letters, such as GET."),
    (
      .badRequest(.header("A\n")),
      "The header field \"A\\n\" may not be sent: it has control characters in its name or value, or sets the length "
        + "of the body, which is the transport's task. Remove it."
    ),
    (.badRequest(.body), "A request with this method may not have a body. Use the query, or another method."),
    (.badResponse(origin: "http://h"), "The response from http://h is not HTTP. Check the host and the port."),
    (
      .tooManyRedirects(limit: 3, origin: "http://h"),
      "http://h redirected more than 3 times. It may be a redirect loop; contact the server's operator."
    ),
    (
      .flooded(limit: 5, origin: "http://h"),
      "http://h sent more than 5 bytes that were not read yet. Read faster, or raise the limit."
    ),
    (.shutDown, "The transport was shut down before the response arrived. Send requests before shutting it down."),
    (.declined(reason: "There is no answer. Add one."), "There is no answer. Add one."),
    (
      .failed(code: -1, origin: "http://h"),
      "The request to http://h failed with the platform's code -1. Look up the code and try again."
    ),
  ]

  @Test(arguments: texts) func `Each error states what happened and what to do`(error: TransportError, text: String) {
    #expect(error.description == text)
  }

  private static let codes: [(Int, Bool, String, TransportError)] = [
    (-999, false, "http://h", .cancelled),
    (-1009, false, "http://h", .offline),
    (-1020, false, "http://h", .offline),
    (-1004, false, "http://h", .unreachable(.refused, origin: "http://h")),
    (-1003, false, "http://h", .unreachable(.nameNotFound, origin: "http://h")),
    (-1006, false, "http://h", .unreachable(.nameNotFound, origin: "http://h")),
    (-1005, true, "http://h", .unreachable(.connectionLost, origin: "http://h")),
    (-1001, false, "http://h", .unreachable(.noAnswer, origin: "http://h")),
    (-1011, false, "http://h", .unreachable(.connectionLost, origin: "http://h")),
    (-1011, true, "http://h", .badResponse(origin: "http://h")),
    (-1002, false, "http://h", .badResponse(origin: "http://h")),
    (-1, true, "http://h", .unreachable(.connectionLost, origin: "http://h")),
    (-1, false, "http://h", .badResponse(origin: "http://h")),
    (-1, false, "https://h", .tls(origin: "https://h")),
    (-1200, false, "https://h", .tls(origin: "https://h")),
    (-1206, false, "https://h", .tls(origin: "https://h")),
    (-1100, false, "http://h", .failed(code: -1_100, origin: "http://h")),
  ]

  @Test(arguments: codes) func `A URLSession code maps to one error`(
    code: Int, hasHead: Bool, origin: String, error: TransportError
  ) {
    #expect(TransportError(code: code, origin: origin, hasHead: hasHead) == error)
  }

  private static let environments: [([String: String], String?)] = [
    ([:], nil),
    (["no_proxy": "a"], nil),
    (["http_proxy": ""], nil),
    (["http_proxy": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["https_proxy": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["HTTPS_PROXY": "p"], "localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["ALL_PROXY": "p", "NO_PROXY": "a, b"], "a,b,localhost,127.0.0.1,127.0.0.0/8,::1"),
    (["all_proxy": "p", "no_proxy": "::1", "NO_PROXY": "a"], "::1,localhost,127.0.0.1,127.0.0.0/8"),
    (["http_proxy": "p", "no_proxy": "*"], nil),
    (["http_proxy": "p", "no_proxy": "localhost,127.0.0.1,127.0.0.0/8,::1"], nil),
  ]

  @Test(arguments: environments) func `The exemption covers local addresses and keeps other exempt hosts`(
    environment: [String: String], exemption: String?
  ) {
    #expect(ProxyVariables.exemption(in: environment) == exemption)
    var environment = environment
    environment["no_proxy"] = exemption ?? environment["no_proxy"]
    for host in ["localhost", "127.0.0.1:80", "127.0.0.9", "[::1]:443"] {
      #expect(ProxyVariables.refusal(of: "http://\(host)", in: environment) == nil)
    }
  }

  @Test func `A request is declined only if it is local and would go through a proxy`() {
    let environment = ["http_proxy": "p", "no_proxy": "127.0.0.1"]
    for origin in ["http://127.0.0.1:80", "http://example.org", "http://localhost.example.org", "http://128.0.0.1"] {
      #expect(ProxyVariables.refusal(of: origin, in: environment) == nil)
    }
    for origin in ["http://localhost", "http://127.0.0.2:80", "https://[::1]:443"] {
      #expect(ProxyVariables.refusal(of: origin, in: environment) != nil)
      #expect(ProxyVariables.refusal(of: origin, in: [:]) == nil)
    }
  }
}
