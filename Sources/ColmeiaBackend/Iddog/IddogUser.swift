/// Somebody who may see the dogs.
struct IddogUser: Account {
  let id: Int
  let email: String
  /// In seconds since 1970.
  let createdAt: Int
  /// Of the last sign-up, in seconds since 1970.
  var updatedAt: Int

  /// A user who signs up for the first time.
  init(id: Int, email: String, createdAt: Int) {
    self.id = id
    self.email = email
    self.createdAt = createdAt
    updatedAt = createdAt
  }

  /// Whether a request could have made it.
  var isPossible: Bool { EmailForm.accepts(email) && ISODate.accepts(createdAt) && ISODate.accepts(updatedAt) }

  /// The number as the original's database would name it: 24 hexadecimal digits, eight of them for the time.
  var objectID: String {
    let time = String(UInt32(clamping: createdAt), radix: 16)
    let number = String(id, radix: 16)
    return Self.padded(time, to: 8) + Self.padded(number, to: 16)
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
