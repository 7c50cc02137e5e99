import ColmeiaEvents
import ColmeiaTransport

/// Why a client of events has lost its connection, or has ended.
public enum EventSourceError: Error, Sendable, Hashable {
  /// The task that ran it was cancelled.
  case cancelled
  /// The server has ended the stream. Clients come back then.
  case ended
  /// Nothing has come for so long.
  case silent(Duration)
  /// The server answers with a status other than 200. With 204 it says that nobody is to come back.
  case refused(status: Int)
  /// The answer is something else than a stream of events; what it says it is.
  case wrongType(String)
  /// The stream has something that is too long.
  case tooLong(EventStreamError)
  /// There is no connection.
  case transport(TransportError)
}

extension EventSourceError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .cancelled: "The client of events was cancelled."
    case .ended: "The server has ended the stream of events. The client comes back."
    case .silent(let time): "The server has said nothing for \(time). The client comes back."
    case .refused(204): "The server has no events any more (status 204). Do not come back."
    case .refused(let status):
      "The server answers the request for events with status \(status), not 200. Check the address."
    case .wrongType(let type):
      "The answer is no stream of events but \(type.debugDescription). Check the address, and the server's Content-Type."
    case .tooLong(let error): error.description
    case .transport(let error): error.description
    }
  }
}
