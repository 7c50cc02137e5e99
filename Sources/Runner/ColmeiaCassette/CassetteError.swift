/// The reason why a cassette cannot be read or written, with its position and advice.
public struct CassetteError: Error, Sendable, Hashable {
  /// The kind of a cassette error.
  public enum Reason: Sendable, Hashable {
    /// The file cannot be read or written, with the system's message.
    case file(String)
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
    /// The first line does not identify a cassette.
    case notACassette
    /// The cassette has another version.
    case version(Int)
    /// A line is invalid.
    case damaged(String)
  }

  /// What is wrong with the cassette.
  public var reason: Reason
  /// The name of the file.
  public var file: String
  /// The line, starting at 1, or 0 for the whole file.
  public var line: Int
  /// The column in characters, starting at 1, or 0 for the whole file.
  public var column: Int

  /// Creates an error. Without a line, it concerns the whole file.
  public init(_ reason: Reason, file: String, line: Int = 0, column: Int = 0) {
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
  }
}

extension CassetteError: CustomStringConvertible {
  /// The position, what is wrong, and what to do: `feed.cassette:3:12: …`.
  public var description: String {
    (line > 0 ? "\(file):\(line):\(column): " : "\(file): ") + message
  }

  private var message: String {
    switch reason {
    case .file(let text): text
    case .tooLarge(let limit): "it has more than \(limit) bytes; record less at once"
    case .notACassette:
      "this is not a cassette: the first line must be {\"colmeia\":\"cassette\",\"version\":\(Cassette.version)}; "
        + "record one"
    case .version(let version):
      "this cassette has version \(version), but version \(Cassette.version) is supported; record it again"
    case .damaged(let text): "\(text); repair the line, or record again"
    }
  }
}
