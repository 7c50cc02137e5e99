import ColmeiaHTTP
import ColmeiaJSON

/// Takes secrets out of all that is shown or written. What has to be masked goes through here before it is cut, filtered
/// or encoded.
///
/// It knows secrets by where they come from. A value whose name says so, such as `"password": …`, `token=…`,
/// `<SessionToken>…` or `https://user:…@host`, is masked in its place; see `SecretName`. What it has learned is masked
/// everywhere: as it is, in upper and lower case, escaped as in addresses, forms, JSON and XML, in Base64, and character
/// by character in a list.
///
/// A secret of fewer than ``shortest`` characters, and a word such as `true`, is masked in its place only: everywhere it
/// would take out too much, and protect nothing. So is what comes when ``limit`` secrets are known, or ``byteLimit`` bytes of
/// them.
public struct Masker: Sendable {
  /// What stands for a secret.
  public enum Style: Sendable {
    /// `***` for all of them.
    case stars
    /// A name of its own for each, such as `<token 1>`, in the order in which they were learned.
    case placeholders
  }

  /// A secret of fewer characters is masked in its place only.
  public static let shortest = 4
  /// How many secrets are known at most.
  public static let limit = 10_000
  /// How many bytes all known secrets have at most, and how many a single one has.
  public static let byteLimit = 1 << 20
  /// How many bytes of one secret are kept at most.
  public static let longest = 64 << 10
  /// What stands for a secret that has no name of its own.
  public static let stars = "***"

  let style: Style
  let changing: Set<String>
  private var search = SecretSearch()
  private var replacements: [String] = [Masker.stars]
  /// Which are known everywhere.
  private var known: Set<String> = []
  private var bytes = 0
  /// What stands for which, with names of their own.
  private var placeholders: [String: String] = [:]
  private var counts: [String: Int] = [:]

  /// Knows nothing.
  ///
  /// - Parameters:
  ///   - style: What stands in the place of a secret.
  ///   - changing: Names of members whose values differ from run to run; they are masked like secrets.
  public init(_ style: Style = .stars, changing: Set<String> = []) {
    self.style = style
    self.changing = Set(changing.map { $0.lowercased() })
  }

  /// Masks this text everywhere from now on; `false` when it is too short for that, too common, or when there are too many.
  @discardableResult public mutating func hide(_ secret: String, as kind: SecretKind = .secret) -> Bool {
    // What stands for one in a cassette that is played shows nothing.
    if Placeholder.isOne(secret) { return true }
    guard Self.isWorthHiding(secret) else { return false }
    if known.contains(secret) { return true }
    guard known.count < Self.limit, secret.utf8.count <= Self.longest, bytes + secret.utf8.count <= Self.byteLimit
    else {
      return false
    }
    known.insert(secret)
    bytes += secret.utf8.count
    var (plain, encoded) = (0, 0)
    if style == .placeholders {
      let placeholder = name(secret, kind)
      plain = replacements.count
      encoded = plain + 1
      // What is encoded is another text, so in a replay it stands for another.
      replacements += [placeholder, Placeholder.encoded(placeholder)]
    }
    search.add(SecretForms.all(of: secret, plain, encoded: encoded))
    return true
  }

  /// Whether a text can be masked wherever it stands.
  private static func isWorthHiding(_ text: String) -> Bool {
    text.count >= shortest && !text.allSatisfy { $0 == "*" } && !["true", "false", "null"].contains(text)
  }

  /// Words that stand where secrets do and are none.
  private static let words: Set<String> = [
    "none", "undefined", "bearer", "basic", "digest", "token", "password", "secret", "code", "missing", "wrong",
    "invalid", "expired", "unauthorized", "required",
  ]

  /// Whether it masks other texts than another one.
  package func knowsOther(than other: Masker) -> Bool { known != other.known }

  /// Whether this text is masked everywhere.
  func isKnown(_ text: String) -> Bool { known.contains(text) }

