import ColmeiaBase
import ColmeiaTransport

/// An operation in progress that can be ended with an error.
protocol Interruptible: AnyObject, Sendable {
  func fail(_ error: TransportError)
}

/// The source of a stream's bytes.
protocol StreamSource: Interruptible {
  /// The bytes that have been received but not read.
  var inbox: Awaited<StreamBuffer> { get }
  /// Called after the reader has read all received bytes.
  func drained()
  /// Closes the connection.
  func close()
}
