/// A behavior of Canillita 2.0.1 that differs from what a client would expect. Each can be enabled separately.
/// Without any, the back end shows the expected behavior, which is described after "Otherwise".
///
/// One fault of the original is not reproduced: it loses an item that is stored between the replay and the beginning of
/// the live items. Here, both happen in one step.
public enum CanillitaQuirk: String, Sendable, CaseIterable {
  /// `location` contains the name unchanged. Otherwise: percent-encoded.
  case rawLocation
  /// A `PUT` to a newspaper that doesn't exist creates one with the name in the body, which is required, and replaces
  /// any newspaper with that name. The body may also contain its dates. Otherwise: the newspaper gets the name in the
  /// path, and the name in the body is ignored.
  case putNamesFromBody
  /// An item gets the identifier, and each record the dates, that the client sends. An item replaces an existing one
  /// with the same identifier. Otherwise: an identifier in UUID form is accepted, and refused if it is in use; other
  /// identifiers and all dates are ignored, and the server generates its own.
  case clientIDs
  /// JSON that isn't an object gets status 500. Otherwise: 400.
  case nonObjectCrashes
  /// If the query contains a known field, an unknown field is also a condition, which no newspaper meets. Otherwise:
  /// unknown fields are ignored.
  case unknownFilters
  /// `HEAD` gets status 405, and `allow` lists methods alphabetically. Otherwise: `HEAD` is supported wherever `GET`
  /// is.
  case noHead
  /// The replay contains the items that were created in a later second than the client's last event. Otherwise: the
  /// items that were stored after it.
  case oneSecondReplay
  /// An unknown last event gets status 500. Otherwise: all stored items are sent.
  case unknownIDCrashes
  /// The replay has an arbitrary order, which is the same each time. Otherwise: the order in which the items were
  /// stored.
  case unorderedReplay
  /// Text is split into lines only at line feeds, so a client loses the text after a carriage return. Otherwise: text
  /// is split at each line ending that clients recognize.
  case lineFeedsOnly
  /// A stream contains only news. Otherwise: it begins with `retry`, and contains a comment every 15 seconds.
  case noHeartbeat
  /// Responses name the server, Cowboy. Otherwise: they don't.
  case namesServer
  /// Pages are not supported: every request gets all newspapers. Otherwise: `page` and `per_page` select a page, and
  /// the response contains `X-Page`, `X-Per-Page` and `X-Total`.
  case noPages
}

/// The behaviors of the original that the back end reproduces.
public typealias CanillitaQuirks = Set<CanillitaQuirk>

extension CanillitaQuirks {
  /// All quirks, as in the original.
  public static var all: Self { Self(CanillitaQuirk.allCases) }
}
