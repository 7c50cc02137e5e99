/// Whether a call uses answers that are kept.
public enum CacheUse: String, Sendable, Hashable, CaseIterable {
  /// The kept answer, and no request. Only if there is none, or it may not be used any more, the server is asked.
  case cacheOnly
  /// The server's answer; what is kept is not looked at.
  case networkOnly
  /// The kept answer at once, however old, and then always the server's.
  case both
}

/// Whose answers they are: nobody is given what was kept for somebody else.
public enum CacheOwner: Sendable, Hashable {
  /// They are the same for everybody. An answer to a request with a token is not kept for this owner.
  case everybody
  /// They are this account's, which is named by anything but its token.
  case account(String)
}

/// Where an answer comes from.
public enum AnswerSource: Sendable, Hashable {
  /// It was kept; the server gave or confirmed it so many seconds ago.
  case cache(age: Int)
  /// The server has just given it.
  case network
  /// It was kept; the server has just confirmed that it is still the same (RFC 9110 §15.4.5).
  case confirmed
}
