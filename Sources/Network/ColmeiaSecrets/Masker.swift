import ColmeiaHTTP
import ColmeiaJSON

/// Masks secrets in text, JSON and HTTP messages before they are shown or written. Values must be masked before they
/// are shortened, filtered or encoded.
///
/// A masker recognizes secrets in two ways:
///
/// - By name: a value whose name identifies it as a secret, such as `"password": …`, `token=…`, `<SessionToken>…` or
///   `https://user:…@host`, is masked in that place. See `SecretName`.
/// - By value: a secret that the masker has learned is masked everywhere, in all its forms: in upper and lower case,
///   escaped as in URLs, forms, JSON and XML, in Base64, and, in parsed JSON, as an array of single characters.
///
/// A secret shorter than ``shortest`` characters, or a word such as `true`, is masked only by name. Masking it
/// everywhere would remove too much text without protecting anything. The same applies to further secrets once the
/// masker knows ``limit`` secrets, or ``byteLimit`` bytes of them.
public struct Masker: Sendable {
  /// The replacement for secrets.
  public enum Style: Sendable {
    /// `***` for every secret.
    case stars
    /// A separate placeholder for each secret, such as `<token 1>`, numbered in the order in which secrets were
    /// learned.
    case placeholders
  }

  /// The minimum number of characters in a secret that is masked everywhere.
  public static let shortest = 4
  /// The maximum number of secrets that a masker knows.
  public static let limit = 10_000
  /// The maximum total number of bytes in all known secrets.
  public static let byteLimit = 1 << 20
  /// The maximum number of bytes in one known secret.
  public static let longest = 64 << 10
  /// The replacement for a secret without a placeholder of its own.
  public static let stars = "***"

  let style: Style
  let changing: Set<String>
  /// Whether names within texts mark secrets in JSON, as in `token=abc`, and not only the names of members.
  var readsTexts = true
  var search = SecretSearch()
  private var replacements: [String] = [Masker.stars]
  /// The secrets that are masked everywhere. As strings, those with different bytes could be equal.
  private var known: Set<ExactKey> = []
  private var bytes = 0
  /// The placeholders by secret, in the style ``Style/placeholders``.
  private var placeholders: [String: String] = [:]
  private var counts: [String: Int] = [:]

  /// Creates a masker that knows no secrets.
  ///
  /// - Parameters:
  ///   - style: The replacement for secrets.
  ///   - changing: The names of members whose values differ from run to run. They are masked like secrets.
  public init(_ style: Style = .stars, changing: Set<String> = []) {
    self.style = style
    self.changing = Set(changing.map { $0.lowercased() })
  }

  /// Masks this text everywhere from now on.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - kind: The kind of secret, which names its placeholder.
  /// - Returns: `false` if the text can't be masked everywhere because it is too short or too common, or because a
  ///   limit is reached.
  @discardableResult public mutating func hide(_ secret: String, as kind: SecretKind = .secret) -> Bool {
    // A cassette that is being replayed contains placeholders, which reveal nothing.
    if Placeholder.isOne(secret) { return true }
    guard canHide(secret) else { return false }
    if isKnown(secret) { return true }
    let (plain, encoded) = style == .placeholders ? (replacements.count, replacements.count + 1) : (0, 0)
    guard search.add(SecretForms.all(of: secret, plain, encoded: encoded)) else { return false }
    known.insert(ExactKey(text: secret))
    bytes += secret.utf8.count
    if style == .placeholders {
      let placeholder = name(secret, kind)
      // The encoded secret is a different text, so a replay needs a different placeholder for it.
      replacements += [placeholder, Placeholder.encoded(placeholder)]
    }
    return true
  }

  /// Whether ``hide(_:as:)`` would succeed, unless the limit of the search is reached: the text is long and specific
  /// enough, and no other limit is reached.
  func canHide(_ text: String) -> Bool {
    if Placeholder.isOne(text) { return true }
    guard text.count >= Self.shortest, !text.allSatisfy({ $0 == "*" }), !["true", "false", "null"].contains(text) else {
      return false
    }
    return isKnown(text)
      || known.count < Self.limit && text.utf8.count <= Self.longest && bytes + text.utf8.count <= Self.byteLimit
  }

  /// Common words that appear where a secret is expected but aren't secrets, for example in error messages.
  private static let words: Set<String> = [
    "none", "undefined", "bearer", "basic", "digest", "token", "password", "secret", "code", "missing", "wrong",
    "invalid", "expired", "unauthorized", "required",
  ]

  /// A masker for the JSON of an app that a person uses. It leaves texts as they are, apart from the known secrets: a
  /// person may write `password: 1234`, and sees and edits that text.
  package var ignoringTexts: Masker {
    var masker = self
    masker.readsTexts = false
    masker.prepare()
    return masker
  }

  /// Whether this text is masked everywhere.
  func isKnown(_ text: String) -> Bool { known.contains(ExactKey(text: text)) }

  /// Builds the search structure for the secrets learned so far, so that it isn't rebuilt for each text.
  public mutating func prepare() { search.build() }

  /// Records a value that was found by name. It gets a placeholder in that style, and is masked everywhere unless its
  /// kind is local.
  mutating func remember(_ value: String, _ kind: SecretKind) {
    guard Self.isMasked(value, kind) else { return }
    if style == .placeholders { _ = name(value, kind) }
    if !kind.isLocal, !Self.words.contains(value.lowercased()) { hide(value, as: kind) }
  }

