import Colmeia
import ColmeiaHTTP

/// A location in the app as a link, such as `/feed?category=pug` or `/events/7`. A front end can store it and open it
/// again later.
public enum AppLink: Sendable, Hashable {
  /// The initial screen.
  case start
  /// The feed, optionally with one image selected.
  case feed(FeedLink)
  /// Events, their chats, and member profiles.
  case events(EventsLink)
  /// News and newspapers.
  case news(NewsLink)
  /// Dribbble shots.
  case shots(ShotsLink)
  /// The album.
  case album(AlbumLink)
  /// The profile of the signed-in member.
  case profile(ProfileLink)

  /// The kinds of links that are fully described by their paths. A feed link also has a query.
  private static let kinds: [any FeatureLink.Type] = [
    EventsLink.self, NewsLink.self, ShotsLink.self, AlbumLink.self, ProfileLink.self,
  ]

  /// The location within its feature, or `nil` for the start.
  var place: (any FeatureLink)? {
    switch self {
    case .start: nil
    case .feed(let link): link
    case .events(let link): link
    case .news(let link): link
    case .shots(let link): link
    case .album(let link): link
    case .profile(let link): link
    }
  }

  /// Parses a link. The query and the fragment are ignored, except in links to the feed.
  ///
  /// - Parameter text: The link, from its path on.
  /// - Returns: The location that the link leads to.
  /// - Throws: ``FeedLinkFailure`` if the link leads to no location.
  /// - Complexity: O(length).
  public static func parse(_ text: String) throws(FeedLinkFailure) -> AppLink {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    if path == "/" { return .start }
    let parts = path.split(separator: "/").compactMap { PercentEncoding.decode($0) }
    if path.hasPrefix("/"), let link = kinds.lazy.compactMap({ $0.link(parts) }).first { return link }
    return .feed(try FeedLink.parse(text))
  }

  /// The first path components of all links.
  public static let firstComponents = Set(kinds.flatMap { $0.firstComponents } + FeedLink.firstComponents)

  /// The text of the link, which ``parse(_:)`` can parse.
  public var text: String { place?.text ?? "/" }
}

/// A location within a feature.
protocol FeatureLink: Sendable, Hashable {
  /// The first path components of links into the feature.
  static var firstComponents: [String] { get }
  /// Returns the link with these path components, or `nil` if it doesn't belong to the feature.
  static func link(_ parts: [String]) -> AppLink?
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
    case .tabs(let tab): showsMember(on: tab) ? memberLink : tab.feature.link(self)
    }
  }

  /// Whether the tab shows the profile of a member that the user has opened.
  func showsMember(on tab: AppTab) -> Bool { profile != nil && (tab == .events || tab == .profile) }

  private var memberLink: AppLink? {
    profile.flatMap { $0.form == nil ? .events(.person($0.id)) : nil }
  }
}

extension AppReducer {
  /// Navigates to the location of a link. Discards a form that is open there. A form that is being saved stays open.
  func open(_ text: String, _ state: inout State) -> Effects {
    do throws(FeedLinkFailure) {
      let link = try AppLink.parse(text)
      state.linkFailure = nil
      if link == .start { state.tab = .feed }
      return link.place?.open(self, &state) ?? .none
    } catch {
      state.linkFailure = error
      return .none
    }
  }
}
