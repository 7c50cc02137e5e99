extension SignUpForm {
  /// What the sign-up screen says below the field. That it is blank needs no words: the button is off.
  public var message: Phrase? {
    switch failure {
    case .emailRefused: .emailRefused
    case .request(let failure): .requestFailed(failure)
    case .tokenNotStored(let failure): .couldNotStore(failure)
    case nil: validation == .invalid ? .emailInvalid : nil
    }
  }
}

extension Auth.State {
  /// What is said about the session, whatever the form says: trouble with the token store first.
  public var message: Phrase? {
    switch (storeFailure, session) {
    case (.couldNotRestore(let failure), _): .couldNotRestore(failure)
    case (.couldNotForget(let failure), _): .couldNotForget(failure)
    case (nil, .signedOut(.expired)): .sessionExpired
    case (nil, .restoring), (nil, .signedOut), (nil, .signedIn): nil
    }
  }
}

extension Feed.State {
  /// What the feed says instead of images, or of the one image.
  public var message: Phrase? {
    switch phase {
    case .idle, .loading: nil
    case .failed(let failure): .requestFailed(failure)
    case .loaded(let images): isSelectionMissing ? .imageNotFound : images.isEmpty ? .noImages : nil
    }
  }

  /// What the feed says about the age of what it shows.
  public var ageMessage: Phrase? {
    switch shown {
    case .fresh: nil
    case .cached(let age, nil): .showingCached(age: age)
    case .cached(let age, let failure?): .showingOnlyCached(age: age, failure)
    }
  }
}

extension AppReducer.State {
  /// What is said about the last link.
  public var message: Phrase? { linkFailure.map(Phrase.linkRefused) }
}