  /// Prepares for what was learned, once, so that not each text to be masked has to.
  public mutating func prepare() { search.build() }

  /// Gives a value a name of its own, if those are wanted; it is masked everywhere unless its kind is local.
  mutating func note(_ value: String, _ kind: SecretKind) {
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

  /// Whether a value in the place of a secret is one: not nothing, not masked already, and not `{{text}}`, the place in a
  /// field's action for what a front end has typed.
  static func isMasked(_ value: String, _ kind: SecretKind) -> Bool {
    !value.isEmpty && !["***", "true", "false", "null", "{{text}}"].contains(value) && !Placeholder.isOne(value)
      && kind.includes(value)
  }

  /// What stands for a value in the place of a secret.
  func replacement(_ value: String, _ kind: SecretKind) -> String {
    guard Self.isMasked(value, kind) else { return value }
    return placeholders[value] ?? (style == .stars ? Self.stars : "<\(kind.name)>")
  }

}

extension SecretKind {
  /// What the name of a member says, which may also be one of these, in lower case.
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
  /// Learns what the names in a text say.
  public mutating func learn(_ text: String) { learn(Array(text.utf8)) }

  /// Learns what the names in a text say, given in UTF-8.
  public mutating func learn(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { bytes in
      SecretScanner(bytes, changing).places.map { (Self.value(of: $0, in: bytes), $0.kind) }
    }
    for (value, kind) in found { note(value, kind) }
  }

  /// The text without secrets.
  ///
  /// - Complexity: O(length × log secrets).
  public func callAsFunction(_ text: String) -> String {
    var text = text
    let bytes = text.withUTF8 { masked($0) }
    guard let bytes else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes without what was learned, whatever names there are in them: for pictures and the like.
  ///
  /// - Complexity: as for a text.
  public func known(in bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { masked($0, hasNames: false) } ?? bytes
  }

  /// Where in the bytes secrets are, in order.
  ///
  /// - Complexity: as for a text.
  public func places(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { places(in: $0).map(\.range) }
  }

  /// Whether a text has a secret in it.
  func hasSecret(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { !places(in: $0).isEmpty }
  }

  private func masked(_ bytes: UnsafeBufferPointer<UInt8>, hasNames: Bool = true) -> [UInt8]? {
    let places = places(in: bytes, hasNames: hasNames)
    if places.isEmpty { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for place in places {
      result += bytes[end..<place.range.lowerBound]
      result += place.text.utf8
      end = place.range.upperBound
    }
    return result + bytes[end...]
  }

  /// Places that do not overlap, in order, with what stands for them.
  private func places(
    in bytes: UnsafeBufferPointer<UInt8>, hasNames: Bool = true
  ) -> [(range: Range<Int>, text: String)] {
    var places: [(range: Range<Int>, text: String)] = []
    for place in hasNames ? SecretScanner(bytes, changing).places : [] {
      let value = Self.value(of: place, in: bytes)
      let text = replacement(value, place.kind)
      if text != value { places.append((place.range, text)) }
    }
    for match in search.matches(in: bytes) { places.append((match.range, replacements[match.replacement])) }
    // Of those that begin together the longest first.
    places.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
    var merged: [(range: Range<Int>, text: String)] = []
    for place in places {
      guard let last = merged.last, place.range.lowerBound < last.range.upperBound else {
        merged.append(place)
        continue
      }
      let end = max(last.range.upperBound, place.range.upperBound)
      merged[merged.count - 1].range = last.range.lowerBound..<end
    }
    return merged
  }

  /// What a value in a text is when nothing is escaped.
  private static func value(of place: SecretScanner.Place, in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let raw = String(decoding: UnsafeBufferPointer(rebasing: bytes[place.range]), as: UTF8.self)
    switch place.form {
    case .plain: return raw
    case .item:
      return PercentEncoding.decode(raw.replacing("+", with: "%20")) ?? raw
    case .element:
      return raw.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
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
