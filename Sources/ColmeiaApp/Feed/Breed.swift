/// The categories of the dog feed, in the order of the original's state and of the challenge (D15, D16,
/// D27): husky is the first and the default.
public enum Breed: String, Sendable, Codable, CaseIterable {
  /// The default.
  case husky
  /// Second.
  case hound
  /// Third.
  case pug
  /// Last.
  case labrador

  /// The name as a title (D21), the same in every language: `Husky`.
  public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
