extension Chat {
  /// The chat of one event, while it's open.
  public struct State: Sendable, Equatable, Codable {
    /// The status of the connection.
    public enum Connection: Sendable, Equatable, Codable {
      /// The connection is being opened.
      case connecting
      /// The connection is open.
      case open
      /// The connection was lost, and is reopened automatically.
      case waiting
      /// The server refuses the user, who is not or no longer enrolled.
      case refused
      /// The session is over, or the server doesn't speak the protocol.
      case ended

      enum CodingKeys: String, CodingKey, CaseIterable { case connecting, open, waiting, refused, ended }
    }

    /// The number of the event.
    public let event: Int
    /// The status of the connection.
    public var connection = Connection.connecting
    /// The messages, the oldest first and without duplicates; at most ``Chat/messageLimit``.
    public var messages: [ChatMessage] = []
    /// The user's messages that the server hasn't confirmed, in order.
    public var unsent: [UnsentMessage] = []
    /// The text that is being typed.
    public var draft = ""
    /// Whether missed messages are being requested.
    public var isCatchingUp = false
    /// Whether older messages are being requested.
    public var isLoadingOlder = false
    /// Whether there may be messages older than those in ``messages``.
    public var hasOlder = false
    /// Whether the last request for missed messages failed, so that messages may be missing among the most recent ones.
    public var isBehind = false
    /// Why the last request for messages failed.
    public var failure: EventbeeFailure?
    /// The number of the message up to which none are missing.
    public var knownThrough = 0
    /// The prefix of the client IDs of the user's messages, which is followed by their number. It's `nil` before the
    /// first connection.
    public var session: String?
    /// The number of messages that the user has written.
    public var written = 0
  }
}

extension Chat {
  /// What the user has written in a chat and the server hasn't confirmed.
  public struct Kept: Sendable, Equatable, Codable {
    /// The number of the event.
    public let event: Int
    /// The messages that the server hasn't confirmed, in order.
    public var unsent: [UnsentMessage]
    /// The text that was being typed.
    public var draft: String
    /// The prefix of the client IDs of the messages, and the number of messages that were written.
    public var session: String?, written: Int
  }
}

extension Chat.State {
  /// Creates the state of a chat that is being opened, with what was written before it was left.
  init(event: Int, kept: Chat.Kept?) {
    self.init(event: event)
    guard let kept else { return }
    (unsent, draft, session, written) = (kept.unsent, kept.draft, kept.session, kept.written)
  }

  /// What must not get lost when the chat is left, or `nil` if there is nothing.
  var kept: Chat.Kept? {
    unsent.isEmpty && draft.isEmpty
      ? nil : Chat.Kept(event: event, unsent: unsent, draft: draft, session: session, written: written)
  }

  /// The text to send: the draft without surrounding white space, or `nil` if it's empty or too long, or if nothing can
  /// be sent.
  public var sendable: String? {
    let text = draft.trimmed
    return text.isEmpty || mistake != nil || session == nil || !wantsConnection ? nil : text
  }

  /// Whether the messages that may be missing can be requested again. While the connection is lost, that happens automatically.
  public var canRetry: Bool { failure != nil && (connection == .open || connection == .ended) }

  /// Whether the chat needs a connection.
  var wantsConnection: Bool { connection != .refused && connection != .ended }
}

extension String {
  /// The text without surrounding white space and line breaks. It's trimmed by Unicode scalars, because a line break
  /// can form a grapheme cluster with the adjacent character.
  var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
