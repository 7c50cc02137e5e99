/// Parses requests (RFC 9112) from bytes in pieces of any size. A pure state machine: pass bytes to ``feed(_:)``, and
/// get requests from ``next()``.
///
/// The parser is strict where two lenient servers could see different requests: it rejects a bare line feed, whitespace
/// before a colon, folded lines, repeated lengths, and a length together with chunks (RFC 9112 §11.2).
package struct HTTPRequestParser: Sendable {
  private enum Phase: Sendable {
    /// Between two requests, or in the head of one.
    case head(LineSearch)
    /// In a body with `left` bytes remaining.
    case body(left: Int)
    case chunks(ChunkedBody)
    /// A request was rejected. No more bytes are parsed.
    case refused(RequestRefusal)
  }

  /// A request, and what it says about its connection.
  package struct Arrival: Sendable, Equatable {
    /// The request.
    package var request: HTTPRequest
    /// Whether the connection stays open after the response.
    package var keepsAlive: Bool
    /// Whether the client uses HTTP/1.0, and so can't receive an unbounded response.
    package var isOld = false
  }

  /// The number of consumed bytes beyond which the buffer is compacted, so that a buffer that never becomes empty
  /// doesn't grow without limit.
  private static let mostTaken = 65_536

  private let limits: HTTPRequestLimits
  private var buffer: [UInt8] = []
  /// The number of bytes at the start of the buffer that have been consumed.
  private var taken = 0
  private var phase = Phase.head(LineSearch())
  /// The request whose body is being read.
  private var current: Arrival?
  /// The `Host` value of the previous request.
  private var knownHost: String?
  /// Whether the client waits for `100 Continue` before it sends the body. The connection reads this and clears it with
  /// ``noteContinue()``.
  package private(set) var expectsContinue = false

  /// Creates a parser at the beginning of a connection.
  package init(limits: HTTPRequestLimits = HTTPRequestLimits()) { self.limits = limits }

  /// How much of a request has arrived.
  package enum Stage: Sendable {
    /// No byte of the request has arrived.
    case none
    /// Part of the head has arrived, or a request was rejected.
    case head
    /// The head is complete, and the body is not.
    case body
  }

  /// How much of the next request has arrived.
  package private(set) var stage = Stage.none
  /// The number of buffered bytes.
  package private(set) var bufferedBytes = 0

  /// The head of the request whose body was rejected, or `nil` if there is none.
  package private(set) var refusedHead: HTTPRequest?

  /// Updates `stage` and `bufferedBytes`. They are stored, so that reading them doesn't copy the parser.
  private mutating func updateStage() {
    bufferedBytes = buffer.count + (current?.request.body.count ?? 0)
    switch phase {
    case .head: stage = taken < buffer.count ? .head : .none
    case .refused: stage = .head
    case .body: stage = .body
    case .chunks(let chunks):
      stage = .body
      bufferedBytes += chunks.bufferedBytes
    }
  }

  /// Appends bytes from the connection.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if taken == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      taken = 0
    } else if taken > Self.mostTaken {
      buffer.removeFirst(taken)
      taken = 0
    }
    buffer += bytes
    updateStage()
  }

  /// Removes and returns the remaining bytes, which belong to no request, because the connection switches to another
  /// protocol.
  package mutating func takeRest() -> [UInt8] {
    defer {
      (buffer, taken) = ([], 0)
      updateStage()
    }
    return Array(buffer[taken...])
  }

  /// Records that `100 Continue` has been sent.
  package mutating func noteContinue() { expectsContinue = false }

  /// Returns the next request, or `nil` if more bytes are needed.
  ///
  /// - Throws: ``RequestRefusal`` if a request is rejected. All later calls throw the same error.
  package mutating func next() throws(RequestRefusal) -> Arrival? {
    defer { updateStage() }
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
    guard case .head = phase else { return nil }
    expectsContinue = false
    return current.take()
  }

  /// Appends the available bytes, at most `left`, to the body.
  private mutating func takeData(_ left: Int) {
    let part = buffer[taken..<min(buffer.count, taken + left)]
    current?.request.body += part
    taken += part.count
    phase = part.count == left ? .head(LineSearch()) : .body(left: left - part.count)
  }

  private mutating func readChunks() throws(RequestRefusal) {
    guard case .chunks(var chunks) = phase, var arrival = current else { return }
    // Keep the buffers uniquely referenced, so that they aren't copied.
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
    case .longLine: RequestRefusal(400, "a line of the body is too long")
    case .longTrailer: RequestRefusal(431, "the trailer has more than \(limits.head) bytes")
    case .size: RequestRefusal(400, "the size of a chunk is not a hexadecimal number")
    case .overrun: RequestRefusal(400, "a chunk is longer than its size")
    case .longBody: tooMuch()
    }
  }

  private static func refusal(_ fault: LineSearch.Fault, _ location: String) -> RequestRefusal {
    switch fault {
    case .halfEnd: RequestRefusal(400, "a line must end with a carriage return and a line feed")
    case .control: RequestRefusal(400, "there is a control character \(location)")
    }
  }
}

extension HTTPRequestParser {
  /// Parses the head if it is complete. The request is then complete, or its body follows.
  private mutating func readHead(_ before: LineSearch) throws(RequestRefusal) {
    var search = before
    // Empty lines before a request are skipped (RFC 9112 §2.2).
    while buffer.count - taken >= 2, buffer[taken] == 13, buffer[taken + 1] == 10 {
      taken += 2
      search = LineSearch()
    }
    guard let count = try findEnd(&search) else {
      if buffer.count - taken > limits.head { throw tooLong() }
      return phase = .head(search)
    }
    var request = HTTPRequest(.get, path: "")
    let head = try readHead(count, &request)
    taken += count
    current = Arrival(request: consume request, keepsAlive: head.keepsAlive, isOld: head.isOld)
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

  private mutating func readHead(
    _ count: Int, _ request: inout HTTPRequest
  ) throws(RequestRefusal) -> RequestHead {
    // A local copy, because the closure can't mutate `self` while the buffer is borrowed.
    var host = knownHost
    let head = try buffer.withUnsafeBufferPointer { buffer throws(RequestRefusal) in
      try RequestHead(
        UnsafeBufferPointer(rebasing: buffer[taken..<(taken + count)]), limits, knownHost: &host, &request)
    }
    knownHost = host
    return head
  }

  private func tooLong() -> RequestRefusal {
    let isLineEnded = buffer[taken...].prefix(limits.head).contains(10)
    return isLineEnded
      ? RequestRefusal(431, "the head has more than \(limits.head) bytes")
      : RequestRefusal(414, "the request target has more than \(limits.head) bytes")
  }
}
