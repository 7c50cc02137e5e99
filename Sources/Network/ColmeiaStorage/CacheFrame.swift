import ColmeiaHTTP

/// The format of a cache file: a head with all metadata, followed by the content. Each has a SHA-256 digest, so that a
/// head can be trusted if only the head has been read, and every damaged byte is detected.
package enum CacheFrame {
  static let keyLimit = 8_192
  static let validatorLimit = 1_024
  /// The number of bytes in the head before the key.
  static let fixedCount = magic.count + 8 + 4 + 4 + 8 + digestCount
  private static let digestCount = 32
  private static let magic = Array("colmeia cache 1\n".utf8)
  private static let noValidator = Int(UInt32.max)
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "f")

  /// A parsed head.
  package struct Head: Equatable {
    var key: String
    var written: Int
    var validator: String?
    var count: Int
    var digest: [UInt8]
    /// The number of bytes in the head itself.
    var headCount: Int
    /// The number of bytes in the file.
    var size: Int { headCount + count }
  }

  /// Returns the file name of a key: the SHA-256 of the key as 64 hexadecimal digits.
  static func name(of key: String) -> String { SHA256.digest(key.utf8).hex }

  /// Whether `name` can be the name of a cache file.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == 64 && name.utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
  }

  /// Returns the head of an entry's file, which the content follows.
  package static func head(of entry: CacheEntry, key: String) throws(DiskCacheError) -> [UInt8] {
    if key.utf8.count > keyLimit { throw .keyTooLong(limit: keyLimit) }
    if entry.validator?.utf8.count ?? 0 > validatorLimit { throw .validatorTooLong(limit: validatorLimit) }
    let head =
      magic + number(entry.written, 8) + number(key.utf8.count, 4)
      + number(entry.validator?.utf8.count ?? noValidator, 4) + number(entry.bytes.count, 8)
      + SHA256.digest(entry.bytes).bytes + Array(key.utf8) + Array((entry.validator ?? "").utf8)
    return head + SHA256.digest(head).bytes
  }

  /// Returns the length of the whole head, given at least its first ``fixedCount`` bytes, or `nil` if they are not the
  /// start of a head.
  static func headCount(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= fixedCount, bytes.starts(with: magic) else { return nil }
    let key = value(bytes[24..<28])
    let validator = value(bytes[28..<32])
    guard key <= keyLimit, validator <= validatorLimit || validator == noValidator else { return nil }
    return fixedCount + key + (validator == noValidator ? 0 : validator) + digestCount
  }

  /// Parses the head at the beginning of `bytes`. Returns `nil` if it is damaged.
  package static func head(in bytes: [UInt8]) -> Head? {
    guard let headCount = headCount(bytes), bytes.count >= headCount else { return nil }
    let signed = bytes[..<(headCount - digestCount)]
    guard SHA256.digest(signed).bytes.elementsEqual(bytes[signed.endIndex..<headCount]) else { return nil }
    let keyEnd = fixedCount + value(bytes[24..<28])
    let hasValidator = value(bytes[28..<32]) != noValidator
    let count = value(bytes[32..<40])
    guard let key = String(validating: bytes[fixedCount..<keyEnd], as: UTF8.self),
      let validator = String(validating: bytes[keyEnd..<signed.endIndex], as: UTF8.self), count >= 0,
      count < Int.max - headCount
    else { return nil }
    return Head(
      key: key, written: value(bytes[16..<24]), validator: hasValidator ? validator : nil, count: count,
      digest: Array(bytes[40..<fixedCount]), headCount: headCount)
  }

  /// Parses a whole file. Returns `nil` if it is damaged or belongs to another key.
  package static func entry(in bytes: [UInt8], key: String) -> CacheEntry? {
    guard let head = head(in: bytes), head.size == bytes.count, head.key.utf8.elementsEqual(key.utf8) else {
      return nil
    }
    let content = Array(bytes[head.headCount...])
    guard SHA256.digest(content).bytes == head.digest else { return nil }
    return CacheEntry(content, written: head.written, validator: head.validator)
  }

  /// Encodes a number in big-endian order.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
