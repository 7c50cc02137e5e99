extension Phrase {
  var english: String {
    switch self {
    case .email: "Email"
    case .signUp: "Sign in"
    case .profile: "Profile"
    case .feed: "Feed"
    case .signOut: "Sign out"
    case .retry: "Try again"
    case .cancel: "Cancel"
    case .emailInvalid: "Enter a valid e-mail address."
    case .emailRefused: "The server did not accept this e-mail address. Check it and try again."
    case .sessionExpired: "Your session has expired. Sign in again."
    case .requestFailed(let failure): Self.english(failure)
    case .couldNotStore(let failure): "Your session could not be stored: \(Self.english(failure))."
    case .couldNotRestore(let failure):
      "Your session could not be restored: \(Self.english(failure)). Sign in again."
    case .couldNotForget(let failure):
      "Your session is still stored on this device: \(Self.english(failure)). Try again."
    case .noImages: "No images."
    case .showingCached(let age): "Saved on this device \(Age(age).english). Refreshing…"
    case .showingOnlyCached(let age, let failure):
      "Saved on this device \(Age(age).english). \(Self.english(failure))"
    case .imageNotFound: "This image was not found."
    case .linkRefused(let failure): Self.english(failure)
    case .label(let label): label.english
    case .timeMistyped: "Enter day and time like this: 28 Dec 2016 20:00."
    case .accountFailed(let failure): Self.englishAccount(failure)
    case .newAccountLogInFailed: "The account was made, but logging in to it failed."
    case .addingFailed(let failure): Self.englishAdding(failure)
    case .profileFailed(.api(let failure)): "The profile could not be saved. \(Self.english(failure))"
    case .profileFailed(.photo(let failure)): Self.english(failure)
    case .photoFailed(let failure): Self.english(failure)
    case .shotsFailed(let failure): Self.english(failure)
    case .eventbeeFailed(let failure): Self.english(failure)
    case .enteringFailed, .publishingFailed, .newspapersFailed, .unreadableNewspapers, .newsCorrupted, .newsNotKept:
      newsTexts.1
    }
  }

  private static func english(_ failure: RequestFailure) -> String {
    switch failure {
    case .offline: "You are offline. Check your connection and try again."
    case .unreachable: "The server could not be reached. Try again."
    case .timedOut: "The server took too long to answer. Try again."
    case .status(let status): "The server answered with the error \(status). Try again later."
    case .undecodable(let place): "Unexpected answer from the server (\(place)). Try again later."
    case .tokenUnreadable(let failure): "Your session could not be read: \(english(failure)). Try again."
    }
  }

  static func english(_ failure: TokenStoreFailure) -> String {
    switch failure {
    case .damaged: "the file is damaged"
    case .denied: "access is not permitted"
    case .full: "there is no space left"
    case .inputOutput: "reading or writing failed"
    }
  }

  private static func english(_ failure: FeedLinkFailure) -> String {
    switch failure {
    case .notTheFeed(let path): "The link \"\(path)\" leads to no screen."
    case .unknownBreed(let breed): "There is no breed \"\(breed)\"."
    case .repeated(let name): "The link has \"\(name)\" more than once."
    case .emptyID: "The link does not say which image."
    case .badEncoding(let part): "The link is incomplete or damaged: \"\(part)\"."
    }
  }
}
