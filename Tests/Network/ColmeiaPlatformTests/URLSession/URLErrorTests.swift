import Testing

@testable import ColmeiaPlatform

@Suite struct URLErrorTests {
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
}
