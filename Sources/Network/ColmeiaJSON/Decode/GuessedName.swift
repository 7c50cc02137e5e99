/// Suggests the name that was probably meant by a misspelled one, if the existing names can't be listed. It tests
/// whether names exist that differ from the given name by one edit, the most likely ones first.
package enum GuessedName {
  /// The maximum number of names to test, and the maximum length of a name in bytes.
  static let (questions, length) = (4_000, 40)
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8)

  /// Returns the first similar name that exists, or `nil` if there is none.
  ///
  /// - Complexity: At most 4,000 calls of `exists`.
  package static func of(_ name: String, exists: (String) -> Bool) -> String? {
    let wanted = Array(name.utf8)
    // If every name exists, no suggestion is meaningful.
    guard (1...length).contains(wanted.count), !exists("\u{0}") else { return nil }
    var left = questions
    func ask(_ candidate: [UInt8]) -> String? {
      left -= 1
      guard left >= 0, !candidate.isEmpty, candidate != wanted else { return nil }
      let candidate = String(decoding: candidate, as: UTF8.self)
      return exists(candidate) ? candidate : nil
    }
    for candidate in otherwiseWritten(wanted) { if let found = ask(candidate) { return found } }
    for place in wanted.indices.dropFirst() {
      var swapped = wanted
      swapped.swapAt(place - 1, place)
      if let found = ask(swapped) { return found }
    }
    for place in wanted.indices {
      var shorter = wanted
      shorter.remove(at: place)
      if let found = ask(shorter) { return found }
    }
    for letter in letters {
      for place in 0...wanted.count {
        if let found = ask(wanted[..<place] + [letter] + wanted[place...]) { return found }
        guard place < wanted.count else { continue }
        if let found = ask(wanted[..<place] + [letter] + wanted[(place + 1)...]) { return found }
      }
    }
    return nil
  }

  /// Returns the name in other letter cases, and with its words joined in other ways.
  private static func otherwiseWritten(_ name: [UInt8]) -> [[UInt8]] {
    let lower = words(name).map { $0.map(lowercased) }
    let camel = lower.dropFirst().reduce(lower.first ?? []) { $0 + capitalised($1) }
    let snake = [UInt8](lower.joined(separator: [UInt8(ascii: "_")]))
    return [camel, [UInt8](lower.joined()), snake, capitalised(camel), name.map(lowercased), name.map(uppercased)]
  }

  /// Returns the words of a name such as `signUp`, `sign_up` or `sign-up`.
  private static func words(_ name: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = [[]]
    for (place, byte) in name.enumerated() {
      let isSeparator = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
      let begins = place > 0 && isUpper(byte) && !isUpper(name[place - 1])
      if isSeparator || begins { words.append([]) }
      if !isSeparator { words[words.count - 1].append(byte) }
    }
    return words.filter { !$0.isEmpty }
  }

  private static func capitalised(_ word: [UInt8]) -> [UInt8] { word.prefix(1).map(uppercased) + word.dropFirst() }
  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
  private static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte + 32 : byte }
  private static func uppercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }
}
