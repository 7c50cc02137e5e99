/// What the name of a field, of a member or of an item of a query says of its value: the one list of such names.
public enum SecretName {
  /// The kind of secret that a header field carries, such as `token`; `nil` when it is none.
  public static func kind(ofField name: some StringProtocol) -> SecretKind? {
    let lower = name.lowercased()
    switch lower {
    case "token", "client": return .token
    case "uid": return SecretKind("uid", isLocal: true)
    case "cookie", "set-cookie": return SecretKind("cookie")
    default: return kind(ofMember: lower)
    }
  }

  /// The kind of secret that a member of JSON, an item of a query or of a form, or an element of XML holds; `nil` when it is
  /// none. Case, `_`, `-` and `.` do not matter.
  public static func kind(ofMember name: some StringProtocol) -> SecretKind? {
    var name = String(name)
    return name.withUTF8 { kind(ofMember: $0) }
  }

  /// The same of a name in UTF-8.
  package static func kind(ofMember name: UnsafeBufferPointer<UInt8>) -> SecretKind? {
    guard let end = name.last, name.count <= longest, !endings[Int(end &- 65 < 26 ? end | 0x20 : end)].isEmpty else {
      return nil
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(name.count)
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".") {
      plain.append(byte &- 65 < 26 ? byte | 0x20 : byte)
    }
    guard let last = plain.last else { return nil }
    return endings[Int(last)].first { ending in
      ending.isWhole ? plain == ending.bytes : plain.suffix(ending.bytes.count) == ending.bytes[...]
    }?.kind
  }

  /// How many bytes a name has at most that says something.
  public static let longest = 64

  /// What a name is, or ends in.
  private struct Ending {
    var bytes: [UInt8]
    var isWhole: Bool
    var kind: SecretKind
  }

  /// By their last bytes: most names are none of these, and are told so at once.
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
  /// What it is called, in letters: `token`.
  public var name: String
  /// Whether the value is a secret in its own place only, because it is no use elsewhere or not unlikely there.
  public var isLocal: Bool
  /// Whether a value of letters alone, or a number of fewer than four digits, is none: `"code": "not_found"`.
  public var needsDigits: Bool
  /// Whether it is a name above the value that says so, as in `"token": {"value": …}`.
  package var isNested = false

  /// A kind.
  public init(_ name: String, isLocal: Bool = false, needsDigits: Bool = false) {
    self.name = name
    self.isLocal = isLocal
    self.needsDigits = needsDigits
  }

  /// A token, which proves who is asking.
  public static let token = SecretKind("token")
  /// A password that a person chose.
  public static let password = SecretKind("password")
  /// Any other secret.
  public static let secret = SecretKind("secret")
  /// The name of a session.
  public static let session = SecretKind("session")
  /// A code that is used once.
  public static let code = SecretKind("code", needsDigits: true)
  /// A signature, or what was signed with.
  public static let signature = SecretKind("signature", isLocal: true)

  /// Whether this value is a secret, if its name says so.
  public func includes(_ value: some StringProtocol) -> Bool {
    if !needsDigits { return true }
    let digits = value.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits > 0 && value.utf8.count >= 4
  }
}
