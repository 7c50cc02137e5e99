import ColmeiaSecrets

extension Album {
  /// The state of the album.
  public struct State: Sendable, Equatable, Codable {
    /// The session of the album.
    public enum Session: Sendable, Equatable, Codable {
      /// The session hasn't been restored yet.
      case unknown
      /// The owner of the session saved on the device is being requested.
      case restoring
      /// No account is signed in.
      case signedOut
      /// An account is signed in, and its album is shown.
      case signedIn(AlbumOwner)

      enum CodingKeys: String, CodingKey, CaseIterable { case unknown, restoring, signedOut, signedIn }

      /// The owner of the album, if an account is signed in.
      public var owner: AlbumOwner? { if case .signedIn(let owner) = self { owner } else { nil } }
    }

    /// The session of the album.
    public var session = Session.unknown
    /// The sign-in form.
    public var form = AlbumForm()
    /// The server's notice to all users.
    public var notice: String?
    /// The photos, the newest first, or `nil` before they have loaded for the first time.
    public var photos: [AlbumPhoto]?
    /// Whether the photos are a cached copy.
    public var isCopy = false
    /// How the cache is used.
    public var use = AlbumUse.both
    /// Whether the photos are being loaded.
    public var isLoading = false
    /// Whether the session is being ended.
    public var isSigningOut = false
    /// Why the last operation failed.
    public var failure: AlbumFailure?
    /// The photo that is being prepared, published or edited.
    public var draft: AlbumDraft?

    /// Whether the sign-in form can be edited. What is typed during a request isn't in it, and is still there if it fails.
    var canTypeEntrance: Bool { session.owner == nil }
  }

  /// The actions of the album.
  public enum Action: Sendable, Equatable, Codable {
    /// Restores the session saved on the device.
    case restore
    /// The text of a field changed; the payload is the whole new text.
    case typed(Field, String)
    /// The password changed; the payload is the whole new text.
    case typedPassword(Secret)
    /// Signs in with the content of the form.
    case signIn
    /// Signs out.
    case signOut
    /// Reloads the photos.
    case load
    /// Changes how the cache is used, and reloads the photos.
    case use(AlbumUse)
    /// Opens the form for a new photo.
    case compose
    /// Opens the form for the texts of the photo with this number.
    case edit(Int)
    /// Publishes the photo in the form, or its texts.
    case publish
    /// Discards the photo in the form.
    case discard

    /// The results of ``Effect/restore``; `nil` if no session is saved.
    case restored(AlbumOwner?), restoreFailed(AlbumFailure)
    /// The results of ``Effect/signIn(email:_:)``.
    case signedIn(AlbumOwner), signInFailed(AlbumFailure)
    /// The results of ``Effect/signOut(_:)``.
    case signedOut, signOutFailed(AlbumFailure)
    /// The failure of ``Effect/forget``, which sends no action if it succeeds.
    case forgetFailed(AlbumFailure)
    /// The result of ``Effect/notice``.
    case notice(String?)
    /// The results of ``Effect/load(_:_:)``: the photos, possibly first as a cached copy.
    case photos([AlbumPhoto], isCopy: Bool), loadFailed(AlbumFailure)
    /// The progress of ``Effect/publish(_:of:)`` in percent, and its results.
    case progress(Int), published(AlbumPhoto), publishFailed(AlbumFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, typed, typedPassword, signIn, signOut, load, use, compose, edit, publish, discard, restored,
        restoreFailed, signedIn, signInFailed, signedOut, signOutFailed, forgetFailed, notice, photos,
        loadFailed, progress, published, publishFailed
    }
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// A field of the sign-in form.
    case email
    /// A field of the form for a new photo.
    case file, caption, tags
  }

  /// The effects of the album.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET user`, if a session is saved.
    case restore
    /// `POST auth/sign_in`.
    case signIn(email: String, Secret)
    /// `DELETE auth/sign_out`, then removes the saved session and the cached responses of the account with this email
    /// address.
    case signOut(String)
    /// Removes the saved session, which the server has refused.
    case forget
    /// `GET notice`.
    case notice
    /// `GET photos` for the album with this email address.
    case load(String, AlbumUse)
    /// `POST photos`, or `PATCH photos/{id}` for a published photo.
    case publish(AlbumDraft, of: String)

    enum CodingKeys: String, CodingKey, CaseIterable { case restore, signIn, signOut, forget, notice, load, publish }
  }
}