  private mutating func name(_ value: String, _ kind: SecretKind) -> String {
    if let known = placeholders[value] { return known }
    counts[kind.name, default: 0] += 1
    let placeholder = Placeholder.text(kind.name, counts[kind.name, default: 1])
    placeholders[value] = placeholder
    return placeholder
  }

  /// Whether a value found by name is really a secret: it isn't empty, isn't masked already, and isn't `{{text}}`, the
  /// placeholder for a front end's input in a field's action.
  static func isMasked(_ value: String, _ kind: SecretKind) -> Bool {
    !value.isEmpty && !["***", "true", "false", "null", "{{text}}"].contains(value) && !Placeholder.isOne(value)
      && kind.includes(value)
  }

  /// Returns the replacement for a value that was found by name.
  func replacement(_ value: String, _ kind: SecretKind) -> String {
    guard Self.isMasked(value, kind) else { return value }
    return placeholders[value] ?? (style == .stars ? Self.stars : "<\(kind.name)>")
  }

}

extension SecretKind {
  /// The kind of a member, by its name or the lowercase names in `changing`; `nil` if it isn't a secret.
  init?(ofMember name: String, _ changing: Set<String>) {
    if !changing.isEmpty {
      let lower = name.lowercased()
      if changing.contains(lower) {
        self.init(lower.filter { $0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-") })
        return
      }
    }
    guard let kind = SecretName.kind(ofMember: name) else { return nil }
    self = kind
  }
}

extension Masker {
  /// Learns the secrets that the names in a text identify.
  public mutating func learn(_ text: String) { learn(Array(text.utf8)) }

  /// Learns the secrets that the names in a UTF-8 text identify.
  public mutating func learn(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { bytes in
      SecretScanner(bytes, changing).findings.map { (Self.value(of: $0, in: bytes), $0.kind) }
    }
    for (value, kind) in found { remember(value, kind) }
  }

  /// Returns the text with its secrets masked.
  ///
  /// - Complexity: O(length × log secrets).
  public func callAsFunction(_ text: String) -> String { masked(text, hasNames: true) }

  func masked(_ text: String, hasNames: Bool) -> String {
    var text = text
    let bytes = text.withUTF8 { masked($0, hasNames: hasNames) }
    guard let bytes else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes with their secrets masked.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - hasNames: Whether names mark secrets, as in text. They have no meaning in binary data such as images.
  /// - Complexity: O(length × log secrets).
  package func masked(_ bytes: [UInt8], hasNames: Bool) -> [UInt8] {
    bytes.withUnsafeBufferPointer { masked($0, hasNames: hasNames) } ?? bytes
  }

  /// Returns the ranges of secrets in the bytes, in order. Each begins at its name, if the name identifies it.
  ///
  /// - Complexity: O(length × log secrets).
  package func findings(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { findings(in: $0, withNames: true).map(\.range) }
  }

  /// Whether a text contains a secret.
  func hasSecret(_ text: String, hasNames: Bool) -> Bool {
    var text = text
    return text.withUTF8 { !findings(in: $0, hasNames: hasNames).isEmpty }
  }

  private func masked(_ bytes: UnsafeBufferPointer<UInt8>, hasNames: Bool) -> [UInt8]? {
    let findings = findings(in: bytes, hasNames: hasNames)
    if findings.isEmpty { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for finding in findings {
      result += bytes[end..<finding.range.lowerBound]
      result += finding.text.utf8
      end = finding.range.upperBound
    }
    return result + bytes[end...]
  }

  /// Returns the ranges to mask, in order and without overlaps, with their replacements.
  private func findings(
    in bytes: UnsafeBufferPointer<UInt8>, hasNames: Bool = true, withNames: Bool = false
  ) -> [(range: Range<Int>, text: String)] {
    var findings: [(range: Range<Int>, text: String)] = []
    for finding in hasNames ? SecretScanner(bytes, changing).findings : [] {
      let value = Self.value(of: finding, in: bytes)
      let text = replacement(value, finding.kind)
      let start = withNames ? min(finding.start, finding.range.lowerBound) : finding.range.lowerBound
      if text != value { findings.append((start..<finding.range.upperBound, text)) }
    }
    for match in search.matches(in: bytes) { findings.append((match.range, replacements[match.replacement])) }
    // If several ranges begin at the same place, the longest comes first.
    findings.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
    var merged: [(range: Range<Int>, text: String)] = []
    for finding in findings {
      guard let last = merged.last, finding.range.lowerBound < last.range.upperBound else {
        merged.append(finding)
        continue
      }
      let end = max(last.range.upperBound, finding.range.upperBound)
      merged[merged.count - 1].range = last.range.lowerBound..<end
    }
    return merged
  }

  /// Returns a value with its escaping removed.
  private static func value(of finding: SecretScanner.Finding, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let raw = String(decoding: UnsafeBufferPointer(rebasing: bytes[finding.range]), as: UTF8.self)
    switch finding.form {
    case .plain: return raw
    case .item:
      return PercentEncoding.decode(raw.replacing("+", with: "%20")) ?? raw
    case .element:
      let plain = raw.replacing("&#39;", with: "'").replacing("&#34;", with: "\"")
      return XMLText.names.reduce(plain) { $0.replacing("&\($1.value);", with: $1.key) }
    case .quoted(let escapes):
      var text = raw
      var rest = escapes
      while true {
        guard text.utf8.contains(UInt8(ascii: "\\")), let json = try? JSON(parsing: "\"\(text)\""),
          let plain = json.string
        else { return text }
        text = plain
        if rest == 0 { return text }
        rest /= 2
      }
    }
  }
}
