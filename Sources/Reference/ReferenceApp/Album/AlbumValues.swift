import ColmeiaSecrets

/// How the cached copy and the server are used (H23).
public enum AlbumUse: String, Sendable, Codable, CaseIterable {
  /// Shows the cached copy immediately, then the server's response.
  case both
  /// Shows the cached copy. Asks the server only if there is no usable copy.
  case kept
  /// Shows only the server's response.
  case fresh
}

/// The sign-in form.
public struct AlbumForm: Sendable, Equatable, Codable {
  /// The typed email address.
  public var email = ""
  /// The typed password.
  public var password = Secret("")
  /// Whether a sign-in is in progress.
  public var isInProgress = false

  /// Whether the button is enabled.
  public var canSubmit: Bool { !isInProgress && !email.trimmed.isEmpty && !password.isEmpty }
}

/// A photo to publish, or a published one whose texts are being changed.
public struct AlbumDraft: Sendable, Equatable, Codable {
  /// The published photo, as it was when the user began to edit it.
  public var original: AlbumPhoto?
  /// The name of the image file.
  public var file = ""
  /// The caption of the photo.
  public var caption = ""
  /// The tags: words separated by spaces or commas.
  public var tags = ""
  /// Whether the photo is being sent.
  public var isSending = false
  /// The progress of the upload in whole percents, or `nil` before it has begun.
  public var percent: Int?

  /// The separate words of ``tags``.
  var words: [String] { tags.split { $0.isWhitespace || $0 == "," }.map(String.init) }
  /// The text for the tags of a photo.
  static func text(ofTags tags: [String]) -> String { tags.joined(separator: ", ") }
  /// Whether the button is enabled.
  public var canPublish: Bool { !isSending && (original != nil || !file.isEmpty) && !caption.trimmed.isEmpty }
}

/// Why an operation on an album failed.
public enum AlbumFailure: Sendable, Hashable, Codable {
  /// The session has ended.
  case sessionEnded
  /// The email address or the password is wrong.
  case wrongCredentials
  /// Too many wrong passwords were given. The user can try again later.
  case tooManyAttempts
  /// The server rejected the request, for the reason in its response (H19).
  case refused(message: String)
  /// The file can't be sent.
  case photo(PhotoFailure)
  /// The email address or the password is missing.
  case entranceIncomplete
  /// The file of a new photo, or the caption, is missing.
  case fileMissing, captionMissing
  /// The session couldn't be stored on the device, read from it, or removed from it.
  case store(TokenStoreFailure), restore(TokenStoreFailure), forget(TokenStoreFailure)
  /// There was no response, or it couldn't be decoded.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case sessionEnded, wrongCredentials, tooManyAttempts, refused, photo, entranceIncomplete, fileMissing,
      captionMissing, store, restore, forget, request
  }
}
