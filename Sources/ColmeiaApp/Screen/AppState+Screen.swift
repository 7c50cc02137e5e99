extension AppReducer.State {
  /// What is shown, in a language.
  ///
  /// - Complexity: O(rows).
  public func screen(_ language: Language) -> ScreenModel {
    var builder: ScreenBuilder
    switch screen {
    case .tabs(.events) where profile != nil, .tabs(.profile) where profile != nil:
      builder = memberScreen(profile ?? Profile.State(id: 0), language)
    case .signUp: builder = signUpScreen(language)
    case .tabs(.feed): builder = feedScreen(language)
    case .tabs(.events): builder = eventsScreen(language)
    case .tabs(.news): builder = newsScreen(language)
    case .tabs(.shots): builder = shotsScreen(language)
    case .tabs(.profile): builder = profileScreen(language)
    }
    builder.say(message)
    if linkFailure != nil { builder.button(.dismiss, .dismissLinkFailure) }
    builder.screen.tabs = tabItems(language)
    builder.screen.address = link?.text
    return builder.screen
  }

  private func tabItems(_ language: Language) -> [ScreenModel.TabItem] {
    let labels: [(AppTab, Phrase)] = [
      (.feed, .feed), (.events, .events), (.news, .news), (.shots, .shots), (.profile, .profile),
    ]
    return labels.compactMap { item, label in
      // Without an account there is no profile.
      if item == .profile, feed == nil { return nil }
      return .init(label: label.text(language), isSelected: item == tab, action: .select(item))
    }
  }

  private func signUpScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.signUp, language)
    builder.field(.email, auth.form.typed, .email, .auth(.typed(ScreenModel.placeholder)))
    builder.button(.signUp, .auth(.submit), isEnabled: auth.form.canSubmit, .submit)
    if auth.form.isInProgress { builder.button(.cancel, .auth(.cancelSignUp)) }
    if auth.storeFailure != nil { builder.button(.retry, .auth(.retry)) }
    builder.say(auth.form.message)
    builder.say(auth.message)
    builder.screen.isBusy = auth.form.isInProgress || auth.session == .restoring
    return builder
  }

  private func feedScreen(_ language: Language) -> ScreenBuilder {
    let feed = feed ?? Feed.State()
    let isBusy = feed.isLoading || feed.isRefreshing
    var builder = ScreenBuilder("\(Phrase.feed.text(language)): \(feed.breed.title)", language)
    builder.screen.layout = .grid
    for image in feed.images {
      builder.row(
        image.name, image.rawValue, isSelected: image == feed.selectedImage, picture: image.rawValue,
        .feed(.select(ImageReference(image))))
    }
    builder.addPicture(feed.picture)
    for breed in Breed.allCases {
      builder.choice(
        breed.title, .feed(.load(breed)), isEnabled: breed != feed.breed || !isBusy, isSelected: breed == feed.breed)
    }
    if feed.failure != nil || feed.refreshFailure != nil { builder.button(.retry, .feed(.retry)) }
    if feed.selection != nil { builder.button(.back, .feed(.deselect)) }
    builder.say(feed.message)
    builder.say(feed.ageMessage)
    builder.screen.isBusy = isBusy || feed.picture?.isLoading == true
    return builder
  }

  private func profileScreen(_ language: Language) -> ScreenBuilder {
    var builder = ScreenBuilder(.profile, language)
    if let account = auth.session.account { builder.row("iddog", account.email) }
    builder.button(.signOut, .auth(.signOut))
    if let member = members.session.member {
      builder.row(member.name, member.email)
      if !member.about.isEmpty { builder.row(builder.text(.about), member.about) }
      builder.button(.editProfile, .openProfile(nil))
      builder.button(.logOut, .members(.logOut), isEnabled: !members.isLoggingOut)
    }
    builder.say(members.logOutFailure.map(Phrase.eventbeeFailed))
    builder.screen.isBusy = members.isLoggingOut
    return builder
  }
}
