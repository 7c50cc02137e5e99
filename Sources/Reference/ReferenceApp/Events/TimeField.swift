/// A field for a time. It contains the time of the event until the user types.
public enum TimeField: Sendable, Equatable, Codable {
  /// The time of the event, in seconds since 1970.
  case known(Int)
  /// The typed text, which may not be a valid time.
  case typed(String)

  enum CodingKeys: String, CodingKey, CaseIterable { case known, typed }

  /// The time in seconds since 1970, or `nil` if the text isn't a valid time.
  public var seconds: Int? {
    switch self {
    case .known(let seconds): seconds
    case .typed(let text): EventTime.seconds(text)
    }
  }

  /// Returns the text of the field as a person reads it.
  public func text(_ language: Language) -> String {
    switch self {
    case .known(let seconds): EventTime.text(seconds, language) ?? ""
    case .typed(let text): text
    }
  }

  /// The text of the field in the form of fields for dates, `2016-12-28T20:00`, or as it was typed.
  public var plainText: String {
    switch self {
    case .known(let seconds): EventTime.plainText(seconds) ?? ""
    case .typed(let text): text
    }
  }

  /// Whether the user has typed text that isn't a valid time.
  public var isMistyped: Bool {
    if case .typed(let text) = self { !text.isEmpty && seconds == nil } else { false }
  }
}
