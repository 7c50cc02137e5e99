import ColmeiaTransport
import Testing

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
    (.noToken(reason: "Try again."), "There is no valid token for now. Try again."),
    (
      .tls(origin: "https://h"),
      "No secure connection to https://h could be established. Check its certificate, and that the port speaks TLS."
    ),
    (
      .tooLarge(limit: 10, origin: "http://h"),
      "The response from http://h has more than 10 bytes. Request less, or raise the limit."
    ),
    (
      .badRequest(.address(fault: AddressFault(.space, at: 9))),
      "The address of the request is invalid: at character 9, it has a space, which is written as %20. It must be an "
        + "absolute http or https URL without a user name."
    ),
    (
      .badRequest(.address()),
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
      "The header field \"A\\n\" may not be sent: its name is not a token, its value has control "
        + "characters, or it sets the length of the body, which is the transport's task. Correct or remove it."
    ),
    (.badRequest(.body), "A request with this method may not have a body. Use the query, or another method."),
    (
      .badResponse(origin: "http://h"),
      "The response from http://h is not valid HTTP, or is ambiguous. Check the host and the port, and the header "
        + "fields that the server sends."
    ),
    (
      .badResponse(origin: "http://h", fault: .headerField(line: 3)),
      "The response from http://h is not valid HTTP: line 3 is not a header field, which is a name, a colon, and a "
        + "value. Check the host, the port, and what the server sends."
    ),
    (
      .badResponse(origin: "http://h", fault: .refusedByURLSession(fields: ["access-token", "expiry"])),
      "The response from http://h was lost: URLSession on Linux does not accept its head, probably because of "
        + "access-token, expiry. It refuses valid ones with a field of white space (access-token and expiry of "
        + "devise_token_auth), with a field that is not UTF-8, or with nothing after the status. Use links, which accept "
        + "these: LinkTransport, or --transport links."
    ),
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
}
