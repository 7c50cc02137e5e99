/// Derives keys from passwords so that guessing is expensive (PBKDF2 with HMAC-SHA-256, RFC 8018 §5.2).
public enum PBKDF2 {
  /// Derives a key from a password.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - salt: Random bytes that are different for each password; at least 16 are recommended.
  ///   - rounds: The number of iterations for each block, at least 1. It determines the cost of one guess.
  ///   - length: The number of bytes in the key, 0 or more.
  /// - Returns: The first `length` bytes of the derived key.
  /// - Complexity: O(`rounds` × `length`).
  public static func key(
    password: some Collection<UInt8>, salt: some Collection<UInt8>, rounds: Int, length: Int = 32
  ) -> [UInt8] {
    if rounds < 1 { fatalError("a key needs at least one round, not \(rounds)") }
    let keyed = HMACSHA256(key: password)
    var key: [UInt8] = []
    var number: UInt32 = 1
    while key.count < length {
      key.append(contentsOf: block(number, keyed, salt, rounds))
      number += 1
    }
    return Array(key.prefix(length))
  }

  private static func block(
    _ number: UInt32, _ keyed: HMACSHA256, _ salt: some Collection<UInt8>, _ rounds: Int
  ) -> [UInt8] {
    var first = keyed
    first.update(salt)
    first.update([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    var last = first.code.bytes
    var block = last
    for _ in 1..<rounds {
      var next = keyed
      next.update(last)
      last = next.code.bytes
      for index in block.indices { block[index] ^= last[index] }
    }
    return block
  }
}
