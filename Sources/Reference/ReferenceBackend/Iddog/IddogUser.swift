import ColmeiaJSON

/// A user of the dog feed.
struct IddogUser: Account {
  let id: Int
  let email: String
  /// The time of the first sign-up, in seconds since 1970.
  let createdAt: Int
  /// The time of the last sign-up, in seconds since 1970.
  var updatedAt: Int

  /// Creates a user at the first sign-up.
  init(id: Int, email: String, createdAt: Int) {
    self.id = id
    self.email = email
    self.createdAt = createdAt
    updatedAt = createdAt
  }

  /// Whether a request could have created this user.
  var isPossible: Bool { EmailForm.accepts(email) && ISODate.accepts(createdAt) && ISODate.accepts(updatedAt) }

  /// The identifier in the format of the original's database: 24 hexadecimal digits, the first eight of which encode
  /// the time.
  var objectID: String {
    HexadecimalDigit.text(UInt32(clamping: createdAt), digits: 8) + HexadecimalDigit.text(id, digits: 16)
  }
}
