import ColmeiaTransport

/// The reason why an image could not be loaded. Errors are not cached: the next call tries again.
public enum ImageError: Error, Sendable, Hashable {
  /// The request got no response.
  case transport(TransportError)
  /// The status of the response is neither 200 nor 203, nor 304 for a cached image that is too old.
  case status(Int)
  /// The body of the response is empty.
  case empty
  /// The body of the response is not an image, but perhaps the page of a network that wants its user to log in. The
  /// media type is that of the response.
  case notAnImage(contentType: String)
  /// The image has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// The calling task was cancelled.
  case cancelled
}

extension ImageError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .transport(let error): "\(error)"
    case .status(let status): "The server responded to the image request with status \(status). Check its address."
    case .empty: "The image has no bytes. Contact the server's operator."
    case .notAnImage(let type):
      "The server sent \(type.isEmpty ? "no image" : "'\(type)' in place of an image"). Open its address in a browser; a "
        + "network may require a log-in."
    case .tooLarge(let limit): "The image has more than \(limit) bytes. Use a smaller one, or raise the limit."
    case .cancelled: "Loading the image was cancelled."
    }
  }
}
