import ColmeiaHTTP

/// A handler of a server's requests.
///
/// All calls come from the server's only thread in the order of the requests, so implementations need no locks.
public protocol ServerHandler: AnyObject, SendableMetatype {
  /// Handles a request. For each exchange, the handler must return ``ServerOutput/respond(_:_:after:)`` once, now or
  /// later.
  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput]
  /// Returns the response to a request with this head that the server refuses, or `nil` for the server's own response.
  func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse?
  /// Handles bytes of a stream that was started by ``ServerOutput/upgrade(_:_:)``.
  func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput]
  /// Called when a stream was closed by either side.
  func ended(_ stream: UInt64) -> [ServerOutput]
  /// Called when a timer that was requested by ``ServerOutput/wake(_:after:)`` has expired.
  func wake(_ number: Int) -> [ServerOutput]
  /// Whether there are changes that must be persisted before any client sees their effect. While it is `true`, the
  /// server holds back all output of all connections until the end of the turn.
  var hasUncommitted: Bool { get }
  /// Persists all changes of a turn and returns whether that succeeded. If it fails, no client gets a response from
  /// this turn: the server closes all connections and ends.
  func commit() -> Bool
  /// Called when the server has ended.
  func end()
}

extension ServerHandler {
  /// Returns `nil`, for the server's own response.
  public func refuse(_ head: HTTPRequest, _ refusal: RequestRefusal) -> HTTPResponse? { nil }
  /// Closes the stream, because this handler doesn't support any.
  public func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] { [.close(stream)] }
  /// Does nothing.
  public func ended(_ stream: UInt64) -> [ServerOutput] { [] }
  /// Does nothing.
  public func wake(_ number: Int) -> [ServerOutput] { [] }
  /// Always `false`.
  public var hasUncommitted: Bool { false }
  /// Returns `true`.
  public func commit() -> Bool { true }
  /// Does nothing.
  public func end() {}
}

/// An action that a handler asks its server to perform.
public enum ServerOutput: Sendable, Equatable {
  /// Send the response to an exchange, after a delay.
  case respond(UInt64, HTTPResponse, after: Duration = .zero)
  /// Close the connection of an exchange without a response, or a stream after one attempt to send its pending output.
  case close(UInt64)
  /// Send the response to an exchange and turn its connection into a stream with the same identifier. A client with
  /// HTTP/1.0 gets status 505 instead, and the stream ends.
  case upgrade(UInt64, HTTPResponse)
  /// Send bytes over a stream.
  case write(UInt64, [UInt8])
  /// End a stream after a delay and after all its output is sent. Until then, its input is still handled. Afterwards,
  /// it is discarded for at most two seconds, until the client has closed its side.
  case finish(UInt64, after: Duration = .zero)
  /// Pause or resume reading from a stream. The end of a paused stream isn't noticed.
  case pause(UInt64, Bool)
  /// Call ``ServerHandler/wake(_:)`` with this number after a delay.
  case wake(Int, after: Duration)
}

/// The reason why a server couldn't start.
public enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another process uses the port.
  case portInUse(UInt16)
  /// This machine doesn't have the address.
  case noAddress(String)
  /// The user doesn't have permission to listen on the port.
  case denied(UInt16)
  /// A system call failed with this error number.
  case system(operation: String, number: Int32)

  /// A message that describes the error and suggests what to do.
  public var description: String {
    switch self {
    case .portInUse(let port): "Port \(port) is in use. Choose another one, or 0 for any free port."
    case .noAddress(let address): "This machine has no address '\(address)'. Choose one like 127.0.0.1."
    case .denied(let port): "This user may not listen on port \(port). Choose one above 1023."
    case .system(let operation, let number):
      "The server could not start: \(operation) failed with the system's error \(number)."
    }
  }
}
