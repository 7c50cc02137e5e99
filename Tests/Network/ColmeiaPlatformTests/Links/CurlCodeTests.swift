#if os(Linux)
  import ColmeiaTransport
  import Testing

  @testable import ColmeiaPlatform

  @Suite struct CurlCodeTests {
    /// The codes as listed in libcurl-errors(3).
    static let codes: [(Int32, TransportError)] = [
      (0, .unreachable(.connectionLost, origin: "http://h")), (5, .unreachable(.nameNotFound, origin: "http://h")),
      (6, .unreachable(.nameNotFound, origin: "http://h")),
      (7, .unreachable(.refused, origin: "http://h")), (28, .unreachable(.noAnswer, origin: "http://h")),
      (52, .unreachable(.connectionLost, origin: "http://h")),
      (55, .unreachable(.connectionLost, origin: "http://h")),
      (56, .unreachable(.connectionLost, origin: "http://h")), (35, .tls(origin: "http://h")),
      (51, .tls(origin: "http://h")), (58, .tls(origin: "http://h")), (60, .tls(origin: "http://h")),
      (77, .tls(origin: "http://h")), (83, .tls(origin: "http://h")), (90, .tls(origin: "http://h")),
      (91, .tls(origin: "http://h")), (2, .failed(code: 2, origin: "http://h")),
      (4, .failed(code: 4, origin: "http://h")),
    ]

    @Test(arguments: codes)
    func `A libcurl code maps to the reason for the failed connection`(code: Int32, error: TransportError) {
      #expect(TransportError(CurlCode(rawValue: code), origin: "http://h") == error)
    }
  }
#endif
