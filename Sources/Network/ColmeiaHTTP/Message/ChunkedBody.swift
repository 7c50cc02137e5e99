/// Parses a chunked body (RFC 9112 §7.1), for clients and servers. A pure state machine: it takes bytes in pieces of
/// any size and returns the body. Chunk extensions and trailer fields are ignored.
struct ChunkedBody: Sendable {
  /// The reason why bytes are not a valid chunked body, or exceed a limit.
  enum Fault: Error, Equatable {
    case line(LineSearch.Fault)
    /// A line of the chunked coding, or the trailer section, is too long.
    case longLine, longTrailer
    /// The size of a chunk is not a hexadecimal number.
    case size
    /// A chunk is longer than its announced size.
    case overrun
    /// The chunks exceed the maximum length of a body.
    case longBody
  }

  private enum Phase: Sendable {
    case size
    case data(left: Int)
    case dataEnd
    case trailer(bytes: Int)
    case over
  }

  /// The maximum number of hexadecimal digits in a chunk size. A larger size is unrealistic.
  private static let mostDigits = 15

  /// The maximum numbers of bytes in a line of the chunked coding, in the trailer section, and in the body.
  private let lineLimit: Int, trailerLimit: Int, bodyLimit: Int
  private var phase = Phase.size
  /// An incomplete line.
  private var line: [UInt8] = []
  private var search = LineSearch()
  /// The total size of all chunks announced so far.
  private var total = 0

  init(lineLimit: Int, trailerLimit: Int, bodyLimit: Int = .max) {
    self.lineLimit = lineLimit
    self.trailerLimit = trailerLimit
    self.bodyLimit = bodyLimit
  }

  /// Whether the body is complete.
  var isOver: Bool { if case .over = phase { true } else { false } }
  /// The number of buffered bytes.
  var bufferedBytes: Int { line.count }

  /// Consumes the bytes that belong to the body, and appends their content to `body`.
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

  /// Reads the next line if it is complete; otherwise buffers it.
  private mutating func readLine(_ bytes: inout ArraySlice<UInt8>) throws(Fault) {
    let known = line.count
    // Take one byte beyond the limit, to detect a line that is too long.
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
    try readSize(line[..<(end - 2)])
    line.removeAll(keepingCapacity: true)
  }

  private mutating func readSize(_ line: ArraySlice<UInt8>) throws(Fault) {
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

  /// Parses a hexadecimal number, which extensions may follow.
  private static func size(_ line: ArraySlice<UInt8>) throws(Fault) -> Int {
    let digits = line.prefix(while: URLText.isHexDigit)
    let next = line[digits.endIndex...].first { $0 != 0x20 && $0 != 0x09 }
    guard (1...mostDigits).contains(digits.count), next == nil || next == UInt8(ascii: ";"),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .size }
    return size
  }
}
