import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct DateTests {
  @Test(arguments: [Int.min, -1, Int.max, ISODate.latest + 1])
  func `Requests at any date are handled, and the stored data can be read again`(date: Int) throws {
    var state = World.eventbee.state
    let context = RequestContext(date: date, token: "token-of-now", salt: [1])
    let calls: [(String, String?, String?)] = [
      ("POST signup", nil, #"{"email":"a@b.c"}"#), ("POST newspapers", nil, #"{"name":"N","description":"d"}"#),
      ("POST newspapers/N/news", nil, #"{"title":"t","body":"b"}"#),
      ("GET v1/shots?access_token=colmeia-demo", nil, nil), ("GET v1/shots?access_token=colmeia-demo", nil, nil),
      ("GET events/1/messages", "ana", nil), ("GET colmeia-photos/k?X-Amz-Algorithm=AWS4-HMAC-SHA256", nil, nil),
    ]
    for (line, token, body) in calls {
      #expect(state.handle(HTTPRequest(line, token: token, body), context).status < 500, "\(line)")
    }
    let bytes = try BackendData.write(state)
    #expect(throws: Never.self) { try BackendData.read(bytes) }
  }
}
