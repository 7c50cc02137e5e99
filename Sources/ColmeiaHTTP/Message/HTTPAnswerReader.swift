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
    case head(HTTPAnswerHead)
    case counted(left: Int)
    case chunks(ChunkedBody)
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
  private var phase = Phase.head(HTTPAnswerHead(takesOld: true))
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
  /// - Complexity: O(bytes).
  package mutating func receive(_ bytes: ArraySlice<UInt8>, into body: inout [UInt8]) throws(Fault) {
    var rest = bytes
    while !rest.isEmpty {
      switch phase {
      case .head: try readHead(&rest)
      case .counted(let left):
        let part = rest.prefix(left)
        body += part
        rest = rest[part.endIndex...]
        phase = part.count == left ? .over : .counted(left: left - part.count)
      case .chunks: try readChunks(&rest, &body)
      case .untilClose:
        body += rest
        return
      case .over: return
      }
    }
  }

  /// The connection has ended.
  package mutating func end() throws(Fault) {
    switch phase {
    case .untilClose, .over: phase = .over
    case .head, .counted, .chunks: throw .cut
    }
  }

  private mutating func readChunks(_ rest: inout ArraySlice<UInt8>, _ body: inout [UInt8]) throws(Fault) {
    guard case .chunks(var chunks) = phase else { return }
    // So that what it keeps has one owner, and is not copied.
    phase = .over
    defer { if !chunks.isOver { phase = .chunks(chunks) } }
    do throws(ChunkedBody.Fault) { try chunks.receive(&rest, into: &body) } catch { throw .chunk }
  }

  private mutating func readHead(_ rest: inout ArraySlice<UInt8>) throws(Fault) {
    guard case .head(var reader) = phase else { return }
    phase = .over
    let found: (response: HTTPResponse, isOld: Bool)?
    do throws(HTTPAnswerHead.Fault) { found = try reader.receive(&rest) } catch {
      phase = .head(reader)
      throw .head
    }
    phase = .head(reader)
    guard let (response, isOld) = found else { return }
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
      return .chunks(ChunkedBody(lineLimit: Self.lineLimit, trailerLimit: HTTPAnswerHead.limit))
    }
    guard let text = lengths.first else { return .untilClose }
    guard lengths.count == 1, let length = URLText.number(text) else { throw .length }
    return length == 0 ? .over : .counted(left: length)
  }
}
