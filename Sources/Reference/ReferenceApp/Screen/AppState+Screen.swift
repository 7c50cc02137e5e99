extension AppReducer.State {
  /// Returns the current screen in a language.
  ///
  /// - Complexity: O(rows).
  public func screen(_ language: Language) -> ScreenModel {
    var builder: ScreenBuilder
    switch screen {
    case .signUp: builder = signUpScreen(language)
    case .tabs(let tab): builder = screen(of: tab, language)
    }
    builder.message(message, .error)
    if linkFailure != nil { builder.button(.dismiss, .dismissLinkFailure) }
    builder.screen.tabs = tabItems(language)
    builder.screen.address = link?.text
    return builder.screen
  }

  private func screen(of tab: AppTab, _ language: Language) -> ScreenBuilder {
    if let profile, showsMember(on: tab) { return memberScreen(profile, language) }
    return switch tab {
    case .feed: feedScreen(language)
    case .events: eventsScreen(language)
    case .news: newsScreen(language)
    case .shots: shotsScreen(language)
    case .album: albumScreen(language)
    case .profile: profileScreen(language)
    }
  }

  private func tabItems(_ language: Language) -> [ScreenModel.TabItem] {
    AppTab.allCases.compactMap { item in
      // There is no profile without an account.
      if item == .profile, feed == nil { return nil }
      return .init(
        label: item.title.text(language), isSelected: item == tab, action: .select(item),
        address: item.feature.link(self)?.text)
    }
  }
}
