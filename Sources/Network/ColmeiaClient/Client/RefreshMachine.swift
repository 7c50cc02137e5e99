import ColmeiaStorage

/// Decides which request refreshes a refused token, and which ones wait for it. A pure state machine.
struct RefreshMachine: Sendable {
  /// What a request does whose token was refused.
  enum Step: Sendable, Equatable {
    /// Refresh this token, under this number.
    case begin(Int, Token)
    /// Wait for the end of the refresh with this number.
    case wait(Int)
    /// Use this token, which has replaced the refused one meanwhile.
    case use(Token)
  }

  /// How a refresh has ended.
  enum Outcome: Sendable, Equatable {
    /// The store has this new token.
    case renewed(Token)
    /// The server has ended the session, and the token was removed from the store.
    case ended
    /// The store no longer had the token: the user has signed out meanwhile, and maybe in again.
    case changed
    /// The server could not be asked. The session continues.
    case failed(APIError)
  }

  /// The number of earlier tokens of a session whose late responses are recognized.
  static let memory = 8

  /// The tokens of the session, the newest last.
  private var tokens: [Token] = []
  /// Whether the newest token was refused, and could not be refreshed.
  private var isStale = false
  private var running: (number: Int, token: Token)?
  /// How often a token was refused.
  private(set) var refusals = 0
  private var last: (number: Int, token: Token, outcome: Outcome)?

  /// Handles the refusal of a token.
  mutating func refused(_ token: Token) -> Step {
    refusals += 1
    if let running { return .wait(running.number) }
    var current = token
    if let newest = tokens.last, tokens.contains(token) {
      if newest != token, !isStale { return .use(newest) }
      current = newest
    }
    let number = (last?.number ?? 0) + 1
    running = (number, current)
    return .begin(number, current)
  }

  /// Records how the running refresh has ended.
  mutating func ended(_ outcome: Outcome) {
    guard let (number, token) = running.take() else { return }
    if case .renewed(let new) = outcome {
      tokens = (tokens.last == token ? tokens.suffix(Self.memory) : [token]) + [new]
    }
    if case .failed = outcome { isStale = tokens.last == token } else { isStale = false }
    last = (number, token, outcome)
  }

  /// Returns how a refresh ended that the request with this token waited for, or `nil` if it has not ended.
  /// `.some(nil)` means that the refresh was for the token of another session, so the request has to ask again.
  func outcome(_ number: Int, for token: Token) -> Outcome?? {
    guard let last, last.number >= number else { return nil }
    let isOwn = token == last.token || tokens.contains(token) && tokens.contains(last.token)
    return .some(last.number == number && isOwn ? last.outcome : nil)
  }
}
