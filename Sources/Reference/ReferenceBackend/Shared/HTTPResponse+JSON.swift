import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// Creates a response with a JSON body.
  static func json(_ status: Int, _ body: JSON) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
  }

  /// Creates a response with a JSON body in ASCII. Other characters are escaped (RFC 8259 §7), as some clients require.
  ///
  /// - Complexity: O(length).
  static func asciiJSON(_ status: Int, _ body: JSON) -> HTTPResponse {
    var bytes: [UInt8] = []
    // Non-ASCII characters occur only in strings.
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

  /// Returns a copy in which these fields replace those with the same names.
  func adding(_ headers: HTTPHeaders) -> HTTPResponse {
    var answer = self
    for field in headers.fields { answer.headers[field.name] = field.value }
    return answer
  }
}
