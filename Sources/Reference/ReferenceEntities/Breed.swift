/// The categories of the dog feed (D15), in the order of the original app (D21).
public enum Breed: String, Sendable, Codable, CaseIterable {
  /// Hounds, the first category that is shown.
  case hound
  /// Huskies, the default of a link without a category (D27), and of a feed that isn't loaded yet (D16).
  case husky
  /// Pugs.
  case pug
  /// Labradors.
  case labrador

  /// The title (D21), which is the same in every language, such as `Husky`.
  public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
