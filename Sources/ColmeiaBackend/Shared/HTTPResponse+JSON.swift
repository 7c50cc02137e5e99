import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// An answer with a JSON body.
  static func json(_ status: Int, _ body: JSON) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
  }

  /// An answer with a JSON body that is ASCII: other characters are escaped (RFC 8259 §7), as some clients need it.
  ///
  /// - Complexity: O(length).
  static func asciiJSON(_ status: Int, _ body: JSON) -> HTTPResponse {
    var bytes: [UInt8] = []
    // Characters beyond ASCII stand in strings only.
    for scalar in body.text().unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        for unit in UTF16.encode(scalar) ?? .init() { bytes += escape(unit) }
      }
    }
    return HTTPResponse(status, headers: ["content-type": "application/json"], body: bytes)
  }

  private static func escape(_ unit: UInt16) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return Array("\\u".utf8) + [12, 8, 4, 0].map { digits[Int(unit >> $0 & 15)] }
  }

  /// This answer, saying after how many seconds to ask again (RFC 9110 §10.2.3).
  func retrying(after seconds: Int) -> HTTPResponse {
    var answer = self
    answer.headers["Retry-After"] = "\(seconds)"
    return answer
  }

  /// This answer, naming the methods that the path knows (RFC 9110 §10.2.1), `HEAD` beside `GET`.
  func allowing(_ methods: [HTTPMethod]) -> HTTPResponse {
    var answer = self
    answer.headers["Allow"] = methods.map { $0 == .get ? "GET, HEAD" : $0.rawValue }.joined(separator: ", ")
    return answer
  }
}
