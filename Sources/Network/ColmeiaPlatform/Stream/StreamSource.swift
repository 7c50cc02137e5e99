import ColmeiaBase
import ColmeiaTransport

/// The source of a stream's bytes.
protocol StreamSource: Interruptible {
  /// The bytes that have been received but not read.
  var inbox: Awaited<StreamBuffer> { get }
  /// Called after the reader has read all received bytes.
  func drained()
  /// Closes the connection.
  func close()
}
