/// What is wrong with a document, or with a value that was to become one or to be made of one; where, and what to do.
public struct JSONError: Error, Sendable, Hashable {
  /// The kinds of errors in JSON.
  public enum Reason: Sendable, Hashable {
    /// The text is not JSON.
    case syntax(String)
    /// A limit was exceeded.
    case limit(String)
    /// An object has this key twice.
    case duplicateKey(String)
    /// Another kind of value is needed.
    case mismatch(expected: String, found: String)
    /// An object lacks this key; perhaps another one is meant for it, which nobody asked for.
    case missingKey(String, nearest: String? = nil)
    /// Nobody asked for this key, or for what stands here; perhaps another name was meant.
    case unknownKey(String, nearest: String?)
    /// There is no such case, but these, as far as they are known.
    case unknownCase(String, known: [String])
    /// The type says what is wrong with its value.
    case invalid(String)
    /// A value has no form in JSON.
    case unencodable(String)
  }

  /// What is wrong with the document or the value.
  public var reason: Reason
  /// What stands there instead, if the text is not JSON and that helps: `'husky'`, `the end of the text`.
  public var found: String?
  /// Where it is, from the top of the document.
  public var path: JSONPath
  /// The line, from 1, if there is a text.
  public var line: Int?
  /// The column, in characters from 1, if there is a text.
  public var column: Int?
  /// The byte, from 0, if there is a text.
  public var offset: Int?

  /// An error without a position.
  public init(_ reason: Reason, at path: JSONPath = JSONPath()) {
    self.reason = reason
    self.path = path
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong, without the place.
  public var message: String {
    switch reason {
    case .syntax(let text), .limit(let text), .invalid(let text), .unencodable(let text): text
    case .duplicateKey(let key): "the key \(quoted(key)) is there twice; leave one out"
    case .mismatch(let expected, let found): "\(expected) is needed, not \(found)"
    case .missingKey(let key, let nearest):
      "the key \(quoted(key)) is missing" + (nearest.map { "; is \(quoted($0)) meant for it?" } ?? "")
    case .unknownKey(let key, let nearest):
      "nothing here takes \(quoted(key))" + (nearest.map { "; did you mean \(quoted($0))?" } ?? "")
    case .unknownCase(let name, let known): "there is no \(quoted(name)) here" + advice(name, known)
    }
  }

  /// The name that is near, or else all, if they are few.
  private func advice(_ name: String, _ known: [String]) -> String {
    if let near = NearestName.of(name, in: known) { return "; did you mean \(quoted(near))?" }
    if known.isEmpty || known.count > 8 { return "" }
    return "; there is " + known.map(quoted).joined(separator: ", ")
  }

  /// Place and message: `line 3, column 7 (user.name): a string is needed, not a number`, `line 1, column 2: a value is
  /// needed here; found 'husky'`.
  public var description: String {
    let message = message + (found.map { "; found \($0)" } ?? "")
    let place = line.flatMap { line in column.map { "line \(line), column \($0)" } } ?? ""
    switch (place.isEmpty, path.steps.isEmpty) {
    case (true, true): return message
    case (true, false): return "\(path): \(message)"
    case (false, true): return "\(place): \(message)"
    case (false, false): return "\(place) (\(path)): \(message)"
    }
  }

  private func quoted(_ text: String) -> String {
    JSON.string(text.count > 60 ? text.prefix(60) + "…" : text).text()
  }
}
