/// Makes requests of bytes (RFC 9112), however they are cut into pieces. A pure machine: bytes in with ``feed(_:)``,
/// requests out with ``next()``.
///
/// Strict where leniency lets one server see other requests than the next: a bare line feed, white space before a colon,
/// folded lines, a length that is there twice or beside chunks are refused (RFC 9112 §11.2).
package struct HTTPRequestParser: Sendable {
  private enum Phase: Sendable {
    /// Between two requests, or in the head of one.
    case head
    /// In a body, so many bytes of which are still to come.
    case body(left: Int)
    /// In a body of chunks: before the size of one, in its data, behind it, or in the fields behind the last.
    case chunkSize, chunkData(left: Int), chunkEnd, trailer(bytes: Int)
    /// Something was refused: nothing more is read.
    case refused(RequestRefusal)
  }

  /// What a request says about its connection.
  package struct Arrival: Sendable, Equatable {
    /// The request.
    package var request: HTTPRequest
    /// Whether the connection goes on after the answer.
    package var keepsAlive: Bool
    /// Whether the client speaks HTTP/1.0, and so takes no endless answer.
    package var isOld = false
  }

  private let limits: HTTPRequestLimits
  private var buffer: [UInt8] = []
  /// How much of the buffer has been taken.
  private var taken = 0
  /// How many bytes behind those were looked at, so that a head or a line which comes byte by byte is read once.
  private var searched = 0
  private var phase = Phase.head
  /// The request whose body is being read.
  private var current = HTTPRequest(.get, path: "/")
  private var keepsAlive = true
  private var isOld = false
  /// Whether the client waits for a word before it sends the body; asked and cleared by the shell.
  package private(set) var expectsContinue = false

  /// A machine at the beginning of a connection.
  package init(limits: HTTPRequestLimits = HTTPRequestLimits()) { self.limits = limits }

  /// Whether a request has begun and not ended.
  package var isInRequest: Bool {
    if case .head = phase { return taken < buffer.count }
    return true
  }

  /// Whether a body has begun and not ended.
  package var isInBody: Bool {
    switch phase {
    case .body, .chunkSize, .chunkData, .chunkEnd, .trailer: true
    case .head, .refused: false
    }
  }

  /// The head of a request whose body was refused.
  package private(set) var refusedHead: HTTPRequest?

  /// How many bytes are kept.
  package var held: Int { buffer.count + current.body.count }

  /// Takes bytes from the connection.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    if taken > 0, taken == buffer.count || taken > 65_536 {
      buffer.removeFirst(taken)
      taken = 0
    }
    buffer += bytes
  }

  /// The bytes that belong to no request; the connection speaks something else from here on.
  package mutating func takeRest() -> [UInt8] {
    defer { (buffer, taken) = ([], 0) }
    return Array(buffer[taken...])
  }

  /// The word has been sent.
  package mutating func noteContinue() { expectsContinue = false }

  /// The next request; `nil` when more bytes are needed.
  ///
  /// - Throws: ``RequestRefusal``, from then on always.
  package mutating func next() throws(RequestRefusal) -> Arrival? {
    do throws(RequestRefusal) {
      while true {
        switch try step() {
        case .needsMore: return nil
        case .goesOn: continue
        case .arrived: return arrived()
        }
      }
    } catch {
      if isInBody { refusedHead = current }
      phase = .refused(error)
      current.body = []
      (buffer, taken) = ([], 0)
      throw error
    }
  }

  private enum Progress { case needsMore, goesOn, arrived }

  private mutating func step() throws(RequestRefusal) -> Progress {
    switch phase {
    case .refused(let refusal): throw refusal
    case .head: return try readHead()
    case .body(let left):
      let rest = takeData(left)
      phase = .body(left: rest)
      return rest == 0 ? .arrived : .needsMore
    case .chunkSize, .chunkData, .chunkEnd, .trailer: return try readChunk()
    }
  }

  private mutating func arrived() -> Arrival {
    defer { current = HTTPRequest(.get, path: "/") }
    phase = .head
    expectsContinue = false
    return Arrival(request: current, keepsAlive: keepsAlive, isOld: isOld)
  }

  /// Adds to the body what is there of so many bytes; how many are still to come.
  private mutating func takeData(_ left: Int) -> Int {
    let part = buffer[taken..<min(buffer.count, taken + left)]
    current.body += part
    taken += part.count
    return left - part.count
  }

  private mutating func readHead() throws(RequestRefusal) -> Progress {
    // Empty lines before a request are passed over (RFC 9112 §2.2).
    while buffer.count - taken >= 2, buffer[taken] == 13, buffer[taken + 1] == 10 {
      taken += 2
      searched = 0
    }
    guard let end = try lineEnd(isEmptyOnly: true) else {
      if buffer.count - taken > limits.head { throw tooLong() }
      return .needsMore
    }
    let head = try RequestHead(buffer[taken..<end], limits)
    taken = end
    current = head.request
    keepsAlive = head.keepsAlive
    isOld = head.isOld
    expectsContinue = head.expectsContinue && head.length != .none && buffer.count == taken
    switch head.length {
    case .none: return .arrived
    case .bytes(let count):
      phase = .body(left: count)
      if count > limits.body { throw tooMuch() }
    case .chunks: phase = .chunkSize
    }
    return .goesOn
  }

  private func tooMuch() -> RequestRefusal { RequestRefusal(413, "the body has more than \(limits.body) bytes") }

  /// Behind the end of the next line, or of the next line that is empty and not the first; `nil` when it is not among the
  /// next ``HTTPRequestLimits/head`` bytes. Lines end with carriage return and line feed: one without the other is refused as soon
  /// as it is seen.
  private mutating func lineEnd(isEmptyOnly: Bool = false) throws(RequestRefusal) -> Int? {
    let last = min(buffer.count, taken + limits.head)
    for place in taken + searched..<max(last, taken + searched) {
      let hasReturn = place > taken && buffer[place - 1] == 13
      guard (buffer[place] == 10) == hasReturn else {
        throw RequestRefusal(400, "carriage return and line feed end a line together")
      }
      guard hasReturn else { continue }
      if !isEmptyOnly || place >= taken + 3 && buffer[place - 2] == 10 {
        searched = 0
        return place + 1
      }
    }
    searched = max(searched, last - taken)
    return nil
  }

  private func tooLong() -> RequestRefusal {
    let isLineEnded = buffer[taken...].prefix(limits.head).contains(10)
    return isLineEnded
      ? RequestRefusal(431, "the head has more than \(limits.head) bytes")
      : RequestRefusal(414, "the address has more than \(limits.head) bytes")
  }
}

