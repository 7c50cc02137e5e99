import ColmeiaClient

/// Why somebody could not be added to an event.
public enum AddParticipantError: Error, Sendable, Equatable {
  /// Somebody else organises the event.
  case userPermissionDenied
  /// The server cannot do it (status 422): they take part already, or do not exist.
  case failedProcessEntity
  /// Anything else, a refusal of the token among it.
  case unknown(APIError)

  /// What an error of ``EventbeeAPI/addUser(_:to:)`` means. Both refusals have status 401; only the text tells which.
  public init(_ error: APIError) {
    switch EventbeeError(withToken: error) {
    case .failedProcessEntity: self = .failedProcessEntity
    case .withoutAuthorization where error.eventbeeMessage == EventbeeAPI.notOrganizer: self = .userPermissionDenied
    case .withoutAuthorization, .unknown: self = .unknown(error)
    }
  }
}

extension AddParticipantError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .userPermissionDenied: "Only who organises the event may add somebody. Ask them."
    case .failedProcessEntity: "The server cannot add this person. Look whether they take part already."
    case .unknown(let error): "\(error)"
    }
  }
}
