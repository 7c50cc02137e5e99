/// An error in a document, or in the conversion between a value and JSON. It describes the problem, its position, and
/// how to fix it.
public struct JSONError: Error, Sendable, Hashable {
  /// The reasons for JSON errors.
  public enum Reason: Sendable, Hashable {
    /// The text is not JSON.
    case syntax(String)
    /// A limit was exceeded.
    case limit(String)
    /// An object contains this key twice.
    case duplicateKey(String)
    /// A different kind of value is needed.
    case mismatch(expected: String, found: String)
    /// An object lacks this key. If a similar key was ignored, it is suggested.
    case missingKey(String, nearest: String? = nil)
    /// No type decodes this key. If a similar key was expected, it is suggested.
    case unknownKey(String, nearest: String?)
    /// An enum has no such case. The known cases are listed, if the enum lists them.
    case unknownCase(String, known: [String])
    /// A type has refused its value, with this explanation.
    case invalid(String)
    /// A value can't be represented in JSON.
    case unencodable(String)
  }

  /// The reason for the error.
  public var reason: Reason
  /// A description of the unexpected text, if there is one: `'husky'`, `the end of the text`.
  public var found: String?
  /// The path from the root of the document.
  public var path: JSONPath
  /// The line, from 1, if the error is in a text.
  public var line: Int?
  /// The column, in characters from 1, if the error is in a text.
  public var column: Int?
  /// The byte offset, from 0, if the error is in a text.
  public var offset: Int?

  /// Creates an error without a position.
  public init(_ reason: Reason, at path: JSONPath = JSONPath()) {
    self.reason = reason
    self.path = path
  }
}

extension JSONError: CustomStringConvertible {
  /// The description of the problem, without its position.
  public var message: String {
    switch reason {
    case .syntax(let text), .limit(let text), .invalid(let text), .unencodable(let text): text
    case .duplicateKey(let key): "the key \(quoted(key)) occurs twice; remove one"
    case .mismatch(let expected, let found): "expected \(expected), not \(found)"
    case .missingKey(let key, let nearest):
      "the key \(quoted(key)) is missing" + (nearest.map { "; did you misspell it as \(quoted($0))?" } ?? "")
    case .unknownKey(let key, let nearest):
      "unknown key \(quoted(key))" + (nearest.map { "; did you mean \(quoted($0))?" } ?? "")
    case .unknownCase(let name, let known): "unknown case \(quoted(name))" + advice(name, known)
    }
  }

  /// Returns the most similar name, or all names if there are only a few. If the enum doesn't list its cases, tells how
  /// it can.
  private func advice(_ name: String, _ known: [String]) -> String {
    if known.isEmpty {
      return "; to see the cases here, declare `enum CodingKeys: String, CodingKey, CaseIterable` in the enum, or make "
        + "it CaseIterable if it has raw values"
    }
    if let near = NearestName.of(name, in: known) { return "; did you mean \(quoted(near))?" }
    if known.count > 8 { return "" }
    return "; known cases: " + known.map(quoted).joined(separator: ", ")
  }

  /// The position and the message: `line 3, column 7 (user.name): expected a string, not a number`, `line 1, column 2:
  /// expected a value here; found 'husky'`.
  public var description: String {
    let message = message + (found.map { "; found \($0)" } ?? "")
    let position = line.flatMap { line in column.map { "line \(line), column \($0)" } } ?? ""
    switch (position.isEmpty, path.steps.isEmpty) {
    case (true, true): return message
    case (true, false): return "\(path): \(message)"
    case (false, true): return "\(position): \(message)"
    case (false, false): return "\(position) (\(path)): \(message)"
    }
  }

  private func quoted(_ text: String) -> String {
    JSON.string(text.count > 60 ? text.prefix(60) + "…" : text).text()
  }
}

extension JSONError.Reason {
  static let tooManyTypes = Self.limit("the value is nested too deeply, in more than \(JSONLimits.types) types")
}
