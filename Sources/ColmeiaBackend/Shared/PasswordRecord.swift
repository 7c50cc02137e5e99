import ColmeiaDigest

/// What is kept of a password: enough to recognise it, not to read it.
///
/// Each record says how dear it was, so that records of other rounds stay good.
struct PasswordRecord: Sendable, Equatable {
  /// More is taken for damage, since a login would not end.
  static let mostRounds = 10_000_000

  private var salt: [UInt8]
  private(set) var rounds: Int
  private var key: [UInt8]

  /// The record of a new password.
  ///
  /// - Complexity: O(`rounds`).
  init(_ password: String, salt: [UInt8], rounds: Int) {
    self.salt = salt
    self.rounds = rounds
    key = PBKDF2.key(password: password.utf8, salt: salt, rounds: rounds)
  }

  /// A record of no password, as dear as others.
  static func decoy(rounds: Int) -> Self {
    Self(salt: Array("nobody".utf8), rounds: rounds, key: [UInt8](repeating: 0, count: 32))
  }

  private init(salt: [UInt8], rounds: Int, key: [UInt8]) {
    self.salt = salt
    self.rounds = rounds
    self.key = key
  }

  /// Whether it is the record of this password.
  ///
  /// - Complexity: O(rounds).
  func isOf(_ password: String) -> Bool {
    ConstantTime.isEqual(key, PBKDF2.key(password: password.utf8, salt: salt, rounds: rounds))
  }
}

extension PasswordRecord: Codable {
  private enum CodingKeys: CodingKey { case salt, rounds, key }

  /// Reads what ``encode(to:)`` writes. Throws `DecodingError.dataCorrupted` when it can be nobody's password.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rounds = try container.decode(Int.self, forKey: .rounds)
    let salt = Hexadecimal.bytes(try container.decode(String.self, forKey: .salt))
    let key = Hexadecimal.bytes(try container.decode(String.self, forKey: .key))
    guard let salt, let key, key.count == 32, (1...Self.mostRounds).contains(rounds) else {
      let problem = "a password's key is 64 hexadecimal digits, its salt some, its rounds 1 to \(Self.mostRounds)"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self.salt = salt
    self.key = key
  }

  /// Writes key and salt in hexadecimal.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(Hexadecimal.text(salt), forKey: .salt)
    try container.encode(Hexadecimal.text(key), forKey: .key)
  }
}
