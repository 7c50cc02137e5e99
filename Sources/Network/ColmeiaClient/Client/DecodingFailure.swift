import ColmeiaJSON

/// A successful response whose body cannot be decoded.
public struct DecodingFailure: Error, Sendable, Equatable {
  /// The method and the path of the request: `GET /feed`.
  public let call: String
  /// The status of the response.
  public let status: Int
  /// What is wrong with the body, and where. It may quote the body; ``description`` does not.
  public let error: JSONError

  /// Creates a failure.
  public init(call: String, status: Int, error: JSONError) {
    self.call = call
    self.status = status
    self.error = error
  }

  /// The position of the error in the body, such as `list[3].url`. It is empty for the whole body.
  public var path: JSONPath { error.path }
}

extension DecodingFailure: CustomStringConvertible, CustomReflectable {
  /// The call, the position of the error, and what was expected there.
  public var description: String {
    let line = error.line.flatMap { line in error.column.map { "line \(line), column \($0)" } }
    let parts = [line, path.steps.isEmpty ? nil : "\(path)"].compactMap(\.self)
    let position = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "The response to \(call), with status \(status), does not have the expected format\(position): \(reason). "
      + "Check that the server and app versions are compatible."
  }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }

  private var reason: String {
    switch error.reason {
    case .syntax, .limit, .missingKey: error.message
    case .mismatch(let expected, _): "expected \(expected)"
    case .duplicateKey: "a key occurs twice"
    case .unknownKey, .unknownCase, .invalid, .unencodable: "this value is not allowed here"
    }
  }
}
