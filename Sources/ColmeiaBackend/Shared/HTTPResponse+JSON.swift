import ColmeiaHTTP
import ColmeiaJSON

extension HTTPResponse {
  /// An answer with a JSON body.
  static func json(_ status: Int, _ body: JSON) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "application/json"], body: body.bytes())
  }

  /// An answer in plain text.
  package static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
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

  /// This answer with these fields, in the place of those of their names.
  func adding(_ headers: HTTPHeaders) -> HTTPResponse {
    var answer = self
    for field in headers.fields { answer.headers[field.name] = field.value }
    return answer
  }
}
