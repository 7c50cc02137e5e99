/// The library's single list of names that mark a value as a secret: names of header fields, of JSON members, and of
/// query items.
public enum SecretName {
  /// Returns the kind of secret that a header field with this name carries, or `nil` if it carries none.
  public static func kind(ofField name: some StringProtocol) -> SecretKind? {
    let lower = name.lowercased()
    switch lower {
    case "token", "client", "auth", "x-auth", "authentication", "x-authentication": return .token
    case "session", "x-session": return .session
    case "uid": return SecretKind("uid", isLocal: true)
    case "cookie", "set-cookie": return SecretKind("cookie")
    default: return kind(ofMember: name)
    }
  }

  /// Returns the kind of secret that a value with this name is, or `nil` if it is none. The name is that of a JSON
  /// member, a query or form item, or an XML element. It is read by words, as in `new_password2`, `newPassword` and
  /// `New-Password`. A word such as `new` or a number may follow.
  public static func kind(ofMember name: some StringProtocol) -> SecretKind? {
    var name = String(name)
    return name.withUTF8 { kind(ofMember: $0) }
  }

  /// Returns the kind of secret for a name in UTF-8.
  package static func kind(ofMember name: UnsafeBufferPointer<UInt8>) -> SecretKind? {
    guard name.count <= longest else { return nil }
    var end = name.count
    while end > 0 {
      while end > 0, isIgnored(name[end - 1]) || name[end - 1] &- 48 < 10 { end -= 1 }
      guard end > 0, lastBytes[Int(lower(name[end - 1]))] else { return nil }
      if let kind = kind(ofWords: name[..<end]) { return kind }
      guard let start = startOfAddition(name[..<end]) else { return nil }
      end = start
    }
    return nil
  }

  private static func kind(ofWords name: Slice<UnsafeBufferPointer<UInt8>>) -> SecretKind? {
    guard let last = name.last, !words[Int(lower(last))].isEmpty else { return nil }
    var (plain, starts): ([UInt8], [Bool]) = ([], [])
    plain.reserveCapacity(name.count)
    for location in name.indices where !isIgnored(name[location]) {
      plain.append(lower(name[location]))
      starts.append(isStart(location, in: name))
    }
    return words[Int(lower(last))].first { word in
      let start = plain.count - word.bytes.count
      guard start >= 0, plain[start...].elementsEqual(word.bytes) else { return false }
      switch word.location {
      case .anywhere: return true
      case .word: return starts[start]
      case .whole: return start == 0 || start == 1 && plain[0] == UInt8(ascii: "x") && starts[1]
      }
    }?.kind
  }

  /// Whether a word begins at a place: after a separator, or with a capital after another letter.
  private static func isStart(_ location: Int, in name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard location > name.startIndex else { return true }
    return isIgnored(name[location - 1]) || name[location] &- 65 < 26 && name[location - 1] &- 65 >= 26
  }

  /// Returns the beginning of the last word if it may follow the name of a secret, as in `password_new`.
  private static func startOfAddition(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let start = name.indices.last(where: { isStart($0, in: name) }), start > 0 else { return nil }
    return additions.contains(String(decoding: name[start...].map(lower), as: UTF8.self)) ? start : nil
  }

  private static let additions: Set<String> = [
    "new", "old", "current", "previous", "confirm", "confirmed", "confirmation", "again", "repeat", "repeated", "value",
    "hash", "plain", "raw", "string", "header",
  ]

