/// Reads a body of chunks (RFC 9112 §7.1), for both sides. A pure machine: bytes in, cut anywhere; the body out. What
/// stands behind the size of a chunk is passed over, and so are the fields behind the last one.
struct ChunkedBody: Sendable {
  /// Why bytes are no such body, or too much of one.
  enum Fault: Error, Equatable {
    case line(LineSearch.Fault)
    /// A line of the coding is too long, or the fields behind the last chunk are.
    case longLine, longTrailer
    /// The size of a chunk is no hexadecimal number.
    case size
    /// A chunk is longer than it says.
    case overrun
    /// The chunks are longer than a body may be.
    case longBody
  }

  private enum Phase: Sendable {
    case size
    case data(left: Int)
    case dataEnd
    case trailer(bytes: Int)
    case over
  }

  /// More digits are no size that anybody has bytes for.
  private static let mostDigits = 15

  /// Bytes of a line of the coding, of the fields behind the last chunk, and of the body.
  private let lineLimit: Int, trailerLimit: Int, bodyLimit: Int
  private var phase = Phase.size
  /// A line whose end has not come.
  private var line: [UInt8] = []
  private var search = LineSearch()
  /// How many bytes the chunks have together, as far as they were told.
  private var total = 0

  init(lineLimit: Int, trailerLimit: Int, bodyLimit: Int = .max) {
    self.lineLimit = lineLimit
    self.trailerLimit = trailerLimit
    self.bodyLimit = bodyLimit
  }

  /// Whether all has come.
  var isOver: Bool { if case .over = phase { true } else { false } }
  /// How many bytes are kept.
  var held: Int { line.count }

  /// Takes what belongs to the body from these bytes, and adds what they say to `body`.
  mutating func receive(_ bytes: inout ArraySlice<UInt8>, into body: inout [UInt8]) throws(Fault) {
    while !isOver, !bytes.isEmpty {
      if case .data(let left) = phase {
        let part = bytes.prefix(left)
        body += part
        bytes = bytes[part.endIndex...]
        phase = part.count == left ? .dataEnd : .data(left: left - part.count)
      } else {
        try readLine(&bytes)
      }
    }
  }

  /// Reads the next line if its end is there, else keeps it.
  private mutating func readLine(_ bytes: inout ArraySlice<UInt8>) throws(Fault) {
    let known = line.count
    // One more than may be, to see that it is too long.
    let part = bytes.prefix(lineLimit + 1 - known)
    line += part.firstIndex(of: 10).map { part[...$0] } ?? part
    let end: Int?
    do throws(LineSearch.Fault) {
      end = try line.withUnsafeBufferPointer { line throws(LineSearch.Fault) in
        try search.end(of: .line, in: UnsafeBufferPointer(rebasing: line.prefix(lineLimit)))
      }
    } catch { throw .line(error) }
    guard let end else {
      if line.count > lineLimit { throw .longLine }
      bytes = bytes[bytes.endIndex...]
      return
    }
    bytes = bytes[(bytes.startIndex + end - known)...]
    try take(line[..<(end - 2)])
    line.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(Fault) {
    switch phase {
    case .size:
      let size = try Self.size(line)
      total += size
      if total > bodyLimit { throw .longBody }
      phase = size == 0 ? .trailer(bytes: 0) : .data(left: size)
    case .dataEnd:
      if !line.isEmpty { throw .overrun }
      phase = .size
    case .trailer(let bytes):
      if bytes + line.count > trailerLimit { throw .longTrailer }
      phase = line.isEmpty ? .over : .trailer(bytes: bytes + line.count + 2)
    case .data, .over: break
    }
  }

  /// A hexadecimal number, behind which may be extensions.
  private static func size(_ line: ArraySlice<UInt8>) throws(Fault) -> Int {
    let digits = line.prefix(while: URLText.isHexDigit)
    let next = line[digits.endIndex...].first { $0 != 0x20 && $0 != 0x09 }
    guard (1...mostDigits).contains(digits.count), next == nil || next == UInt8(ascii: ";"),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .size }
    return size
  }
}
