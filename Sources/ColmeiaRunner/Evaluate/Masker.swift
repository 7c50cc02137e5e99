import ColmeiaHTTP
import ColmeiaJSON

/// Takes secrets out of whatever is shown or written: each becomes `***`.
public struct Masker: Sendable {
  /// A secret of fewer characters would take out too much, and protects nothing.
  public static let shortest = 4

  private var forms: [String] = []

  /// Hides nothing.
  public init() {}

  /// Hides this text from now on, also as it stands in JSON and in addresses; `false` when it is too short.
  public mutating func hide(_ secret: String) -> Bool {
    guard secret.count >= Self.shortest else { return false }
    let json = JSON.string(secret).text().dropFirst().dropLast()
    for form in [secret, String(json), PercentEncoding.encode(secret)] where !forms.contains(form) {
      forms.append(form)
    }
    // The longest first, so that a secret which begins another leaves nothing of it.
    forms.sort { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    return true
  }

  /// The text without what is hidden.
  ///
  /// - Complexity: O(secrets × length).
  public func callAsFunction(_ text: String) -> String {
    var text = text
    for form in forms where text.contains(form) { text = text.replacing(form, with: "***") }
    return text
  }
}
