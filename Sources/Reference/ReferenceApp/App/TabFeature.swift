import Colmeia

/// The description of a tab. Each feature has its own, in a file of its name.
struct TabFeature {
  /// The title of the tab.
  var title: Phrase
  /// Whether the tab exists only while an account is signed in at iddog.
  var needsAccount = false
  /// The type of the links into the tab.
  var links: any FeatureLink.Type
  /// Returns the current location on the tab, or `nil` if it has no link.
  var link: (AppReducer.State) -> (any FeatureLink)?
  /// Reacts when the tab becomes visible.
  var appear: (AppReducer, inout AppReducer.State) -> AppReducer.Effects = { _, _ in .none }
}
