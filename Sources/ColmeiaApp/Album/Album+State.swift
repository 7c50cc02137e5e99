extension Album {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// Who is signed in.
    public enum Session: Sendable, Equatable, Codable {
      /// It is not known yet.
      case unknown
      /// The server is asked whose session is kept on the device.
      case restoring
      /// Nobody.
      case signedOut
      /// Somebody, whose album is shown.
      case signedIn(AlbumOwner)

      enum CodingKeys: String, CodingKey, CaseIterable { case unknown, restoring, signedOut, signedIn }

      /// Who is signed in.
      public var owner: AlbumOwner? { if case .signedIn(let owner) = self { owner } else { nil } }
    }

    /// Who is signed in.
    public var session = Session.unknown
    /// The form to sign in with.
    public var form = AlbumForm()
    /// A notice of the server for everybody.
    public var notice: String?
    /// The photos, the newest first; `nil` before they came for the first time.
    public var photos: [AlbumPhoto]?
    /// Whether those are a copy that was kept on the device.
    public var isCopy = false
    /// What is kept on the device, and what is asked afresh.
    public var use = AlbumUse.both
    /// Whether the photos are being asked for.
    public var isLoading = false
    /// Why something was not done the last time.
    public var failure: AlbumFailure?
    /// The photo that is to be published.
    public var draft: AlbumDraft?

    /// Whether the form to sign in with can be filled in.
    var canTypeEntrance: Bool { session.owner == nil && !form.isInProgress }
  }

  /// What can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// Find out whose session is kept on the device.
    case restore
    /// A field changed; its whole new text.
    case typed(Field, String)
    /// The password changed; its whole new text.
    case typedPassword(Secret)
    /// Sign in as the form says.
    case signIn
    /// Sign out.
    case signOut
    /// Load the photos again.
    case load
    /// Use what is kept on the device like this from now on.
    case use(AlbumUse)
    /// Choose a photo to publish.
    case compose
    /// Publish what was chosen.
    case publish
    /// Give it up.
    case discard

    /// Answers to ``Effect/restore``; nobody, where no session is kept.
    case restored(AlbumOwner?), restoreFailed(AlbumFailure)
    /// Answers to ``Effect/signIn(email:_:)``.
    case signedIn(AlbumOwner), signInFailed(AlbumFailure)
    /// Answers to ``Effect/signOut``.
    case signedOut, signOutFailed(AlbumFailure)
    /// The answer to ``Effect/notice``.
    case notice(String?)
    /// Answers to ``Effect/load(_:_:)``: the photos, first perhaps a copy of them.
    case photos([AlbumPhoto], isCopy: Bool), loadFailed(AlbumFailure)
    /// Answers to ``Effect/publish(_:of:)``.
    case progress(Int), published(AlbumPhoto), publishFailed(AlbumFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, typed, typedPassword, signIn, signOut, load, use, compose, publish, discard, restored,
        restoreFailed, signedIn, signInFailed, signedOut, signOutFailed, notice, photos, loadFailed, progress,
        published, publishFailed
    }
  }

  /// A field of text.
  public enum Field: String, Sendable, Codable, CaseIterable {
    /// Of the form to sign in with.
    case email
    /// Of the photo that is to be published.
    case file, caption, tags
  }

  /// What the feature asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// `GET user`, where a session is kept.
    case restore
    /// `POST auth/sign_in`.
    case signIn(email: String, Secret)
    /// `DELETE auth/sign_out`, and forget the session.
    case signOut
    /// `GET notice`.
    case notice
    /// `GET photos` of the album of this e-mail.
    case load(String, AlbumUse)
    /// `POST photos`.
    case publish(AlbumDraft, of: String)

    enum CodingKeys: String, CodingKey, CaseIterable { case restore, signIn, signOut, notice, load, publish }
  }
}
