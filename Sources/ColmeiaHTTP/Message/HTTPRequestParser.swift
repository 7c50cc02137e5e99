/// Makes requests of bytes (RFC 9112), however they are cut into pieces. A pure machine: bytes in with ``feed(_:)``,
/// requests out with ``next()``.
///
/// Strict where leniency lets one server see other requests than the next: a bare line feed, white space before a colon,
/// folded lines, a length that is there twice or beside chunks are refused (RFC 9112 §11.2).
package struct HTTPRequestParser: Sendable {
  private enum Phase: Sendable {
    /// Between two requests, or in the head of one.
    case head(LineSearch)
    /// In a body, so many bytes of which are still to come.
    case body(left: Int)
    case chunks(ChunkedBody)
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

  /// More is moved to the front, so that what never becomes empty does not grow.
  private static let mostTaken = 65_536

  private let limits: HTTPRequestLimits
  private var buffer: [UInt8] = []
  /// How much of the buffer has been taken.
  private var taken = 0
  private var phase = Phase.head(LineSearch())
  /// The request whose body is being read.
  private var current: Arrival?
  /// What the last request had as its `Host`.
  private var knownHost: String?
  /// Whether the client waits for a word before it sends the body; asked and cleared by the shell.
  package private(set) var expectsContinue = false

  /// A machine at the beginning of a connection.
  package init(limits: HTTPRequestLimits = HTTPRequestLimits()) { self.limits = limits }

  /// How far a request has come.
  package enum Stage: Sendable {
    /// Nothing of it is here.
    case none
    /// Something of its head is, or something was refused.
    case head
    /// Its head is, and its body has not ended.
    case body
  }

  /// How far the next request has come.
  package private(set) var stage = Stage.none
  /// How many bytes are kept.
  package private(set) var held = 0

  /// The head of a request whose body was refused.
  package private(set) var refusedHead: HTTPRequest?

  /// Sees where it stands. Kept, since whoever asks must not copy the machine for it.
  private mutating func note() {
    held = buffer.count + (current?.request.body.count ?? 0)
    switch phase {
    case .head: stage = taken < buffer.count ? .head : .none
    case .refused: stage = .head
    case .body: stage = .body
    case .chunks(let chunks):
      stage = .body
      held += chunks.held
    }
  }

  /// Takes bytes from the connection.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if taken == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken > Self.mostTaken {
      buffer.removeFirst(taken)
      taken = 0
    }
    buffer += bytes
    note()
  }

  /// The bytes that belong to no request; the connection speaks something else from here on.
  package mutating func takeRest() -> [UInt8] {
    defer {
      (buffer, taken) = ([], 0)
      note()
    }
    return Array(buffer[taken...])
  }

  /// The word has been sent.
  package mutating func noteContinue() { expectsContinue = false }

  /// The next request; `nil` when more bytes are needed.
  ///
  /// - Throws: ``RequestRefusal``, from then on always.
  package mutating func next() throws(RequestRefusal) -> Arrival? {
    defer { note() }
    do throws(RequestRefusal) {
      if case .refused(let refusal) = phase { throw refusal }
      if case .head(let search) = phase { try readHead(search) }
      switch phase {
      case .body(let left): takeData(left)
      case .chunks: try readChunks()
      case .head, .refused: break
      }
    } catch {
      switch phase {
      case .body, .chunks: refusedHead = current?.request
      case .head, .refused: break
      }
      phase = .refused(error)
      (buffer, taken, current) = ([], 0, nil)
      throw error
    }
    guard case .head = phase, let arrival = current else { return nil }
    (current, expectsContinue) = (nil, false)
    return arrival
  }

  /// Adds to the body what is there of so many bytes.
  private mutating func takeData(_ left: Int) {
    let part = buffer[taken..<min(buffer.count, taken + left)]
    current?.request.body += part
    taken += part.count
    phase = part.count == left ? .head(LineSearch()) : .body(left: left - part.count)
  }

  private mutating func readChunks() throws(RequestRefusal) {
    guard case .chunks(var chunks) = phase, var arrival = current else { return }
    // So that what they keep has one owner, and is not copied.
    (phase, current) = (.body(left: 0), nil)
    var rest = buffer[taken...]
    do throws(ChunkedBody.Fault) { try chunks.receive(&rest, into: &arrival.request.body) } catch {
      arrival.request.body = []
      current = arrival
      throw refusal(error)
    }
    taken = rest.startIndex
    current = arrival
    phase = chunks.isOver ? .head(LineSearch()) : .chunks(chunks)
  }

  private func tooMuch() -> RequestRefusal { RequestRefusal(413, "the body has more than \(limits.body) bytes") }

  private func refusal(_ fault: ChunkedBody.Fault) -> RequestRefusal {
    switch fault {
    case .line(let fault): Self.refusal(fault, "between chunks")
    case .longLine: RequestRefusal(400, "a line of the body does not end")
    case .longTrailer: RequestRefusal(431, "the trailer has more than \(limits.head) bytes")
    case .size: RequestRefusal(400, "the size of a chunk is no hexadecimal number")
    case .overrun: RequestRefusal(400, "a chunk is longer than it says")
    case .longBody: tooMuch()
    }
  }

  private static func refusal(_ fault: LineSearch.Fault, _ place: String) -> RequestRefusal {
    switch fault {
    case .halfEnd: RequestRefusal(400, "carriage return and line feed end a line together")
    case .control: RequestRefusal(400, "a control character stands \(place)")
    }
  }
}

