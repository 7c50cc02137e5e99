/// How a server of a world is started, and how it says that it listens.
public struct ServerCommand: Sendable {
  /// The program and its arguments. A program without a slash is looked for in `PATH`.
  public var words: [String]
  /// Variables of the environment beside those of this process.
  public var environment: [String: String]
  /// How long the server has until it listens, by the world's clock.
  public var patience: Duration
  /// Where the server listens, if a line of its output says so.
  public var address: @Sendable (String) -> String?

  /// A command. Unless `address` says otherwise, the server listens at the first `http` address that it writes, as in
  /// `listening at http://127.0.0.1:8080`.
  public init(
    _ words: [String], environment: [String: String] = [:], patience: Duration = .seconds(30),
    address: @escaping @Sendable (String) -> String? = ServerCommand.firstAddress
  ) {
    self.words = words
    self.environment = environment
    self.patience = patience
    self.address = address
  }

  /// The first `http` or `https` address of a line, without a slash at its end.
  ///
  /// - Complexity: O(length).
  @Sendable public static func firstAddress(_ line: String) -> String? {
    for word in line.split(whereSeparator: { $0.isWhitespace || "()<>\"'`,;".contains($0) }) {
      guard word.hasPrefix("http://") || word.hasPrefix("https://") else { continue }
      return String(word.hasSuffix("/") ? word.dropLast() : word)
    }
    return nil
  }
}

/// A server of a world did not start, or has ended though nobody told it to.
public struct ServerProcessError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Reason: Sendable, Hashable {
    /// There is no such process; why.
    case notStarted(String)
    /// It has ended with this status; above 128 it was a signal.
    case ended(status: Int32)
    /// It did not say in time that it listens.
    case silent(Duration)
    /// Nobody wants it any more.
    case cancelled
  }

  /// The program, without its arguments.
  public var program: String
  /// What happened to the server.
  public var reason: Reason
  /// The last lines of its output, without what a terminal would obey.
  public var lines: [String]

  /// One sentence, and the lines.
  public var description: String {
    let sentence =
      switch reason {
      case .notStarted(let why): "could not be started: \(why)"
      case .ended(let status) where status > 128: "was ended by signal \(status - 128)"
      case .ended(let status): "ended with status \(status)"
      case .silent(let limit): "did not say within \(PendingWork.seconds(limit)) where it listens"
      case .cancelled: "was not waited for any longer"
      }
    let said = lines.isEmpty ? "; it has written nothing" : "; its last lines:"
    return (["the server '\(program)' \(sentence)\(said)"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}
