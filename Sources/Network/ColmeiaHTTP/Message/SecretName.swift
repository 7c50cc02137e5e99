/// The library's single list of names that mark a value as a secret: names of header fields, of JSON members, and of
/// query items.
public enum SecretName {
  /// Returns the kind of secret that a header field with this name carries, or `nil` if it carries none.
  public static func kind(ofField name: some StringProtocol) -> SecretKind? {
    let lower = name.lowercased()
    switch lower {
    case "token", "client": return .token
    case "uid": return SecretKind("uid", isLocal: true)
    case "cookie", "set-cookie": return SecretKind("cookie")
    default: return kind(ofMember: lower)
    }
  }

  /// Returns the kind of secret that a value with this name is, or `nil` if it is none. The name is that of a JSON
  /// member, a query or form item, or an XML element. Case and the characters `_`, `-`, and `.` are ignored.
  public static func kind(ofMember name: some StringProtocol) -> SecretKind? {
    var name = String(name)
    return name.withUTF8 { kind(ofMember: $0) }
  }

  /// Returns the kind of secret for a name in UTF-8.
  package static func kind(ofMember name: UnsafeBufferPointer<UInt8>) -> SecretKind? {
    guard name.count <= longest, let end = name.last(where: { !isIgnored($0) }),
      !endings[Int(end &- 65 < 26 ? end | 0x20 : end)].isEmpty
    else { return nil }
    var plain: [UInt8] = []
    plain.reserveCapacity(name.count)
    for byte in name where !isIgnored(byte) {
      plain.append(byte &- 65 < 26 ? byte | 0x20 : byte)
    }
    guard let last = plain.last else { return nil }
    return endings[Int(last)].first { ending in
      ending.isWhole ? plain == ending.bytes : plain.suffix(ending.bytes.count) == ending.bytes[...]
    }?.kind
  }

  @inline(__always) private static func isIgnored(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The maximum length of a name, in bytes. Longer names never mark a secret.
  public static let longest = 64

  /// A name, or the end of one, that marks a secret.
  private struct Ending {
    var bytes: [UInt8]
    var isWhole: Bool
    var kind: SecretKind
  }

  /// The endings, indexed by their last byte. Most names have a different last byte and are ruled out immediately.
  private static let endings: [[Ending]] = {
    var table = Array(repeating: [Ending](), count: 256)
    for (isWhole, kind, names) in words {
      for name in names.split(separator: " ") {
        let bytes = Array(name.utf8)
        if let last = bytes.last { table[Int(last)].append(Ending(bytes: bytes, isWhole: isWhole, kind: kind)) }
      }
    }
    return table
  }()

  private static let words: [(isWhole: Bool, SecretKind, String)] = [
    (false, .token, "token jwt"), (false, .password, "password passwordconfirmation passphrase"),
    (false, .secret, "secret apikey secretkey accesskey accesskeyid privatekey"), (false, .session, "sessionid"),
    (false, .code, "otp"), (true, .token, "tokens bearer"),
    (true, .password, "passwd pwd passcode senha contrasena pin"),
    (true, .secret, "authorization proxyauthorization credentials"), (true, .session, "sid connectsid phpsessid"),
    (true, .code, "code totp verificationcode authorizationcode authcode"),
    (true, .signature, "signature sig xamzsignature xamzcredential hmac"),
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

  /// Creates a kind.
  public init(_ name: String, isLocal: Bool = false, needsDigits: Bool = false) {
    self.name = name
    self.isLocal = isLocal
    self.needsDigits = needsDigits
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
