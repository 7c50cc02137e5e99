/// What is wrong with an address, and where. The address itself is not included, because it may contain a password.
public struct AddressFault: Error, Sendable, Hashable, Codable {
  /// What is wrong with an address.
  public enum Problem: String, Sendable, Hashable, Codable, CaseIterable {
    /// The scheme is neither `http` nor `https`.
    case scheme
    /// There is a user name or a password.
    case userInfo
    /// There is no host, or it is malformed.
    case host
    /// The port is not a number up to 65535.
    case port
    /// The path doesn't begin with a `/` right after host and port.
    case path
    /// There is a fragment, which can't be sent.
    case fragment
    /// There is a space.
    case space
    /// There is a control character.
    case controlCharacter
    /// A `%` is not followed by two hexadecimal digits.
    case percentEscape
    /// Another character must be percent-encoded.
    case character
  }

  /// What is wrong.
  public var problem: Problem
  /// Where it begins, as the number of a Unicode scalar of the address. The first one is 1.
  public var position: Int

  /// Creates a fault.
  public init(_ problem: Problem, at position: Int) { (self.problem, self.position) = (problem, position) }

  init(_ problem: Problem, at index: String.Index, of text: String) {
    self.init(problem, at: text.unicodeScalars.distance(from: text.startIndex, to: index) + 1)
  }
}

extension AddressFault: CustomStringConvertible {
  /// What is wrong and what is expected, as a clause.
  public var description: String {
    let text =
      switch problem {
      case .scheme: "does not begin with http:// or https://"
      case .userInfo: "has a user name or a password, which it may not have"
      case .host: "has no valid host"
      case .port: "has a port that is not a number up to 65535"
      case .path: "has a path that does not begin with / right after the host and port"
      case .fragment: "has a fragment, which cannot be sent"
      case .space: "has a space, which is written as %20"
      case .controlCharacter: "has a control character"
      case .percentEscape: "has a % without two hexadecimal digits; a % itself is written as %25"
      case .character: "has a character that must be percent-encoded"
      }
    return "at character \(position), it \(text)"
  }
}
