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

  /// An owner.
  public init(email: String, name: String, registered: Int, pizza: String? = nil) {
    self.email = email
    self.name = name
    self.registered = registered
    self.pizza = pizza
  }
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

  /// A photo.
  public init(id: Int, caption: String, tags: [String] = [], taken: Int, address: String) {
    self.id = id
    self.caption = caption
    self.tags = tags
    self.taken = taken
    self.address = address
  }
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
  public var email: String
  /// The password.
  public var password: Secret
  /// Whether the server is being asked.
  public var isInProgress: Bool

  /// A form; by default an empty one.
  public init(email: String = "", password: Secret = Secret(""), isInProgress: Bool = false) {
    self.email = email
    self.password = password
    self.isInProgress = isInProgress
  }

  /// Whether the button is enabled.
  public var canSubmit: Bool { !isInProgress && !email.trimmed.isEmpty && !password.isEmpty }
}

/// A photo that is to be published.
public struct AlbumDraft: Sendable, Equatable, Codable {
  /// The name of its file.
  public var file: String
  /// What is written below it.
  public var caption: String
  /// What it shows: words with spaces or commas between.
  public var tags: String
  /// Whether it is being sent.
  public var isSending: Bool
  /// How much of it has gone, in whole percents; `nil` before anything has.
  public var percent: Int?

  /// A draft; by default an empty one.
  public init(
    file: String = "", caption: String = "", tags: String = "", isSending: Bool = false, percent: Int? = nil
  ) {
    self.file = file
    self.caption = caption
    self.tags = tags
    self.isSending = isSending
    self.percent = percent
  }

  /// The single words of ``tags``.
  var words: [String] { tags.split { $0.isWhitespace || $0 == "," }.map(String.init) }
  /// Whether the button is enabled.
  public var canPublish: Bool { !isSending && !file.isEmpty && !caption.trimmed.isEmpty }
}

/// Why something of an album was not done.
public enum AlbumFailure: Sendable, Hashable, Codable {
  /// The session is over.
  case sessionEnded
  /// The server did not accept it, and says why (H19).
  case refused(says: String)
  /// The file could not be read.
  case unreadable
  /// The session could not be kept on the device, or forgotten there.
  case store(TokenStoreFailure)
  /// There was no answer, or not what was agreed.
  case request(RequestFailure)
}
