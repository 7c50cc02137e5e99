/// The languages of the app's texts.
public enum Language: String, Sendable, Codable, CaseIterable {
  /// Brazilian Portuguese, the only language of the original app (D26).
  case portuguese = "pt-BR"
  /// English.
  case english = "en"
}
