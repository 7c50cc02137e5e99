import ColmeiaJSON

/// What the body of an answer is, where nothing else was agreed.
public enum AnswerContent: Sendable, Equatable {
  /// The response has no body.
  case empty
  /// A JSON object or array. Other JSON values count as text.
  case json(JSON)
  /// Text in UTF-8.
  case text(String)
  /// Neither JSON nor text.
  case bytes([UInt8])

  /// What these bytes are.
  ///
  /// - Complexity: O(length).
  public init(_ body: [UInt8]) {
    if body.isEmpty {
      self = .empty
    } else if let json = try? JSON(parsing: body), json.array != nil || json.object != nil {
      self = .json(json)
    } else if let text = String(validating: body, as: UTF8.self) {
      self = .text(text)
    } else {
      self = .bytes(body)
    }
  }
}
