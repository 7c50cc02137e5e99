import ColmeiaHTTP

extension SecretScanner {
  /// Handles `name=value`, `name="value"`, `name%3Dvalue` and `user[name]=value`.
  mutating func assignment(_ position: Int, length: Int) -> Int? {
    let after = position + length
    if after < bytes.count, bytes[after] == UInt8(ascii: "=") { return nil }
    var end = position
    let first = skippingSpaces(after)
    let opening = quote(at: first)
    if opening != nil { while end > 0, bytes[end - 1] == 32 { end -= 1 } }
    if end > 0, bytes[end - 1] == UInt8(ascii: "]") { end -= 1 }
    if end > 2, bytes[end - 3] == UInt8(ascii: "%"), bytes[end - 2] == UInt8(ascii: "5"), bytes[end - 1] | 0x20 == 0x64
    {
      end -= 3
    }
    let name = name(before: end)
    guard let kind = kind(name) ?? opening.flatMap({ pair(name, $0) }) else { return nil }
    if let opening { return quoted(opening, kind) }
    var stop = after
    while stop < bytes.count, !Self.endsItem[Int(bytes[stop])], length == 1 || !endsEncodedItem(stop) { stop += 1 }
    add(after..<stop, kind, .item)
    return stop
  }

  private static let endsItem = table(Array(0...32) + "&;#\"'<>\\,`".utf8)

  private func endsEncodedItem(_ position: Int) -> Bool {
    guard position + 2 < bytes.count, bytes[position] == UInt8(ascii: "%"), bytes[position + 1] == UInt8(ascii: "2")
    else {
      return false
    }
    return Array("0236".utf8).contains(bytes[position + 2])
  }

  /// Returns the quote at a position, and the number of backslashes before it, as in JSON within JSON.
  func quote(at position: Int) -> (escapes: Int, mark: UInt8, start: Int)? {
    var mark = position
    while mark < bytes.count, mark - position < 16, bytes[mark] == UInt8(ascii: "\\") { mark += 1 }
    guard mark < bytes.count, bytes[mark] == UInt8(ascii: "\"") || bytes[mark] == UInt8(ascii: "'") else { return nil }
    return (mark - position, bytes[mark], mark + 1)
  }

  /// Returns the end of a quoted text, excluding its closing quote, and the position after that quote. A text without a
  /// closing quote ends at the end of its line.
  func closing(
    _ opening: (escapes: Int, mark: UInt8, start: Int), within limit: Int = .max
  ) -> (end: Int, after: Int) {
    var (position, backslashes) = (opening.start, 0)
    let cycle = 2 * (opening.escapes + 1)
    while position < bytes.count, position - opening.start < limit, bytes[position] != 10, bytes[position] != 13 {
      if bytes[position] == UInt8(ascii: "\\") {
        backslashes += 1
      } else if bytes[position] == opening.mark, backslashes % cycle == opening.escapes {
        return (position - opening.escapes, position + 1)
      } else {
        backslashes = 0
      }
      position += 1
    }
    return (position, position)
  }

  mutating func quoted(_ opening: (escapes: Int, mark: UInt8, start: Int), _ kind: SecretKind) -> Int {
    let (end, after) = closing(opening)
    add(opening.start..<max(opening.start, end), kind, .quoted(escapes: opening.escapes))
    return after
  }

  /// Handles `name "value"`, as in the lines of a scenario.
  mutating func typed(_ position: Int) -> Int? {
    guard let kind = typedKind(before: position), let opening = quote(at: position) else { return nil }
    return quoted(opening, kind)
  }

  /// Returns the kind of a name that is separated from a value only by spaces.
  func typedKind(before position: Int) -> SecretKind? {
    guard position > 1, bytes[position - 1] == 32 else { return nil }
    var end = position - 1
    while end > 0, bytes[end - 1] == 32 { end -= 1 }
    return kind(name(before: end))
  }

