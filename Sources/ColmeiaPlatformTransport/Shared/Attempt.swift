import ColmeiaSync
import ColmeiaTransport

/// One request with all its redirects, whose time may be over while any of its exchanges is under way.
final class Attempt: Sendable {
  private struct Content: Sendable {
    var exchange: (any Interruptible)?
    var error: TransportError?
  }

  private let content = Guarded(Content())

  /// From now on this exchange is under way.
  func begin(_ exchange: any Interruptible) {
    let error = content.withLock { content in
      content.exchange = exchange
      return content.error
    }
    if let error { exchange.fail(error) }
  }

  /// Ends what is under way, and whatever would come.
  func fail(_ error: TransportError) {
    let exchange = content.withLock { content in
      content.error = error
      return content.exchange
    }
    exchange?.fail(error)
  }
}
