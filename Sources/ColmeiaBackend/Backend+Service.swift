extension Backend {
  /// A system that the back end simulates.
  ///
  /// The paths of the systems don't overlap, so one host serves them all. To serve only some of them, set
  /// ``Backend/services``; the paths of the others are then unknown.
  public enum Service: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dog feed: `/signup`, `/feed`, `/images/…`.
    case iddog
    /// Events and their participants: `/users…`, `/events…`.
    case eventbee
    /// Photos, stored as in S3: `/{bucket}/…` of ``Backend/objects``, and any other request that is signed for S3.
    case objects
    /// Newspapers and their news items: `/newspapers…`, `/news`.
    case canillita
    /// Shots, as in Dribbble's API: `/v1/shots…`.
    case dribbble
    /// Accounts whose token changes with each response, and their photos: `/album/…`.
    case album
  }
}