  /// Handles `"name": value`, and `Name: value` without quotes.
  mutating func member(_ position: Int) -> Int? {
    var end = position
    while end > 0, position - end < 16, bytes[end - 1] == 32 { end -= 1 }
    var isQuoted = false
    if end > 0, bytes[end - 1] == UInt8(ascii: "\"") || bytes[end - 1] == UInt8(ascii: "'") {
      isQuoted = true
      end -= 1
      while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    let name = name(before: end)
    let beginsLine = name.lowerBound == 0 || [10, 13, UInt8(ascii: "\"")].contains(bytes[name.lowerBound - 1])
    let first = skippingSpaces(position + 1, lines: isQuoted)
    let paired = { (scanner: inout Self) in isQuoted ? scanner.pair(name, scanner.quote(at: first)) : nil
    }
    guard let kind = kind(name, isField: !isQuoted && beginsLine) ?? paired(&self), first < bytes.count else {
      return nil
    }
    if let opening = quote(at: first) { return quoted(opening, kind) }
    if let end = variable(first) { return end }
    if !isQuoted { return field(first, kind) }
    if bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") {
      return kind.isText ? nil : nested(first, kind)
    }
    var stop = first
    while stop < bytes.count, bytes[stop] > 32, !Self.endsBare.contains(bytes[stop]) { stop += 1 }
    add(first..<stop, kind, .plain)
    return stop
  }

  /// Returns the end of `{{name}}`, which stands for the value of a variable in a scenario, if it begins here.
  private func variable(_ position: Int) -> Int? {
    guard begins(position, "{{") else { return nil }
    let start = skippingSpaces(position + 2)
    var end = start
    while end < bytes.count, Self.isNameByte[Int(bytes[end])] { end += 1 }
    if end == start { return nil }
    end = skippingSpaces(end)
    return begins(end, "}}") ? end + 2 : nil
  }

  private static let endsBare = Array(",}]\"".utf8)

  /// Handles the value of a header field, or of similar text: the word after the scheme, or the whole value for
  /// cookies.
  private mutating func field(_ first: Int, _ kind: SecretKind) -> Int? {
    var start = first
    let isWhole = kind.name == "cookie" || begins(first, "AWS4-")
    for scheme in ["Bearer ", "Basic ", "Token ", "Digest ", "Negotiate "] where begins(start, scheme) {
      start = skippingSpaces(start + scheme.utf8.count)
    }
    let isScheme = start > first
    if let end = variable(start) { return end }
    if isScheme, let end = parameters(start, kind) { return end }
    var stop = start
    while stop < bytes.count, isWhole ? bytes[stop] != 10 && bytes[stop] != 13 : bytes[stop] > 32,
      !(isWhole ? Self.endsLine : Self.endsField).contains(bytes[stop])
    { stop = (isWhole ? quotedCookie(stop) : nil) ?? stop + 1 }
    // The backslashes before a quote belong to it.
    if isWhole, stop < bytes.count { while stop > start, bytes[stop - 1] == UInt8(ascii: "\\") { stop -= 1 } }
    // Prose may also contain a colon, so the value is masked only in its place, and a plain word is not a secret, as in
    // `token: missing`.
    guard isWhole || isScheme || !isWord(start..<stop) else { return nil }
    add(start..<stop, SecretKind(kind.name, isLocal: true, needsDigits: kind.needsDigits), .plain)
    return stop
  }

