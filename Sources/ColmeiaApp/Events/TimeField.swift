/// A field for a time: what the event says, until somebody types.
public enum TimeField: Sendable, Equatable, Codable {
  /// In seconds since 1970.
  case known(Int)
  /// A text that was typed, whether or not it is a time.
  case typed(String)

  enum CodingKeys: String, CodingKey, CaseIterable { case known, typed }

  /// What it stands for, in seconds since 1970; `nil` when that is no time.
  public var seconds: Int? {
    switch self {
    case .known(let seconds): seconds
    case .typed(let text): EventTime.seconds(text)
    }
  }

  /// What the field shows.
  public func text(_ language: Language) -> String {
    switch self {
    case .known(let seconds): EventTime.text(seconds, language) ?? ""
    case .typed(let text): text
    }
  }

  /// Whether something was typed that is no time.
  public var isMistyped: Bool {
    if case .typed(let text) = self { !text.isEmpty && seconds == nil } else { false }
  }
}
