/// Reads the answer to one request (RFC 9112). A pure machine: bytes in, cut anywhere; head and body out.
///
/// Strict where leniency lets two readers see different bodies: a length that is there twice or beside chunks, a size that
/// is no number, a line without carriage return (RFC 9112 §6.3, §11).
package struct HTTPAnswerReader: Sendable {
  /// Why an answer is not read on.
  package enum Fault: Error, Sendable, Equatable {
    /// It is no HTTP, has a head that is too long, or switches to something that nobody has asked for.
    case head
    /// How long the body is cannot be said for sure, or it is coded in a way that nobody has asked for.
    case length
    /// A chunk is not what it says, or a line of the coding is too long.
    case chunk
    /// The connection ended before the answer did.
    case cut
  }

  private enum Phase: Sendable {
    case head
    case counted(left: Int)
    case chunkSize
    case chunkData(left: Int)
    case chunkEnd
    case trailer(bytes: Int)
    case untilClose
    case over
  }

  /// How many answers of status 1xx may come before the one that counts.
  private static let interimLimit = 16
  /// How many bytes a line of the chunked coding may have.
  private static let lineLimit = 4_096

  /// The head, once it is here; its body is empty.
  package private(set) var head: HTTPResponse?
  private let isHead: Bool
  private var phase = Phase.head
  /// A head or a line whose end has not come.
  private var pending: [UInt8] = []
  private var interims = 0

  /// A reader of the answer to a request.
  ///
  /// - Parameter isHead: whether the request was for a head alone.
  package init(isHead: Bool = false) { self.isHead = isHead }

  /// Whether all has come.
  package var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// Takes bytes, and adds what they say to `body`. What comes behind the answer is not looked at.
  ///
  /// - Complexity: O(bytes); for a head O(bytes²) at most, of which there are few.
  package mutating func receive(_ bytes: ArraySlice<UInt8>, into body: inout [UInt8]) throws(Fault) {
    var rest = bytes
    while !rest.isEmpty {
      switch phase {
      case .head: try readHead(&rest)
      case .counted(let left):
        let missing = Self.move(left, &rest, &body)
        phase = missing == 0 ? .over : .counted(left: missing)
      case .chunkData(let left):
        let missing = Self.move(left, &rest, &body)
        phase = missing == 0 ? .chunkEnd : .chunkData(left: missing)
      case .chunkSize, .chunkEnd, .trailer:
        guard let line = try takeLine(&rest) else { return }
        try read(line)
      case .untilClose: _ = Self.move(.max, &rest, &body)
      case .over: return
      }
    }
  }

  /// The connection has ended.
  package mutating func end() throws(Fault) {
    switch phase {
    case .untilClose, .over: phase = .over
    case .head, .counted, .chunkSize, .chunkData, .chunkEnd, .trailer: throw .cut
    }
  }

  /// Moves so many bytes, or as many as are there; answers how many are missing.
  private static func move(_ count: Int, _ rest: inout ArraySlice<UInt8>, _ body: inout [UInt8]) -> Int {
    let part = rest.prefix(count)
    body += part
    rest = rest[part.endIndex...]
    return count - part.count
  }
}

extension HTTPAnswerReader {
  private mutating func readHead(_ rest: inout ArraySlice<UInt8>) throws(Fault) {
    let known = pending.count
    pending += rest
    let found: (response: HTTPResponse, end: Int)?
    do throws(HTTPAnswerHead.Fault) { found = try HTTPAnswerHead.read(pending, oldest: 0) } catch { throw .head }
    guard let (response, end) = found else {
      rest = []
      return
    }
    let isOld = pending[7] == UInt8(ascii: "0")
    rest = rest[(rest.startIndex + end - known)...]
    pending = []
    switch response.status {
    case 101: throw .head
    case 100..<200:
      interims += 1
      if interims > Self.interimLimit { throw .head }
    default:
      phase = try bodyPhase(response, isOld)
      head = response
    }
  }

  /// How the body comes (RFC 9112 §6.3).
  private func bodyPhase(_ response: HTTPResponse, _ isOld: Bool) throws(Fault) -> Phase {
    if isHead || response.status == 204 || response.status == 304 { return .over }
    let (lengths, codings) = (
      response.headers.values(of: "Content-Length"), response.headers.values(of: "Transfer-Encoding")
    )
    if let coding = response.headers["Content-Encoding"], coding.lowercased() != "identity" { throw .length }
    if let coding = codings.first {
      guard codings.count == 1, lengths.isEmpty, !isOld, coding.lowercased() == "chunked" else { throw .length }
      return .chunkSize
    }
    guard let text = lengths.first else { return .untilClose }
    guard lengths.count == 1, (1...18).contains(text.utf8.count), text.utf8.allSatisfy(URLText.isDigit),
      let length = Int(text)
    else { throw .length }
    return length == 0 ? .over : .counted(left: length)
  }

  /// A line of the chunked coding (RFC 9112 §7.1), without its end; `nil` while that has not come.
  private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(Fault) -> [UInt8]? {
    let end = rest.firstIndex(of: 10)
    pending += rest[..<(end ?? rest.endIndex)]
    if pending.count > Self.lineLimit { throw .chunk }
    guard let end else {
      rest = []
      return nil
    }
    rest = rest[(end + 1)...]
    guard pending.last == 13 else { throw .chunk }
    defer { pending = [] }
    return pending.dropLast()
  }

  private mutating func read(_ line: [UInt8]) throws(Fault) {
    switch phase {
    case .chunkSize:
      let size = try Self.size(line)
      phase = size == 0 ? .trailer(bytes: 0) : .chunkData(left: size)
    case .chunkEnd:
      if !line.isEmpty { throw .chunk }
      phase = .chunkSize
    case .trailer(let bytes):
      if bytes + line.count > HTTPAnswerHead.limit { throw .chunk }
      phase = line.isEmpty ? .over : .trailer(bytes: bytes + line.count)
    case .head, .counted, .chunkData, .untilClose, .over: break
    }
  }

  /// The size of a chunk: a hexadecimal number, behind which may be extensions, which mean nothing here.
  private static func size(_ line: [UInt8]) throws(Fault) -> Int {
    let digits = line.prefix(while: URLText.isHexDigit)
    let next = line[digits.endIndex...].first { $0 != 0x20 && $0 != 0x09 }
    guard (1...15).contains(digits.count), next == nil || next == UInt8(ascii: ";"),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .chunk }
    return size
  }
}
