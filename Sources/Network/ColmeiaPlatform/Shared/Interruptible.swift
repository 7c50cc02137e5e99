import ColmeiaTransport

/// An operation in progress that can be ended with an error.
protocol Interruptible: AnyObject, Sendable {
  func fail(_ error: TransportError)
}
