import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport

/// Something under way that can be ended with an error.
protocol Interruptible: AnyObject, Sendable {
  func fail(_ error: TransportError)
}

/// Where the bytes of a stream come from.
protocol StreamSource: Interruptible {
  /// What has come.
  var inbox: Awaited<StreamBuffer> { get }
  /// All that had come has been read.
  func drained()
  /// Ends the connection.
  func close()
}
