import ColmeiaHTTP

/// Who answers the requests of a server. All calls come from the server's one thread, in the order in which the requests
/// came, so nothing here needs a lock.
public protocol ServerHandler: AnyObject, SendableMetatype {
  /// Answers a request, now or later: ``ServerOutput/respond(_:_:after:)`` for each exchange, once.
  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput]
  /// Says in its own words why a request with this head is not taken; `nil` for the server's.
  func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse?
  /// Takes bytes of a stream, which an exchange has become by ``ServerOutput/upgrade(_:_:)``.
  func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput]
  /// A stream is over, on either side.
  func ended(_ stream: UInt64) -> [ServerOutput]
  /// The time that ``ServerOutput/wake(_:after:)`` has asked for has come.
  func wake(_ number: Int) -> [ServerOutput]
  /// Whether something has happened that must be kept before anybody hears of it. While it is so, the server holds back all
  /// that is to be sent, to whomever, up to the end of its turn.
  var hasUncommitted: Bool { get }
  /// Keeps what has happened, once for all requests of a turn. When it cannot, nobody of this turn gets an answer: all
  /// connections are cut, and the server ends.
  func commit() -> Bool
  /// The server has ended.
  func end()
}

extension ServerHandler {
  /// The server's words.
  public func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse? { nil }
  /// Ends the stream: nobody here speaks over one.
  public func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] { [.close(stream)] }
  /// Nothing.
  public func ended(_ stream: UInt64) -> [ServerOutput] { [] }
  /// Nothing.
  public func wake(_ number: Int) -> [ServerOutput] { [] }
  /// Nothing.
  public var hasUncommitted: Bool { false }
  /// Done.
  public func commit() -> Bool { true }
  /// Nothing.
  public func end() {}
}

/// What a server is to do.
public enum ServerOutput: Sendable, Equatable {
  /// Send the answer to an exchange after some time.
  case respond(UInt64, HTTPResponse, after: Duration = .zero)
  /// End the connection of an exchange after so many bytes of this answer.
  case cut(UInt64, HTTPResponse, bytes: Int)
  /// End the connection of an exchange without an answer, or a stream with what it has not sent.
  case close(UInt64)
  /// Send the answer to an exchange, and make its connection a stream of bytes with the same number. To a client of
  /// HTTP/1.0 the answer is 505, and the stream is over.
  case upgrade(UInt64, HTTPResponse)
  /// Send bytes over a stream.
  case write(UInt64, [UInt8])
  /// End a stream once all is sent, some time from now. Until then its bytes are heard.
  case finish(UInt64, after: Duration = .zero)
  /// Read nothing more of a stream, or go on to. One that is not read is not seen to end either.
  case pause(UInt64, Bool)
  /// Call ``ServerHandler/wake(_:)`` with this number after some time.
  case wake(Int, after: Duration)
}

/// Why a server did not start.
public enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another process has the port.
  case portInUse(UInt16)
  /// This machine has no such address.
  case noAddress(String)
  /// This user may not listen at the port.
  case denied(UInt16)
  /// The operating system refused for another reason, with its number.
  case system(operation: String, number: Int32)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .portInUse(let port): "Port \(port) is in use. Choose another one, or 0 for any that is free."
    case .noAddress(let address): "This machine has no address '\(address)'. Choose one like 127.0.0.1."
    case .denied(let port): "This user may not listen at port \(port). Choose one above 1023."
    case .system(let operation, let number):
      "The server could not start: \(operation) failed with the system's error \(number)."
    }
  }
}
