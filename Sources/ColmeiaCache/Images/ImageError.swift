import ColmeiaTransport

/// Why there is no image. Errors are not cached: the next call tries again.
public enum ImageError: Error, Sendable, Hashable {
  /// The server could not be asked, or gave no answer.
  case transport(TransportError)
  /// The answer has this status, which is none of 200 to 399, or says "not modified" without having been asked.
  case status(Int)
  /// The answer has no bytes.
  case empty
  /// The image has more than so many bytes.
  case tooLarge(limit: Int)
  /// The task that asked was cancelled.
  case cancelled
}

extension ImageError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .transport(let error): "\(error)"
    case .status(let status): "The image was answered with status \(status). Check its address."
    case .empty: "The image has no bytes. Ask the people who run the server."
    case .tooLarge(let limit): "The image has more than \(limit) bytes. Use a smaller one, or raise the limit."
    case .cancelled: "The image is not wanted any more."
    }
  }
}
