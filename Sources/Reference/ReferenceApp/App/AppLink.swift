import Colmeia
import ColmeiaHTTP

/// A location in the app as a link, such as `/feed?category=pug` or `/events/7`. A front end can store it and open it
/// again later. Each feature defines its own locations (`FeatureLink`).
public struct AppLink: Sendable, Hashable {
  /// The location within its feature, or `nil` for the initial screen.
  let target: (any FeatureLink)?

  /// The link to the initial screen.
  public static let start = AppLink(target: nil)

  /// The link to a location within a feature.
  init(_ target: any FeatureLink) { self.target = target }

  private init(target: (any FeatureLink)?) { self.target = target }

  /// Parses a link. The query and the fragment are ignored, except in links to the feed.
  ///
  /// - Parameter text: The link, from its path on.
  /// - Returns: The location that the link leads to.
  /// - Throws: ``FeedLinkFailure`` if the link leads to no location.
  /// - Complexity: O(length).
  public static func parse(_ text: String) throws(FeedLinkFailure) -> AppLink {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    if path == "/" { return .start }
    var parts: [String] = []
    for part in path.split(separator: "/") {
      guard let decoded = PercentEncoding.decode(part) else { throw .badEncoding(String(part)) }
      parts.append(decoded)
    }
    let targets = AppTab.allCases.lazy.compactMap { $0.feature.links.init(parts) }
    if path.hasPrefix("/"), let target = targets.first { return AppLink(target) }
    return AppLink(try FeedLink.parse(text))
  }

  /// The text of the link, which ``parse(_:)`` can parse.
  public var text: String { target?.text ?? "/" }

  /// Returns whether both links lead to the same location.
  public static func == (left: AppLink, right: AppLink) -> Bool { left.text == right.text }

  /// Hashes the location.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A location within a feature.
protocol FeatureLink: Sendable {
  /// Creates the location with these path components, or returns `nil` if it doesn't belong to the feature.
  init?(_ parts: [String])
  /// The text of the link.
  var text: String { get }
  /// Navigates to the location.
  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects
}

extension AppReducer.State {
  /// The message about the last link, if it couldn't be followed.
  public var message: Phrase? { linkFailure.map(Phrase.linkRefused) }

  /// The link to the current location, or `nil` if the location has no link, as with a form.
  ///
  /// - Complexity: O(images).
  public var link: AppLink? {
    switch screen {
    case .signUp: .start
    case .tabs(let tab): (showsMember(on: tab) ? memberLink : tab.feature.link(self)).map(AppLink.init)
    }
  }

  /// Whether the tab shows the profile of a member that the user has opened.
  func showsMember(on tab: AppTab) -> Bool { profile != nil && (tab == .events || tab == .profile) }

  private var memberLink: EventsLink? { profile.flatMap { $0.form == nil ? .person($0.id) : nil } }
}

extension AppReducer {
  /// Navigates to the location of a link. Discards a form that is open there. A form that is being saved stays open.
  func open(_ text: String, _ state: inout State) -> Effects {
    do throws(FeedLinkFailure) {
      let link = try AppLink.parse(text)
      (state.linkFailure, state.pendingEventsLink) = (nil, nil)
      if link == .start { state.tab = .feed }
      return link.target?.open(self, &state) ?? .none
    } catch {
      state.linkFailure = error
      return .none
    }
  }
}
