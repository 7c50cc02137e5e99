import ColmeiaHTTP

/// The access to the shots and its rate limit. The description shows no tokens.
public struct DribbbleSettings: Sendable, Hashable {
  /// The valid access tokens. Each belongs to an app, not to a user.
  public var tokens: Set<String>
  /// The maximum number of requests for each token in a minute.
  public var requestsPerMinute: Int

  /// Creates settings. The defaults are those of the demo: the token `colmeia-demo` with 60 requests a minute.
  public init(tokens: Set<String> = ["colmeia-demo"], requestsPerMinute: Int = 60) {
    self.tokens = tokens
    self.requestsPerMinute = requestsPerMinute
  }
}

extension DribbbleSettings: CustomStringConvertible, CustomReflectable {
  /// The number of tokens and the rate limit.
  public var description: String { "\(tokens.count) tokens, \(requestsPerMinute) requests a minute" }
  /// A mirror with the same content as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["settings": description]) }

  /// Returns the name of a token in the state, which is its digest, or `nil` if the token is invalid.
  func name(of token: String) -> String? { tokens.contains(token) ? SHA256.digest(token.utf8).hex : nil }
}
