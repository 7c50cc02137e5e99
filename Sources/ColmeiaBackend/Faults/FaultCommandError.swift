/// Why a line about faults cannot be read. Each case holds the word that is meant; it is empty at the end of the line.
public enum FaultCommandError: Error, Sendable, Equatable {
  /// No fault is called so.
  case unknownFault(String)
  /// A status is a number from 100 to 599.
  case badStatus(String)
  /// A delay is a duration, or two joined by `..`, the shorter first.
  case badDelay(String)
  /// What follows a fault is `N times` or `on "METHOD /path"`.
  case unexpected(String)
  /// How often something happens is a number from 1 to 1,000,000.
  case badCount(String)
  /// An endpoint is a path that begins with `/`, and perhaps a method before it.
  case badEndpoint(String)
}

extension FaultCommandError: CustomStringConvertible {
  /// What is wrong, and what is right.
  public var description: String {
    switch self {
    case .unknownFault(let word):
      "there is no fault \"\(word)\"; there are status, delay, cut, offline, online and clear"
    case .badStatus(let word): "\"\(word)\" is no status; write a number from 100 to 599"
    case .badDelay(let word): "\"\(word)\" is no delay; write one as 200ms or 200ms..1s, an hour at most"
    case .unexpected(let word): "\"\(word)\" is not expected; write 2 times, or on \"GET /feed\", or nothing"
    case .badCount(let word): "\"\(word)\" is no count; write a number from 1 to 1000000"
    case .badEndpoint(let word): "\"\(word)\" is no endpoint; write on \"GET /feed\" or on \"/images/*\""
    }
  }
}
