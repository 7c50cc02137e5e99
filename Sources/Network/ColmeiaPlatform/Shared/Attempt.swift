import ColmeiaBase
import ColmeiaTransport

/// One request with all its redirects, whose deadline may expire during any of its exchanges.
final class Attempt: Sendable {
  private struct Content: Sendable {
    var exchange: (any Interruptible)?
    var error: TransportError?
  }

  private let content = Guarded(Content())
  /// Rings when the attempt fails, and for a connection that it waits for.
  let bell = Bell()

  /// Sets the exchange that is in progress. If the attempt has already failed, the exchange fails immediately.
  func begin(_ exchange: any Interruptible) {
    let error = content.withLock { content in
      content.exchange = exchange
      return content.error
    }
    if let error { exchange.fail(error) }
  }

  /// Fails the exchange in progress and all later ones.
  func fail(_ error: TransportError) {
    let exchange = content.withLock { content in
      content.error = error
      return content.exchange
    }
    exchange?.fail(error)
    bell.ring()
  }
}