  /// Handles the parameters of a scheme if the first one is quoted, as in `Token token="…", realm="…"`. Returns `nil` if
  /// it isn't. Parameters that aren't quoted, such as `algorithm=MD5`, are no secrets.
  private mutating func parameters(_ first: Int, _ kind: SecretKind) -> Int? {
    let local = SecretKind(kind.name, isLocal: true, needsDigits: kind.needsDigits)
    var (end, position): (Int?, Int) = (nil, first)
    // The list ends with its syntax, so that no other list in the line is examined twice.
    while true {
      let start = position
      while position < bytes.count, Self.isNameByte[Int(bytes[position])] { position += 1 }
      guard position > start, position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return end }
      if let opening = quote(at: position + 1) {
        position = quoted(opening, self.kind(name(before: position)) ?? local)
        end = position
      } else if end == nil {
        return nil
      } else {
        while position < bytes.count, bytes[position] > 32, bytes[position] != UInt8(ascii: ",") { position += 1 }
      }
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return end }
      position = skippingSpaces(position + 1)
    }
  }

  /// Returns the end of a quoted value of a cookie (RFC 6265 §4.1.1) after this `=`, or `nil` if there is none. Another
  /// quote ends the text around all cookies.
  private func quotedCookie(_ position: Int) -> Int? {
    guard bytes[position] == UInt8(ascii: "="), let opening = quote(at: position + 1) else { return nil }
    let after = closing(opening).after
    let isEnd = after >= bytes.count || [10, 13, UInt8(ascii: ";")].contains(bytes[after])
    return isEnd || opening.escapes > 0 && quote(at: after) != nil ? after : nil
  }

  private func isWord(_ range: Range<Int>) -> Bool {
    range.count < 12 && bytes[range].allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 >= 0x80 }
  }

  private static let endsLine = Array("\"'".utf8)
  private static let endsField = Array("\"'<>,;)]}\\".utf8)

  private func begins(_ position: Int, _ text: String) -> Bool {
    let text = Array(text.utf8)
    return position + text.count <= bytes.count
      && zip(bytes[position..<position + text.count], text).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Handles all strings in a secret object or array, except the names of members.
  mutating func nested(_ first: Int, _ kind: SecretKind) -> Int? {
    if first < bareEnd { return nil }
    let known = findings.count
    var (position, depth) = (first, 0)
    defer { if findings.count == known { bareEnd = position } }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        if let opening = quote(at: position), opening.mark == UInt8(ascii: "\"") {
          let (end, after) = closing(opening)
          position = after
          let next = skippingSpaces(after, lines: true)
          let isName = next < bytes.count && bytes[next] == UInt8(ascii: ":")
          if !isName { add(opening.start..<max(opening.start, end), kind, .quoted(escapes: opening.escapes)) }
          continue
        }
      default: break
      }
      position += 1
    }
    return position
  }

  /// Handles `<name a="b">value</name>`.
  mutating func element(_ position: Int) -> Int? {
    var end = position + 1
    var start = end
    while end < bytes.count, end - start <= SecretName.longest,
      Self.isNameByte[Int(bytes[end])] || bytes[end] == UInt8(ascii: ":")
    {
      if bytes[end] == UInt8(ascii: ":") { start = end + 1 }
      end += 1
    }
    guard end > start, let kind = kind(start..<end) else { return nil }
    var mark = end
    while mark < bytes.count, mark - end < 256, bytes[mark] != UInt8(ascii: ">"), bytes[mark] != UInt8(ascii: "<") {
      mark += 1
    }
    guard mark < bytes.count, bytes[mark] == UInt8(ascii: ">"), bytes[mark - 1] != UInt8(ascii: "/"),
      !isPlaceholder(end..<mark)
    else { return nil }
    let cdata = "<![CDATA["
    let value = mark + 1
    if begins(value, cdata) { return section(value + cdata.utf8.count, kind) }
    var stop = value
    while stop < bytes.count, bytes[stop] != UInt8(ascii: "<") { stop += 1 }
    add(trimmed(value..<stop), kind, .element)
    return stop
  }

  /// Handles a CDATA section, in which nothing is escaped (XML 1.0 §2.7).
  private mutating func section(_ start: Int, _ kind: SecretKind) -> Int {
    var stop = start
    while stop < bytes.count, bytes[stop] != UInt8(ascii: "]") || !begins(stop, "]]>") { stop += 1 }
    add(trimmed(start..<stop), kind, .plain)
    return stop
  }

  /// Whether the range is the end of a placeholder such as `<token 1>`.
  private func isPlaceholder(_ rest: Range<Int>) -> Bool {
    rest.count > 1 && bytes[rest.lowerBound] == 32
      && bytes[rest].dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, bytes[low] <= 32 { low += 1 }
    while high > low, bytes[high - 1] <= 32 { high -= 1 }
    return low..<high
  }

  /// Handles `user:password@` after `://`, or after `:\/\/` as in JSON.
  mutating func userInfo(_ position: Int) -> Int? {
    let start = position + (bytes[position + 1] == UInt8(ascii: "/") ? 3 : 5)
    var (stop, at) = (start, -1)
    while stop < bytes.count, bytes[stop] > 32, !Self.endsAuthority.contains(bytes[stop]) {
      if bytes[stop] == UInt8(ascii: "@") { at = stop }
      stop += 1
    }
    guard at > start else { return nil }
    let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
    if let colon, colon > start { add(start..<colon, SecretKind("user", isLocal: true), .item) }
    add((colon.map { $0 + 1 } ?? start)..<at, .password, .item)
    return at
  }

  private static let endsAuthority = Array("/?#\"'<>\\".utf8)
}
