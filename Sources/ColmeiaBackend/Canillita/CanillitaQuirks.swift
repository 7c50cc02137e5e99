/// The behaviors of Canillita 2.0.1 that differ from what a client would expect. Each can be enabled separately.
/// Without any, the back end shows the expected behavior, which is described after "Otherwise".
///
/// One fault of the original is not reproduced: it loses an item that is stored between the replay and the beginning of
/// the live items. Here, both happen in one step.
public struct CanillitaQuirks: OptionSet, Sendable, Hashable {
  /// The bits of the enabled quirks.
  public let rawValue: Int

  /// Creates a set of quirks from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `location` contains the name unchanged. Otherwise: percent-encoded.
  public static let rawLocation = Self(rawValue: 1 << 0)
  /// A `PUT` to a newspaper that doesn't exist creates one with the name in the body, which is required, and replaces
  /// any newspaper with that name. The body may also contain its dates. Otherwise: the newspaper gets the name in the
  /// path, and the name in the body is ignored.
  public static let putNamesFromBody = Self(rawValue: 1 << 1)
  /// An item gets the identifier, and each record the dates, that the client sends. An item replaces an existing one
  /// with the same identifier. Otherwise: an identifier in UUID form is accepted, and refused if it is in use; other
  /// identifiers and all dates are ignored, and the server generates its own.
  public static let clientIDs = Self(rawValue: 1 << 2)
  /// JSON that isn't an object gets status 500. Otherwise: 400.
  public static let nonObjectCrashes = Self(rawValue: 1 << 3)
  /// If the query contains a known field, an unknown field is also a condition, which no newspaper meets. Otherwise:
  /// unknown fields are ignored.
  public static let unknownFilters = Self(rawValue: 1 << 4)
  /// `HEAD` gets status 405, and `allow` lists methods alphabetically. Otherwise: `HEAD` is supported wherever `GET`
  /// is.
  public static let noHead = Self(rawValue: 1 << 5)
  /// The replay contains the items that were created in a later second than the client's last event. Otherwise: the
  /// items that were stored after it.
  public static let oneSecondReplay = Self(rawValue: 1 << 6)
  /// An unknown last event gets status 500. Otherwise: all stored items are sent.
  public static let unknownIDCrashes = Self(rawValue: 1 << 7)
  /// The replay has an arbitrary order, which is the same each time. Otherwise: the order in which the items were
  /// stored.
  public static let unorderedReplay = Self(rawValue: 1 << 8)
  /// Text is split into lines only at line feeds, so a client loses the text after a carriage return. Otherwise: text
  /// is split at each line ending that clients recognize.
  public static let lineFeedsOnly = Self(rawValue: 1 << 9)
  /// A stream contains only news. Otherwise: it begins with `retry`, and contains a comment every 15 seconds.
  public static let noHeartbeat = Self(rawValue: 1 << 10)
  /// Responses name the server, Cowboy. Otherwise: they don't.
  public static let namesServer = Self(rawValue: 1 << 11)

  /// Pages are not supported: every request gets all newspapers. Otherwise: `page` and `per_page` select a page, and
  /// the response contains `X-Page`, `X-Per-Page` and `X-Total`.
  public static let noPages = Self(rawValue: 1 << 12)

  /// All quirks, as in the original.
  public static let all = Self(named.map(\.quirk))

  /// The quirks with their names.
  static let named: [(name: String, quirk: Self)] = [
    ("rawLocation", .rawLocation), ("putNamesFromBody", .putNamesFromBody), ("clientIDs", .clientIDs),
    ("nonObjectCrashes", .nonObjectCrashes), ("unknownFilters", .unknownFilters), ("noHead", .noHead),
    ("oneSecondReplay", .oneSecondReplay), ("unknownIDCrashes", .unknownIDCrashes),
    ("unorderedReplay", .unorderedReplay), ("lineFeedsOnly", .lineFeedsOnly), ("noHeartbeat", .noHeartbeat),
    ("namesServer", .namesServer), ("noPages", .noPages),
  ]

  /// Creates the quirk with this name.
  init?(name: String) {
    guard let quirk = Self.named.first(where: { $0.name == name })?.quirk else { return nil }
    self = quirk
  }
}

extension CanillitaQuirks: CustomStringConvertible {
  /// The names of the enabled quirks in the order of their declaration.
  public var description: String {
    "[\(Self.named.filter { contains($0.quirk) }.map(\.name).joined(separator: ", "))]"
  }
}
