import Colmeia

extension TabFeature {
  /// Who is signed in, and the way out.
  static var profile: TabFeature {
    TabFeature(
      title: .profile, needsAccount: true, screen: { $0.profileScreen($1) }, link: { _ in .profile(ProfileLink()) })
  }
}

/// The place of who is signed in.
public struct ProfileLink: FeatureLink {
  static let places = ["profile"]

  static func link(_ parts: [String]) -> AppLink? { parts == places ? .profile(ProfileLink()) : nil }

  /// The link.
  public init() {}

  var text: String { "/profile" }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    if state.feed != nil, state.profile?.form?.isSaving != true { (state.tab, state.profile) = (.profile, nil) }
    return .none
  }
}