extension HTTPRequestParser {
  /// Reads a head, if it is whole. Then a body is next, or the request is.
  private mutating func readHead(_ before: LineSearch) throws(RequestRefusal) {
    var search = before
    // Empty lines before a request are passed over (RFC 9112 §2.2).
    while buffer.count - taken >= 2, buffer[taken] == 13, buffer[taken + 1] == 10 {
      taken += 2
      search = LineSearch()
    }
    guard let count = try findEnd(&search) else {
      if buffer.count - taken > limits.head { throw tooLong() }
      return phase = .head(search)
    }
    let head = try readHead(count)
    taken += count
    current = Arrival(request: head.request, keepsAlive: head.keepsAlive, isOld: head.isOld)
    expectsContinue = head.expectsContinue && head.length != .none && buffer.count == taken
    switch head.length {
    case .none: phase = .head(LineSearch())
    case .bytes(let count):
      phase = .body(left: count)
      if count > limits.body { throw tooMuch() }
    case .chunks:
      phase = .chunks(ChunkedBody(lineLimit: limits.head, trailerLimit: limits.head, bodyLimit: limits.body))
    }
  }

  private func findEnd(_ search: inout LineSearch) throws(RequestRefusal) -> Int? {
    do throws(LineSearch.Fault) {
      return try buffer.withUnsafeBufferPointer { buffer throws(LineSearch.Fault) in
        try search.end(of: .head, in: UnsafeBufferPointer(rebasing: buffer[taken...].prefix(limits.head)))
      }
    } catch { throw Self.refusal(error, "in the head") }
  }

  private mutating func readHead(_ count: Int) throws(RequestRefusal) -> RequestHead {
    // The machine itself cannot be written to while its buffer is lent.
    var host = knownHost
    let head = try buffer.withUnsafeBufferPointer { buffer throws(RequestRefusal) in
      try RequestHead(UnsafeBufferPointer(rebasing: buffer[taken..<(taken + count)]), limits, knownHost: &host)
    }
    knownHost = host
    return head
  }

  private func tooLong() -> RequestRefusal {
    let isLineEnded = buffer[taken...].prefix(limits.head).contains(10)
    return isLineEnded
      ? RequestRefusal(431, "the head has more than \(limits.head) bytes")
      : RequestRefusal(414, "the address has more than \(limits.head) bytes")
  }
}
