/// The categories of the dog feed (D15), in the order in which the original offers them (D21).
public enum Breed: String, Sendable, Codable, CaseIterable {
  /// The first that is shown.
  case hound
  /// That of a link which names none (D27), and of a feed that shows nothing yet (D16).
  case husky
  /// Pugs, the third category.
  case pug
  /// Labradors, the last category.
  case labrador

  /// The name as a title (D21), the same in every language: `Husky`.
  public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
