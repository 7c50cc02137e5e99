import ColmeiaHTTP

/// A buffer for the part of a stream that has arrived but has not been read. A pure state machine.
package struct StreamBuffer: Sendable {
  /// The result of one read.
  package enum Part: Sendable, Equatable {
    case bytes([UInt8])
    case end
    case failure(TransportError)
  }

  /// The head of the response, or `nil` if it has not arrived yet.
  package private(set) var head: HTTPResponse?
  private var bytes: [UInt8] = []
  /// How the stream ends after the buffered bytes. The first call that sets it wins.
  private var ending: Part?

  /// Creates an empty buffer.
  package init() {}

  /// The number of unread bytes.
  package var unread: Int { bytes.count }
  /// Whether the stream has ended or failed.
  package var isOver: Bool { ending != nil }

  package mutating func begin(_ head: HTTPResponse) { if ending == nil { self.head = head } }
  package mutating func append(_ more: some Collection<UInt8>) { if ending == nil { bytes += more } }
  package mutating func end() { if ending == nil { ending = .end } }

  /// Fails the stream. The bytes that arrived before the failure can still be read.
  package mutating func cut(_ error: TransportError) { if ending == nil { ending = .failure(error) } }

  /// Fails the stream and discards the unread bytes.
  package mutating func fail(_ error: TransportError) {
    bytes = []
    if ending == nil || ending == .end { ending = .failure(error) }
  }

  /// The head, or the error if the stream failed before its head arrived, or `nil` if neither is known yet.
  package var opening: Result<HTTPResponse, TransportError>? {
    if let head { return .success(head) }
    if case .failure(let error) = ending { return .failure(error) }
    return nil
  }

  /// Returns all unread bytes, or how the stream ended if there are none, or `nil` if it is still open and empty.
  package mutating func next() -> Part? {
    if bytes.isEmpty { return ending }
    defer { bytes = [] }
    return .bytes(bytes)
  }
}
