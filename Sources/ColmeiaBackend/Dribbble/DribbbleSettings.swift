import ColmeiaDigest

/// Who may ask for shots, and how often. What describes it shows no token.
public struct DribbbleSettings: Sendable, Hashable {
  /// The access tokens that are good; each is an app's, not a user's.
  public var tokens: Set<String>
  /// How many requests a token has in a minute.
  public var requestsPerMinute: Int

  /// Settings; those that are not given are the demo's: the token `colmeia-demo`, with 60 requests in a minute.
  public init(tokens: Set<String> = ["colmeia-demo"], requestsPerMinute: Int = 60) {
    self.tokens = tokens
    self.requestsPerMinute = requestsPerMinute
  }
}

extension DribbbleSettings: CustomStringConvertible, CustomReflectable {
  /// How many tokens there are, and how often they may be used.
  public var description: String { "\(tokens.count) tokens, \(requestsPerMinute) requests a minute" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["settings": description]) }

  /// What names a token in a state: its digest, if it is good.
  func name(of token: String) -> String? { tokens.contains(token) ? SHA256.digest(token.utf8).hex : nil }
}
