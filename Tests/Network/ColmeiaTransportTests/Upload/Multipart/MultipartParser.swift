/// A parser for form bodies according to RFC 2046 §5.1.1: a delimiter is a line that begins with `--` and the boundary.
enum MultipartParser {
  struct Part: Equatable {
    var name: String
    var fileName: String?
    var type: String?
    var content: [UInt8]
  }

  /// Returns the parts, or `nil` if the body is invalid.
  static func parts(_ body: [UInt8], boundary: String) -> [Part]? {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    guard body.starts(with: delimiter) else { return nil }
    var rest = body.dropFirst(delimiter.count)
    var parts: [Part] = []
    while !rest.elementsEqual("--".utf8) {
      guard rest.starts(with: "\r\n".utf8), let end = index(of: delimiter, in: rest), let part = part(rest[..<end])
      else { return nil }
      parts.append(part)
      rest = rest[(end + delimiter.count)...]
    }
    return parts
  }

  private static func index(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).first { bytes[$0...].starts(with: pattern) }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let blank = Array("\r\n\r\n".utf8)
    guard let end = index(of: blank, in: bytes) else { return nil }
    var part = Part(name: "", content: Array(bytes[(end + blank.count)...]))
    var hasName = false
    for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n") {
      if line.hasPrefix("Content-Type: ") {
        part.type = String(line.dropFirst(14))
      } else if line.hasPrefix("Content-Disposition: form-data; ") {
        let pieces = line.dropFirst(32).split(separator: "\"", omittingEmptySubsequences: false)
        guard pieces.count == 3 || pieces.count == 5, pieces[0] == "name=" else { return nil }
        (part.name, hasName) = (unescaped(pieces[1]), true)
        if pieces.count == 5 {
          guard pieces[2] == "; filename=" else { return nil }
          part.fileName = unescaped(pieces[3])
        }
      } else {
        return nil
      }
    }
    return hasName ? part : nil
  }

  private static func unescaped(_ text: Substring) -> String {
    var (result, rest) = ("", text.unicodeScalars[...])
    while let scalar = rest.popFirst() {
      let escapes: [(String, Unicode.Scalar)] = [("22", "\""), ("0D", "\r"), ("0A", "\n")]
      if scalar == "%", let (_, plain) = escapes.first(where: { String(rest.prefix(2)) == $0.0 }) {
        result.unicodeScalars.append(plain)
        rest = rest.dropFirst(2)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
