import Colmeia

/// What a tab is to the app. The folder of its feature says it.
struct TabFeature {
  /// What it is called.
  var title: Phrase
  /// Whether it is there only for somebody who is signed in at iddog.
  var needsAccount = false
  /// What it shows.
  var screen: (AppReducer.State, Language) -> ScreenBuilder
  /// The place that it shows; `nil` for one without a link.
  var link: (AppReducer.State) -> AppLink?
  /// What follows when it is to be seen.
  var appear: (AppReducer, inout AppReducer.State) -> AppReducer.Effects = { _, _ in .none }
}
