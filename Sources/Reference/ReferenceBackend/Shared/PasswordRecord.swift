import ColmeiaHTTP

/// The stored form of a password, which can verify but not reveal it.
///
/// Each record contains its number of rounds, so that records with different numbers remain valid.
struct PasswordRecord: Sendable, Equatable {
  /// The maximum number of rounds. A larger number indicates damage and would block a login.
  static let mostRounds = 10_000_000

  private var salt: [UInt8]
  private(set) var rounds: Int
  private var key: [UInt8]

  /// Creates the record of a new password.
  ///
  /// - Complexity: O(`rounds`).
  init(_ password: String, salt: [UInt8], rounds: Int) {
    self.salt = salt
    self.rounds = rounds
    key = PBKDF2.key(password: password.utf8, salt: salt, rounds: rounds)
  }

  /// Returns a record that matches no password and takes as long to verify as others.
  static func decoy(rounds: Int) -> Self {
    Self(salt: Array("nobody".utf8), rounds: rounds, key: [UInt8](repeating: 0, count: 32))
  }

  private init(salt: [UInt8], rounds: Int, key: [UInt8]) {
    self.salt = salt
    self.rounds = rounds
    self.key = key
  }

  /// Returns whether a password matches the record.
  ///
  /// - Complexity: O(rounds).
  func isOf(_ password: String) -> Bool {
    ConstantTime.isEqual(key, PBKDF2.key(password: password.utf8, salt: salt, rounds: rounds))
  }
}

extension PasswordRecord: Codable {
  private enum CodingKeys: CodingKey { case salt, rounds, key }

  /// Decodes what ``encode(to:)`` has encoded. Throws `DecodingError.dataCorrupted` if the record isn't valid.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rounds = try container.decode(Int.self, forKey: .rounds)
    let salt = Hexadecimal.bytes(try container.decode(String.self, forKey: .salt))
    let key = Hexadecimal.bytes(try container.decode(String.self, forKey: .key))
    guard let salt, let key, key.count == 32, (1...Self.mostRounds).contains(rounds) else {
      let problem = "a password has a key of 64 hexadecimal digits, a hexadecimal salt, 1 to \(Self.mostRounds) rounds"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self.salt = salt
    self.key = key
  }

  /// Encodes the key and the salt as hexadecimal digits.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rounds, forKey: .rounds)
    try container.encode(Hexadecimal.text(salt), forKey: .salt)
    try container.encode(Hexadecimal.text(key), forKey: .key)
  }
}
