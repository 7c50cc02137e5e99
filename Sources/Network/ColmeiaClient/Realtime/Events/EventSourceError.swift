import ColmeiaHTTP
import ColmeiaTransport

/// The reason why a client of server-sent events lost its connection or ended.
public enum EventSourceError: Error, Sendable, Hashable {
  /// The task that ran the client was cancelled.
  case cancelled
  /// The server ended the stream. The client reconnects.
  case ended
  /// No data arrived for this time.
  case silent(Duration)
  /// The server responded with a status other than 200. Status 204 means that clients must not reconnect.
  case refused(status: Int)
  /// The response is not a stream of events. The payload is its content type.
  case wrongType(String)
  /// A part of the stream exceeds a size limit.
  case tooLong(EventStreamError)
  /// The request couldn't be created. The payload is the error's description.
  case noRequest(String)
  /// The connection failed.
  case transport(TransportError)
}

extension EventSourceError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .cancelled: "The event source was cancelled."
    case .ended: "The server has ended the event stream. The client reconnects."
    case .silent(let time): "The server has sent nothing for \(time). The client reconnects."
    case .refused(204): "The server has no more events (status 204). Do not reconnect."
    case .refused(let status):
      "The server responded to the request for events with status \(status), not 200. Check the address."
    case .wrongType(let type):
      "The response is not an event stream but \(type.debugDescription). Check the address, and the server's "
        + "Content-Type."
    case .tooLong(let error): error.description
    case .noRequest(let error): "The request for events could not be created: \(error)"
    case .transport(let error): error.description
    }
  }
}
