/// Everything the app says to its user, as a value: labels (D26) and failures. What is said is decided
/// here, where it can be tested; a front end only shows it.
///
/// Not called `Text`, which would be ambiguous beside SwiftUI.
public enum Phrase: Sendable, Hashable {
  /// The label of the e-mail field.
  case email
  /// The sign-up button.
  case signUp
  /// The title of the profile tab.
  case profile
  /// The title of the feed tab.
  case feed
  /// The sign-out button.
  case signOut
  /// The button that tries again.
  case retry
  /// The button that gives up waiting.
  case cancel
  /// What was typed is not an e-mail address.
  case emailInvalid
  /// The server did not accept the e-mail address.
  case emailRefused
  /// The session ended because the server no longer accepts the token.
  case sessionExpired
  /// A request failed.
  case requestFailed(RequestFailure)
  /// The token could not be stored.
  case couldNotStore(TokenStoreFailure)
  /// The token could not be read at start.
  case couldNotRestore(TokenStoreFailure)
  /// The token could not be removed.
  case couldNotForget(TokenStoreFailure)
  /// The breed has no images.
  case noImages
  /// What is shown was kept on this device for so many seconds; newer is on its way.
  case showingCached(age: Int)
  /// What is shown was kept on this device for so many seconds; newer could not be had.
  case showingOnlyCached(age: Int, RequestFailure)
  /// The breed has no image of this name.
  case imageNotFound
  /// A link could not be followed.
  case linkRefused(FeedLinkFailure)
  /// What a button, a field or a title is called.
  case label(Label)
  /// What was typed is no day and time (E15).
  case timeMistyped
  /// No account was made (E18).
  case accountFailed(EventbeeFailure)
  /// The account was made, but the log-in to it failed (E18).
  case newAccountLogInFailed
  /// Somebody could not be added to an event (E19).
  case addingFailed(EventbeeFailure)
  /// A profile was not saved.
  case profileFailed(ProfileFailure)
  /// A photo could not be put or got.
  case photoFailed(PhotoFailure)
  /// Shots did not come (M1, M2).
  case shotsFailed(ShotsFailure)
  /// Another call of Eventbee's failed.
  case eventbeeFailed(EventbeeFailure)
  /// The newspapers did not let one in (O7, O8).
  case enteringFailed(NewspaperForm.Failure, NewspaperForm.Purpose)
  /// An item was not published (O8).
  case publishingFailed(NewspaperForm.Failure)
  /// The list of newspapers did not come (O9).
  case newspapersFailed(RequestFailure)
  /// So many newspapers could not be understood.
  case unreadableNewspapers(Int)
  /// Something came over the stream that is no item (O10).
  case newsCorrupted
  /// What is read and what has come could not be kept on the device, or read from there.
  case newsNotKept(TokenStoreFailure)

  /// The phrase in `language`.
  public func text(_ language: Language) -> String {
    switch language {
    case .portuguese: portuguese
    case .english: english
    }
  }
}