extension HTTPRequestParser {
  /// One part of a body of chunks (RFC 9112 §7.1).
  private mutating func readChunk() throws(RequestRefusal) -> Progress {
    if case .chunkData(let left) = phase {
      let rest = takeData(left)
      phase = rest == 0 ? .chunkEnd : .chunkData(left: rest)
      return rest == 0 ? .goesOn : .needsMore
    }
    guard let line = try takeLine() else { return .needsMore }
    switch phase {
    case .chunkSize:
      let size = try chunkSize(line)
      if current.body.count + size > limits.body { throw tooMuch() }
      phase = size == 0 ? .trailer(bytes: 0) : .chunkData(left: size)
    case .chunkEnd:
      if !line.isEmpty { throw RequestRefusal(400, "a chunk is longer than it says") }
      phase = .chunkSize
    case .trailer(let bytes):
      if line.isEmpty { return .arrived }
      if bytes + line.count > limits.head {
        throw RequestRefusal(431, "the trailer has more than \(limits.head) bytes")
      }
      phase = .trailer(bytes: bytes + line.count + 2)
    case .head, .body, .chunkData, .refused: break
    }
    return .goesOn
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy(Self.isHex),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw RequestRefusal(400, "the size of a chunk is no hexadecimal number") }
    return size
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// A line without its end, at most as long as a head may be.
  private mutating func takeLine() throws(RequestRefusal) -> ArraySlice<UInt8>? {
    guard let end = try lineEnd() else {
      if buffer.count - taken > limits.head { throw RequestRefusal(400, "a line of the body does not end") }
      return nil
    }
    let line = buffer[taken..<end - 2]
    taken = end
    if line.contains(where: RequestHead.isControl) {
      throw RequestRefusal(400, "a control character stands between chunks")
    }
    return line
  }
}
