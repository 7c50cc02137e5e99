import ColmeiaClient

/// Why a call for newspapers or news failed, sorted as a repository sorts it (O17).
public enum NewspaperFailure: Sendable, Hashable, Codable {
  /// There is no such newspaper.
  case notFound
  /// The server has failed, with this status.
  case serverFailed(Int)
  /// The server did not accept the call, for a reason that it tells (H19).
  case refused(Int, says: String)
  /// There was no answer, or not what was agreed.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case notFound, serverFailed, refused, request }
}

extension NewspaperFailure: ShownFailure {
  /// How many characters of what a server says are shown.
  static let textLimit = 200

  /// The failure that is shown for an error; `nil` when the effect was cancelled.
  init?(_ error: APIError) {
    switch error {
    case .status(let failure) where [404, 410].contains(failure.status): self = .notFound
    case .status(let failure) where (500..<600).contains(failure.status): self = .serverFailed(failure.status)
    case .status(let failure): self = .refused(failure.status, says: String(failure.text.prefix(Self.textLimit)))
    case .notSignedIn, .tokenStore, .encoding, .form, .transport, .decoding:
      guard let failure = RequestFailure(error) else { return nil }
      self = .request(failure)
    }
  }
}
