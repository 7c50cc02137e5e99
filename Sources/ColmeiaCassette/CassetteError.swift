/// Why a file is no cassette that can be played; where, and what to do.
public struct CassetteError: Error, Sendable, Hashable {
  /// The kinds of mistakes in a cassette.
  public enum Reason: Sendable, Hashable {
    /// It cannot be read or written; the system's words.
    case file(String)
    /// It has more than so many bytes.
    case tooLarge(limit: Int)
    /// It does not begin as a cassette does.
    case notACassette
    /// It is of another version.
    case version(Int)
    /// A line is not what it should be.
    case damaged(String)
  }

  /// What is wrong with the cassette.
  public var reason: Reason
  /// The name of the file.
  public var file: String
  /// The line, from 1; 0 for the file as a whole.
  public var line: Int
  /// The column, in characters from 1; 0 for the file as a whole.
  public var column: Int

  /// An error in a file; without a place in all of it.
  public init(_ reason: Reason, file: String, line: Int = 0, column: Int = 0) {
    self.reason = reason
    self.file = file
    self.line = line
    self.column = column
  }
}

extension CassetteError: CustomStringConvertible {
  /// `feed.cassette:3:12: what is wrong`, and what to do.
  public var description: String {
    (line > 0 ? "\(file):\(line):\(column): " : "\(file): ") + message
  }

  private var message: String {
    switch reason {
    case .file(let text): text
    case .tooLarge(let limit): "it has more than \(limit) bytes; record less at once"
    case .notACassette:
      "this is no cassette: the first line is {\"colmeia\":\"cassette\",\"version\":\(Cassette.version)}; record one"
    case .version(let version):
      "this cassette is of version \(version), and version \(Cassette.version) is understood; record it anew"
    case .damaged(let text): "\(text); repair the line, or record anew"
    }
  }
}
