/// What Canillita 2.0.1 does otherwise than one would expect, each by itself. Without any, the back end does the sane thing.
///
/// One more of its faults cannot be had here: an item that is stored between the replay and the beginning of the live
/// items is lost there. Here both are one step.
public struct CanillitaQuirks: OptionSet, Sendable, Hashable {
  /// Which ones, a bit for each.
  public let rawValue: Int

  /// These quirks.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `location` holds the name as it is. Sane: percent-encoded.
  public static let rawLocation = Self(rawValue: 1 << 0)
  /// A `PUT` to a newspaper that there is not makes one of the name in the body, which must be there, in the place of
  /// whatever has it; its dates may be in the body too. Sane: of the name in the address; the one in the body is passed
  /// over.
  public static let putNamesFromBody = Self(rawValue: 1 << 1)
  /// An item gets the id, and each record the dates, that the client sends; an item whose id is in use takes the other's
  /// place. Sane: an id of the form of a UUID is taken, and is refused when it is in use; any other is passed over, as are
  /// dates, and the server makes its own.
  public static let clientIDs = Self(rawValue: 1 << 2)
  /// JSON that is no object is 500. Sane: 400.
  public static let nonObjectCrashes = Self(rawValue: 1 << 3)
  /// Where the query names one field that there is, a field that there is not is a condition, too, which nothing meets.
  /// Sane: it is passed over.
  public static let unknownFilters = Self(rawValue: 1 << 4)
  /// `HEAD` is 405, and `allow` names methods in the order of the alphabet. Sane: `HEAD` is there wherever `GET` is.
  public static let noHead = Self(rawValue: 1 << 5)
  /// After the last event that the client has seen, what was created in a later second is sent. Sane: what was stored
  /// after it.
  public static let oneSecondReplay = Self(rawValue: 1 << 6)
  /// A last event that there is not is 500. Sane: all that is kept is sent.
  public static let unknownIDCrashes = Self(rawValue: 1 << 7)
  /// What is sent again comes in no useful order, the same one each time. Sane: in the order in which it was stored.
  public static let unorderedReplay = Self(rawValue: 1 << 8)
  /// A text is split into lines at line feeds only, so that a client loses what is behind a carriage return. Sane: at
  /// each line end that a client sees.
  public static let lineFeedsOnly = Self(rawValue: 1 << 9)
  /// A stream says nothing but news. Sane: it begins with `retry`, and every 15 seconds there is a comment.
  public static let noHeartbeat = Self(rawValue: 1 << 10)
  /// Answers name their server, Cowboy. Sane: they do not.
  public static let namesServer = Self(rawValue: 1 << 11)

  /// There are no pages: whoever asks for one gets all newspapers. Sane: `page`, and `per_page` of them, with `X-Page`,
  /// `X-Per-Page` and `X-Total`.
  public static let noPages = Self(rawValue: 1 << 12)

  /// The original.
  public static let all = Self(named.map(\.quirk))

  /// Each quirk by its name.
  static let named: [(name: String, quirk: Self)] = [
    ("rawLocation", .rawLocation), ("putNamesFromBody", .putNamesFromBody), ("clientIDs", .clientIDs),
    ("nonObjectCrashes", .nonObjectCrashes), ("unknownFilters", .unknownFilters), ("noHead", .noHead),
    ("oneSecondReplay", .oneSecondReplay), ("unknownIDCrashes", .unknownIDCrashes),
    ("unorderedReplay", .unorderedReplay), ("lineFeedsOnly", .lineFeedsOnly), ("noHeartbeat", .noHeartbeat),
    ("namesServer", .namesServer), ("noPages", .noPages),
  ]

  /// The quirk of that name.
  init?(name: String) {
    guard let quirk = Self.named.first(where: { $0.name == name })?.quirk else { return nil }
    self = quirk
  }
}

extension CanillitaQuirks: CustomStringConvertible {
  /// The names, in the order of their declaration.
  public var description: String {
    "[\(Self.named.filter { contains($0.quirk) }.map(\.name).joined(separator: ", "))]"
  }
}
