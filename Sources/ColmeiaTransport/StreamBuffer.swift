import ColmeiaHTTP

/// What has come of a stream and has not been read. A pure machine.
package struct StreamBuffer: Sendable {
  /// What a reader gets.
  package enum Part: Sendable, Equatable {
    case bytes([UInt8])
    case end
    case failure(TransportError)
  }

  /// The head, once it is here.
  package private(set) var head: HTTPResponse?
  private var bytes: [UInt8] = []
  /// What comes behind the bytes; the first word counts.
  private var ending: Part?

  /// Nothing has come.
  package init() {}

  /// How many bytes wait.
  package var unread: Int { bytes.count }
  /// Whether nothing more comes.
  package var isOver: Bool { ending != nil }

  package mutating func begin(_ head: HTTPResponse) { if ending == nil { self.head = head } }
  package mutating func put(_ more: some Collection<UInt8>) { if ending == nil { bytes += more } }
  package mutating func end() { if ending == nil { ending = .end } }

  /// The stream is cut: what came before can still be read.
  package mutating func cut(_ error: TransportError) { if ending == nil { ending = .failure(error) } }

  /// Nobody is to read any more, not even what is here.
  package mutating func fail(_ error: TransportError) {
    bytes = []
    if ending == nil || ending == .end { ending = .failure(error) }
  }

  /// The head or why there is none; `nil` as long as that is not known.
  package var opening: Result<HTTPResponse, TransportError>? {
    if let head { return .success(head) }
    if case .failure(let error) = ending { return .failure(error) }
    return nil
  }

  /// All that waits, else how the stream has ended; `nil` when there is nothing yet.
  package mutating func take() -> Part? {
    if bytes.isEmpty { return ending }
    defer { bytes = [] }
    return .bytes(bytes)
  }
}
