import ColmeiaHTTP
import ColmeiaJSON

/// Takes secrets out of whatever is shown or written: each becomes `***`, or a placeholder of its own.
public struct Masker: Sendable {
  /// A secret of fewer characters would take out too much, and protects nothing.
  public static let shortest = 4

  private struct Form {
    var bytes: [UInt8]
    var replacement: [UInt8]
  }

  /// How secrets may stand in a text, by their first four bytes, the longest first, so that a secret which begins another
  /// leaves nothing of it.
  private var forms: [UInt32: [Form]] = [:]

  /// Hides nothing.
  public init() {}

  /// Hides this text from now on, also as it stands in JSON and in addresses; `false` when it is too short. What is hidden
  /// already keeps its replacement.
  public mutating func hide(_ secret: String, as replacement: String = "***") -> Bool {
    guard secret.count >= Self.shortest else { return false }
    let json = JSON.string(secret).text().dropFirst().dropLast()
    let nested = JSON.string(String(json)).text().dropFirst().dropLast()
    for text in [secret, String(json), String(nested), PercentEncoding.encode(secret)] {
      let bytes = Array(text.utf8)
      let key = Self.key(bytes, 0)
      if forms[key]?.contains(where: { $0.bytes == bytes }) == true { continue }
      forms[key, default: []].append(Form(bytes: bytes, replacement: Array(replacement.utf8)))
      forms[key]?.sort { $0.bytes.count > $1.bytes.count }
    }
    return true
  }

  /// The text without what is hidden.
  ///
  /// - Complexity: O(length), and for each place that begins as a secret does O(its length).
  public func callAsFunction(_ text: String) -> String {
    if forms.isEmpty { return text }
    let bytes = Array(text.utf8)
    let masked = self(bytes)
    // A secret is whole characters of UTF-8, so what is left is UTF-8.
    return masked == bytes ? text : String(decoding: masked, as: UTF8.self)
  }

  /// The bytes without what is hidden.
  ///
  /// - Complexity: as for a text.
  public func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
    if forms.isEmpty || bytes.count < 4 { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      if let form = form(in: bytes, at: place) {
        result += form.replacement
        place += form.bytes.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  /// Where in the bytes something is hidden, in order.
  ///
  /// - Complexity: as for a text.
  func places(in bytes: [UInt8]) -> [Range<Int>] {
    if forms.isEmpty { return [] }
    var places: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      guard let form = form(in: bytes, at: place) else {
        place += 1
        continue
      }
      places.append(place..<place + form.bytes.count)
      place += form.bytes.count
    }
    return places
  }

  private func form(in bytes: [UInt8], at place: Int) -> Form? {
    guard place + 4 <= bytes.count else { return nil }
    return forms[Self.key(bytes, place)]?.first { bytes[place...].starts(with: $0.bytes) }
  }

  private static func key(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
