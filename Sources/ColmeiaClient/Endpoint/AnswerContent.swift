import ColmeiaHTTP
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

extension Endpoint {
  /// The same call, whose answer is made by `decoding`.
  public func reading<Other>(
    _ decoding: @escaping @Sendable (HTTPResponse) throws(JSONError) -> Other
  ) -> Endpoint<Other> {
    var other = Endpoint<Other>(
      method, path, query: query, headers: headers, body: body, token: token, success: success, sample: sample,
      decoding: decoding)
    other.parameters = parameters
    other.encoder = encoder
    other.base = base
    return other
  }

  /// The same call, of whose answer only the status counts.
  public func ignoringAnswer() -> Endpoint<Void> { reading { _ in } }

  /// The same call, whose answer are the bytes as they came.
  public func readingBytes() -> Endpoint<[UInt8]> { reading { $0.body } }

  /// The same call, whose answer is a text in UTF-8.
  public func readingText() -> Endpoint<String> {
    reading { (response) throws(JSONError) in
      guard let text = String(validating: response.body, as: UTF8.self) else {
        throw JSONError(.mismatch(expected: "text in UTF-8", found: "other bytes"))
      }
      return text
    }
  }

  /// The same call, whose answer may be anything.
  public func readingContent() -> Endpoint<AnswerContent> { reading { AnswerContent($0.body) } }
}
