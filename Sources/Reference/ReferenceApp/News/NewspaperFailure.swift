import ColmeiaClient

/// Why a request for newspapers or news failed, in the categories of a repository (O17).
public enum NewspaperFailure: Sendable, Hashable, Codable {
  /// The newspaper doesn't exist.
  case notFound
  /// The server failed, with this status.
  case serverFailed(Int)
  /// The server rejected the request, for the reason in its response (H19).
  case refused(Int, message: String)
  /// There was no response, or it couldn't be decoded.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case notFound, serverFailed, refused, request }
}

extension NewspaperFailure: ShownFailure {
  /// The maximum number of characters shown from a server's message.
  static let textLimit = 200

  /// Creates the failure to show for an error, or returns `nil` if the effect was cancelled.
  init?(_ error: APIError) {
    switch error {
    case .status(let failure) where [404, 410].contains(failure.status): self = .notFound
    case .status(let failure) where (500..<600).contains(failure.status): self = .serverFailed(failure.status)
    case .status(let failure): self = .refused(failure.status, message: String(failure.text.prefix(Self.textLimit)))
    case .notSignedIn, .tokenStore, .encoding, .form, .transport, .decoding:
      guard let failure = RequestFailure(error) else { return nil }
      self = .request(failure)
    }
  }
}