  @inline(__always) private static func lower(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

  @inline(__always) private static func isIgnored(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The maximum length of a name, in bytes. Longer names never mark a secret.
  public static let longest = 64

  /// Where a word has to be in a name to mark a secret. In any case, it is at the end.
  private enum Location { case anywhere, word, whole }

  /// A word, or several without separators, that marks a secret.
  private struct Word {
    var bytes: [UInt8]
    var location: Location
    var kind: SecretKind
  }

  /// The words, indexed by their last byte.
  private static let words: [[Word]] = {
    var table = Array(repeating: [Word](), count: 256)
    for (location, kind, names) in list {
      for name in names.split(separator: " ") {
        let bytes = Array(name.utf8)
        if let last = bytes.last { table[Int(last)].append(Word(bytes: bytes, location: location, kind: kind)) }
      }
    }
    return table
  }()

  /// The last bytes of all words and additions. Most names have a different last byte and are ruled out immediately.
  private static let lastBytes: [Bool] = {
    let known = Set(additions.compactMap { $0.utf8.last })
    return (0...255).map { !words[$0].isEmpty || known.contains(UInt8($0)) }
  }()

  private static let list: [(Location, SecretKind, String)] = [
    (.anywhere, .token, "token jwt"), (.anywhere, .password, "password passwords passwordconfirmation passphrase"),
    (
      .anywhere, .secret,
      "secret apikey apikeys authkey secretkey secretkeys accesskey accesskeys accesskeyid privatekey privatekeys signingkey "
        + "encryptionkey masterkey subscriptionkey"
    ),
    (.anywhere, .session, "sessionid"), (.anywhere, .code, "otp"),
    (
      .anywhere, .token,
      "accesstokens refreshtokens authtokens idtokens apitokens bearertokens sessiontokens devicetokens pushtokens"
    ),
    (.word, .password, "passwd pwd passcode senha contrasena"), (.word, .secret, "secrets"),
    (.word, .token, "csrf xsrf"),
    (.whole, .token, "tokens bearer"),
    (.whole, .password, "pin pass userpass dbpass adminpass rootpass loginpass mailpass smtppass proxypass"),
    (.whole, SecretKind("token", needsDigits: true, isText: true), "auth basicauth proxyauth"),
    (.whole, .secret, "authorization proxyauthorization credentials"), (.whole, .session, "sid connectsid phpsessid"),
    (.whole, .code, "code totp verificationcode authorizationcode authcode"),
    (.whole, .signature, "signature sig xamzsignature xamzcredential hmac"),
  ]
}

/// A kind of secret.
public struct SecretKind: Sendable, Hashable {
  /// The name of the kind, such as `token`. It consists of letters.
  public var name: String
  /// Whether only the value in its own place is a secret. The same text elsewhere is not, because it is useless there
  /// or likely to occur by chance.
  public var isLocal: Bool
  /// Whether a value is a secret only if it contains a digit and has at least four bytes. For example, `"code":
  /// "not_found"` is not a secret.
  public var needsDigits: Bool
  /// Whether the name is that of an enclosing member, as in `"token": {"value": …}`.
  package var isNested = false
  /// Whether only a text is a secret, and not what an object or array with the name contains: `"auth": {"user": …}`.
  package private(set) var isText = false

  /// Creates a kind.
  public init(_ name: String, isLocal: Bool = false, needsDigits: Bool = false) {
    self.name = name
    self.isLocal = isLocal
    self.needsDigits = needsDigits
  }

  fileprivate init(_ name: String, needsDigits: Bool, isText: Bool) {
    self.init(name, needsDigits: needsDigits)
    self.isText = isText
  }

  /// A token that authenticates the client.
  public static let token = SecretKind("token")
  /// A password chosen by a person.
  public static let password = SecretKind("password")
  /// Any other secret.
  public static let secret = SecretKind("secret")
  /// A session identifier.
  public static let session = SecretKind("session")
  /// A one-time code.
  public static let code = SecretKind("code", needsDigits: true)
  /// A signature, or the credential that it was created with.
  public static let signature = SecretKind("signature", isLocal: true)

  /// Returns whether `value` is a secret, given that its name marks it as this kind.
  public func includes(_ value: some StringProtocol) -> Bool {
    if !needsDigits { return true }
    let digits = value.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits > 0 && value.utf8.count >= 4
  }
}
