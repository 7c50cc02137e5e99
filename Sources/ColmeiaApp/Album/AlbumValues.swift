/// Whose album is shown.
public struct AlbumOwner: Sendable, Hashable, Codable {
  /// The e-mail address.
  public let email: String
  /// How the owner is called.
  public let name: String
  /// When the owner came, in seconds since 1970.
  public let registered: Int
  /// The pizza that the owner likes most, if any.
  public let pizza: String?
}

/// A photo in an album.
public struct AlbumPhoto: Sendable, Equatable, Codable, Identifiable {
  /// The server's number.
  public let id: Int
  /// What is written below it.
  public let caption: String
  /// What it shows, in single words.
  public let tags: [String]
  /// When it was published, in seconds since 1970.
  public let taken: Int
  /// Where it is.
  public let address: String
}

/// What is kept on the device, and what is asked afresh (H23).
public enum AlbumUse: String, Sendable, Codable, CaseIterable {
  /// The copy at once, and then the server's.
  case both
  /// The copy alone, if there is one.
  case kept
  /// The server's alone.
  case fresh
}

/// The form to sign in with.
public struct AlbumForm: Sendable, Equatable, Codable {
  /// What was typed.
  public var email = ""
  /// The password.
  public var password = Secret("")
  /// Whether the server is being asked.
  public var isInProgress = false

  /// Whether the button is enabled.
  public var canSubmit: Bool { !isInProgress && !email.trimmed.isEmpty && !password.isEmpty }
}

/// A photo that is to be published.
public struct AlbumDraft: Sendable, Equatable, Codable {
  /// The name of its file.
  public var file = ""
  /// What is written below it.
  public var caption = ""
  /// What it shows: words with spaces or commas between.
  public var tags = ""
  /// Whether it is being sent.
  public var isSending = false
  /// How much of it has gone, in whole percents; `nil` before anything has.
  public var percent: Int?

  /// The single words of ``tags``.
  var words: [String] { tags.split { $0.isWhitespace || $0 == "," }.map(String.init) }
  /// Whether the button is enabled.
  public var canPublish: Bool { !isSending && !file.isEmpty && !caption.trimmed.isEmpty }
}

/// Why something of an album was not done.
public enum AlbumFailure: Sendable, Hashable, Codable {
  /// The session is over.
  case sessionEnded
  /// E-mail or password are wrong.
  case wrongCredentials
  /// Too many wrong passwords were given; later it can be tried again.
  case tooManyAttempts
  /// The server did not accept it for a reason that it alone knows, and says (H19).
  case refused(says: String)
  /// The file could not be read.
  case unreadable
  /// The session could not be kept on the device, or forgotten there.
  case store(TokenStoreFailure)
  /// There was no answer, or not what was agreed.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case sessionEnded, wrongCredentials, tooManyAttempts, refused, unreadable, store, request
  }
}
