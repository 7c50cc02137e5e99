import ColmeiaHTTP

// Secrets without a name: known forms, segments of paths, and items of queries without a value.
extension SecretScanner {
  /// The beginnings of keys and tokens, and how many letters, digits, `_` and `-` follow.
  private static let forms: [(start: [UInt8], count: ClosedRange<Int>)] = [
    ("AKIA", 16...16), ("ASIA", 16...16), ("AIza", 35...35), ("ghp_", 36...255), ("gho_", 36...255), ("ghu_", 36...255),
    ("ghs_", 36...255), ("ghr_", 36...255), ("github_pat_", 22...255), ("glpat-", 20...255), ("xoxb-", 10...255),
    ("xoxp-", 10...255), ("sk_live_", 16...255), ("sk_test_", 16...255), ("rk_live_", 16...255), ("sk-", 32...255),
    ("npm_", 36...36), ("hf_", 30...255), ("eyJ", 8...8_192), (keyBegin, 3...64),
  ].map { start, count in (Array(start.utf8), count) }

  private static let keyBegin = "-----BEGIN"
  private static let beginsForm = table(forms.compactMap(\.start.first))

  /// Adds the places of keys and tokens that are known by their form.
  mutating func addForms() {
    var position = 0
    while position < bytes.count {
      if Self.beginsForm[Int(bytes[position])], beginsWord(position), let end = form(position) {
        add(position..<end, .token, .plain)
        position = end
      } else {
        position += 1
      }
    }
  }

  private func form(_ position: Int) -> Int? {
    for (start, count) in Self.forms where bytes[position...].starts(with: start) {
      if start.count == Self.keyBegin.utf8.count { return endOfPrivateKey(position + start.count, count) }
      let end = endOfName(position + start.count)
      guard count.contains(end - position - start.count) else { continue }
      return bytes[position] == UInt8(ascii: "e") ? endOfJWT(position, end) : end
    }
    return nil
  }

  /// Returns the position before the last line of a private key (RFC 7468 §10), or `nil` if it is another text.
  private func endOfPrivateKey(_ start: Int, _ length: ClosedRange<Int>) -> Int? {
    let head = bytes[start..<min(start + length.upperBound, bytes.count)]
    guard let end = head.firstRange(of: Array("PRIVATE KEY-----".utf8))?.upperBound else { return nil }
    return bytes[end...].firstRange(of: Array("-----END".utf8))?.lowerBound ?? bytes.count
  }

  /// Returns the end of a token of three or more parts with points between them (RFC 7519), or `nil` if there are fewer.
  private func endOfJWT(_ start: Int, _ end: Int) -> Int? {
    var (end, parts) = (end, 1)
    while end < bytes.count, bytes[end] == UInt8(ascii: "."), parts < 5 {
      let next = endOfName(end + 1)
      if next == end + 1, parts == 1 { return nil }
      (end, parts) = (next, parts + 1)
    }
    return parts >= 3 ? end : nil
  }

  private func endOfName(_ position: Int) -> Int {
    var end = position
    while end < bytes.count, Self.isNameByte[Int(bytes[end])] { end += 1 }
    return end
  }

  /// Whether no letter or digit precedes, apart from those of an escape such as `%20` or `\n`.
  private func beginsWord(_ position: Int) -> Bool {
    if position == 0 || !Self.isNameByte[Int(bytes[position - 1])] { return true }
    if position > 1, bytes[position - 2] == UInt8(ascii: "\\") { return true }
    return position > 2 && bytes[position - 3] == UInt8(ascii: "%")
  }

  private static let words: Set<String> = [
    "reset", "resets", "recover", "recovery", "confirm", "confirmation", "confirmations", "verify", "verification",
    "activate", "activation", "invite", "invites", "invitation", "invitations", "unlock", "unsubscribe", "magic",
    "login",
    "session", "sessions",
  ]

  /// Handles a segment of a path that follows a word such as `reset`, `reset-password` or `token`.
  mutating func segment(_ position: Int) -> Int? {
    let name = name(before: position)
    guard !name.isEmpty, name.lowerBound > 0, bytes[name.lowerBound - 1] == UInt8(ascii: "/") else { return nil }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self).lowercased()
    let word = text.split { $0 == "-" || $0 == "_" }
    guard word.contains(where: { Self.words.contains(String($0)) }) || SecretName.kind(ofMember: text) != nil else {
      return nil
    }
    var end = position + 1
    while end < bytes.count, Self.isNameByte[Int(bytes[end])] || ".~%=".utf8.contains(bytes[end]) { end += 1 }
    guard looksRandom(position + 1..<end, 6) else { return nil }
    add(position + 1..<end, SecretKind.token, .item)
    return end
  }

  /// Handles an item of a query that is a value without a name: `?5f1c9e…`.
  mutating func bareItem(_ position: Int) -> Int? {
    let end = endOfName(position + 1)
    guard end == bytes.count || !"=[%:(".utf8.contains(bytes[end]), looksRandom(position + 1..<end, 16) else {
      return nil
    }
    add(position + 1..<end, SecretKind.token, .item)
    return end
  }

  /// Whether a text of at least this length looks like a token: it has letters and digits, and they alternate more often
  /// than in words and numbers.
  private func looksRandom(_ range: Range<Int>, _ shortest: Int) -> Bool {
    guard range.count >= shortest else { return false }
    var (changes, last, kinds): (Int, Int, Set<Int>) = (0, 0, [])
    for byte in bytes[range] {
      let kind = URLText.isDigit(byte) ? 1 : byte &- 97 < 26 ? 2 : byte &- 65 < 26 ? 3 : 0
      if kind == 0 { continue }
      if last != 0, kind != last { changes += 1 }
      (last, _) = (kind, kinds.insert(kind))
    }
    return kinds.contains(1) && kinds.count > 1 && changes * 6 >= range.count
  }
}
