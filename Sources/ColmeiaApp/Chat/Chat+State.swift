extension Chat {
  /// One event's chat, while it is open.
  public struct State: Sendable, Equatable, Codable {
    /// How the connection is.
    public enum Connection: Sendable, Equatable, Codable {
      /// It is being opened.
      case connecting
      /// Messages come and go.
      case open
      /// It broke off, and is opened again by itself.
      case waiting
      /// The server does not want this user: not enrolled, or no longer.
      case refused
      /// The session is over, or the server speaks something else.
      case ended

      enum CodingKeys: String, CodingKey, CaseIterable { case connecting, open, waiting, refused, ended }
    }

    /// The event whose chat it is.
    public let event: Int
    /// How the connection is.
    public var connection = Connection.connecting
    /// What was said, the oldest first, each once; at most ``Chat/messageLimit``.
    public var messages: [ChatMessage] = []
    /// What the user has said and the server has not confirmed, in order.
    public var unsent: [UnsentMessage] = []
    /// What is being typed.
    public var draft = ""
    /// Whether what was missed is being asked for.
    public var isCatchingUp = false
    /// Whether older messages are being asked for.
    public var isLoadingOlder = false
    /// Whether there may be older ones than those here.
    public var hasOlder = false
    /// Why messages did not come the last time.
    public var failure: EventbeeFailure?
    /// How many messages of others have come while the chat was not shown.
    public var unread = 0
    /// Whether the user looks at it.
    public var isShown = true
    /// Up to which message nothing is missing.
    public var knownThrough = 0
    /// What the user's messages are called from now on, before their number.
    public var session: String?
    /// How many messages the user has written.
    public var written = 0
  }
}

extension Chat.State {
  /// What would be sent: the draft without the white space around it; `nil` while there is nothing, or too much, to send.
  public var sendable: String? {
    let text = draft.trimmed
    return text.isEmpty || text.utf8.count > Chat.textLimit || unsent.count >= Chat.unsentLimit || session == nil
      ? nil : text
  }

  /// Whether there is a room to be in.
  var wantsConnection: Bool { connection != .refused && connection != .ended }
}

extension String {
  /// The text without the white space and line breaks at its ends, scalar by scalar, because a line break or a mark may
  /// form one character with its neighbour.
  var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
