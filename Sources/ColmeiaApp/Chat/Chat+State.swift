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
    }

    /// The event whose chat it is.
    public let event: Int
    /// How the connection is.
    public var connection: Connection
    /// What was said, the oldest first, each once; at most ``Chat/messageLimit``.
    public var messages: [ChatMessage]
    /// What the user has said and the server has not confirmed, in order.
    public var unsent: [UnsentMessage]
    /// What is being typed.
    public var draft: String
    /// Whether what was missed is being asked for.
    public var isCatchingUp: Bool
    /// Whether older messages are being asked for.
    public var isLoadingOlder: Bool
    /// Whether there may be older ones than those here.
    public var hasOlder: Bool
    /// Why messages did not come the last time.
    public var failure: EventbeeFailure?
    /// How many messages of others have come while the chat was not shown.
    public var unread: Int
    /// Whether the user looks at it.
    public var isShown: Bool
    /// Up to which message nothing is missing.
    public var knownThrough: Int
    /// What the user's messages are called from now on, before their number.
    public var session: String?
    /// How many messages the user has written.
    public var written: Int

    /// A chat; by default one that was just entered.
    public init(
      event: Int, connection: Connection = .connecting, messages: [ChatMessage] = [], unsent: [UnsentMessage] = [],
      draft: String = "", isCatchingUp: Bool = false, isLoadingOlder: Bool = false, hasOlder: Bool = false,
      failure: EventbeeFailure? = nil, unread: Int = 0, isShown: Bool = true, knownThrough: Int = 0,
      session: String? = nil, written: Int = 0
    ) {
      self.event = event
      self.connection = connection
      self.messages = messages
      self.unsent = unsent
      self.draft = draft
      self.isCatchingUp = isCatchingUp
      self.isLoadingOlder = isLoadingOlder
      self.hasOlder = hasOlder
      self.failure = failure
      self.unread = unread
      self.isShown = isShown
      self.knownThrough = knownThrough
      self.session = session
      self.written = written
    }
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
  /// Without the white space around it.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
