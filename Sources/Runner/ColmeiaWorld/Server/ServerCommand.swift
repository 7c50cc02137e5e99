/// A command that starts a server, and the way in which the server announces its address.
public struct ServerCommand: Sendable {
  /// The program and its arguments. A program without a slash is searched for in `PATH`.
  public var words: [String]
  /// Environment variables, in addition to those of this process.
  public var environment: [String: String]
  /// The time limit for the server to announce its address, measured by the world's clock.
  public var patience: Duration
  /// Returns the server's address if a line of its output contains it, otherwise `nil`.
  public var address: @Sendable (String) -> String?

  /// Creates a command. By default, the server's address is the first `http` or `https` URL in its output, as in
  /// `listening at http://127.0.0.1:8080`.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: Environment variables, in addition to those of this process.
  ///   - patience: The time limit for the server to announce its address.
  ///   - address: Returns the server's address if a line of its output contains it.
  public init(
    _ words: [String], environment: [String: String] = [:], patience: Duration = .seconds(30),
    address: @escaping @Sendable (String) -> String? = ServerCommand.firstAddress
  ) {
    self.words = words
    self.environment = environment
    self.patience = patience
    self.address = address
  }

  /// Returns the first `http` or `https` URL in a line, without a trailing slash.
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

/// The error of a server that did not start, or that ended without being asked to.
public struct ServerProcessError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Reason: Sendable, Hashable {
    /// The process could not be started. The payload is the reason.
    case notStarted(String)
    /// The process has ended with this status. If it is above 128, a signal ended the process.
    case ended(status: Int32)
    /// The server did not announce its address in time.
    case silent(Duration)
    /// The wait was cancelled.
    case cancelled
  }

  /// The program, without its arguments.
  public var program: String
  /// The reason for the error.
  public var reason: Reason
  /// The last lines of the server's output, without terminal control characters.
  public var lines: [String]

  /// One sentence, followed by the lines.
  public var description: String {
    let sentence =
      switch reason {
      case .notStarted(let why): "could not be started: \(why)"
      case .ended(let status) where status > 128: "was terminated by signal \(status - 128)"
      case .ended(let status): "ended with status \(status)"
      case .silent(let limit): "did not print its address within \(PendingWork.seconds(limit))"
      case .cancelled: "was no longer needed"
      }
    var suffix = lines.isEmpty ? "; it printed nothing" : "; its last lines:"
    if lines.isEmpty, case .silent = reason {
      suffix += ". Many programs write to a pipe only when a buffer is full: flush the output (in Python, -u)"
    }
    return (["the server '\(program)' \(sentence)\(suffix)"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }
}
