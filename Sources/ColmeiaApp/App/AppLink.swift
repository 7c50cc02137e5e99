import Colmeia
import ColmeiaHTTP

/// A place of the app as a link, which a front end can keep, and open again: `/feed?category=pug`, `/events/7`.
public enum AppLink: Sendable, Hashable {
  /// What is shown first.
  case start
  /// The feed, and perhaps one image of it.
  case feed(FeedLink)
  /// Events, their chats, and people.
  case events(EventsLink)
  /// News and newspapers.
  case news(NewsLink)
  /// Shots.
  case shots(ShotsLink)
  /// The album.
  case album(AlbumLink)
  /// Who is signed in.
  case profile(ProfileLink)

  /// The kinds of links whose paths say all.
  private static let kinds: [any FeatureLink.Type] = [
    EventsLink.self, NewsLink.self, ShotsLink.self, AlbumLink.self, ProfileLink.self,
  ]

  /// The place in its feature; `nil` for the start.
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

  /// Reads a link. What stands behind `?` and `#` counts for the feed alone.
  ///
  /// - Complexity: O(length).
  public static func parse(_ text: String) throws(FeedLinkFailure) -> AppLink {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    if path == "/" { return .start }
    let parts = path.split(separator: "/").compactMap { PercentEncoding.decode($0) }
    if path.hasPrefix("/"), let link = kinds.lazy.compactMap({ $0.link(parts) }).first { return link }
    return .feed(try FeedLink.parse(text))
  }

  /// The first parts of the paths of all links.
  public static let places = Set(kinds.flatMap { $0.places } + FeedLink.places)

  /// The link as text, which ``parse(_:)`` reads back.
  public var text: String { place?.text ?? "/" }
}

/// A place of a feature.
protocol FeatureLink: Sendable, Hashable {
  /// The first parts of the paths.
  static var places: [String] { get }
  /// The link with a path of these parts, if it is one of this kind.
  static func link(_ parts: [String]) -> AppLink?
  /// The link as text.
  var text: String { get }
  /// Goes there.
  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects
}

extension AppReducer.State {
  /// What is said about the last link.
  public var message: Phrase? { linkFailure.map(Phrase.linkRefused) }

  /// The place that is shown; `nil` for one without a link, such as a form.
  ///
  /// - Complexity: O(images).
  public var link: AppLink? {
    switch screen {
    case .signUp: .start
    case .tabs(let tab): showsMember(on: tab) ? memberLink : tab.feature.link(self)
    }
  }

  /// Whether the tab shows the profile of a member that was opened.
  func showsMember(on tab: AppTab) -> Bool { profile != nil && (tab == .events || tab == .profile) }

  private var memberLink: AppLink? {
    profile.flatMap { $0.form == nil ? .events(.person($0.id)) : nil }
  }
}

extension AppReducer {
  /// Goes where a link leads. A form is given up, unless it is being saved: then nothing happens.
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
