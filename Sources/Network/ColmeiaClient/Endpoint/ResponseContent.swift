import ColmeiaJSON

/// The content of a response body whose type was not agreed on.
public enum ResponseContent: Sendable, Equatable {
  /// The body is empty.
  case empty
  /// A JSON object or array. Other JSON values count as text.
  case json(JSON)
  /// UTF-8 text.
  case text(String)
  /// Anything else.
  case bytes([UInt8])

  /// Detects the content of a body.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the body.
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
