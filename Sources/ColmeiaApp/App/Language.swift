/// The languages of the app's texts.
public enum Language: String, Sendable, Codable, CaseIterable {
  /// Portuguese as written in Brazil, the original's only language (D26).
  case portuguese = "pt-BR"
  /// English.
  case english = "en"
}
