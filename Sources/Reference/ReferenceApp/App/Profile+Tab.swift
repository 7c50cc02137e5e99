import Colmeia

extension TabFeature {
  /// The tab with the signed-in accounts and the buttons to sign out.
  static var profile: TabFeature {
    TabFeature(
      title: .profile, needsAccount: true, links: ProfileLink.self,
      link: { _ in ProfileLink() })
  }
}

/// The location of the signed-in user's tab.
public struct ProfileLink: FeatureLink {
  init?(_ parts: [String]) { if parts != ["profile"] { return nil } }

  /// Creates the only location of the tab.
  public init() {}

  var text: String { "/profile" }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    if state.profile?.form?.isSaving != true { (state.tab, state.profile) = (.profile, nil) }
    return .none
  }
}
