extension Backend {
  /// One of the systems that the back end stands in for. Their paths do not meet, so one host serves them all; an operator
  /// who wants one only gives ``Backend/services`` that one, and the paths of the others are unknown.
  public enum Service: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dog feed: `/signup`, `/feed`, `/images/…`.
    case iddog
    /// Events and their participants: `/users…`, `/events…`.
    case eventbee
    /// Photos, as S3 keeps them: `/{bucket}/…` of ``Backend/objects``, and whatever else is signed for S3.
    case objects
    /// Newspapers and their news: `/newspapers…`, `/news`.
    case canillita
    /// Shots, as Dribbble showed them: `/v1/shots…`.
    case dribbble
    /// Accounts whose token changes with each answer, and their photos: `/album/…`.
    case album
  }
}
