import ReferenceEntities

/// The limits of Eventbee. A request that exceeds them gets status 422.
enum EventbeeLimits {
  // Bytes of UTF-8.
  static let name = Member.longestName
  static let about = Member.longestAbout
  static let photoURL = 2_000
  static let password = 1_000
  static let message = 4_000
  static let clientID = 100

  // Records.
  static let users = 10_000
  static let events = 2_000
  static let participants = 1_000
  /// The maximum number of messages of one event. The oldest are removed.
  static let messages = 1_000
  /// The maximum size of all messages as JSON, in bytes. The oldest are removed. The data file has a limit, too.
  static let chatBytes = 16 << 20
}
