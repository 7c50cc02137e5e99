/// Options for encoding values as JSON and decoding them.
///
/// Enums are written as people write them. A case without a payload is its name, `"load"`. A single unlabeled payload
/// follows the name, `{"load": "husky"}`. Several unlabeled payloads are an array, `{"loaded": ["husky", []]}`. Labeled
/// payloads are an object, `{"pick": {"_0": 1, "animated": true}}`. The decoder also accepts the representation of the
/// conformance that the compiler synthesizes: `{"load": {"_0": "husky"}}`.
///
/// A case is recognized by its key types, `CodingKeys` and `LoadCodingKeys`. A type that encodes a nested container as
/// its first member with key types of its own must name them otherwise.
public struct JSONCoding: Sendable, Hashable {
  /// The representation of an optional that is `nil`.
  public enum Nils: Sendable, Hashable {
    /// The key is omitted.
    case omitted
    /// The value is written as `null`.
    case null
  }

  /// The handling of keys that no type decodes.
  public enum UnknownKeys: Sendable, Hashable {
    /// Unknown keys are ignored.
    case ignored
    /// Unknown keys are an error. Its message suggests the most similar known key.
    case refused
  }

  /// The names of keys.
  public enum Keys: Sendable, Hashable {
    /// As the types write them.
    case asWritten
    /// `firstName` and `imageURL` are `first_name` and `image_url` in JSON. Keys of dictionaries stay as they are.
    ///
    /// An enum case finds its name only if the name has no abbreviation in capitals; give such a case a coding key.
    case snakeCase
  }

  /// The representation of a Foundation `Date`. Nothing else is accepted, because a guess could be silently wrong.
  public enum Dates: Sendable, Hashable {
    /// A string.
    case format(DateFormat)
    /// A number of seconds since 1970.
    case seconds
    /// A number of milliseconds since 1970. A date is rounded to milliseconds.
    case milliseconds

    /// A string in ISO 8601 (RFC 3339), with or without a fraction of a second, with `Z` or an offset from UTC. It is
    /// encoded in UTC, with up to nine digits of a fraction.
    public static let iso8601 = Self.format(.iso8601)
  }

  /// The representation of an optional that is `nil`.
  public var nils: Nils
  /// The handling of keys that no type decodes.
  public var unknownKeys: UnknownKeys
  /// The names of keys.
  public var keys: Keys
  /// The representation of a Foundation `Date`.
  public var dates: Dates
  /// The limits for parsing a document.
  public var limits: JSONLimits

  /// Creates coding options.
  ///
  /// - Parameters:
  ///   - nils: The representation of an optional that is `nil`.
  ///   - unknownKeys: The handling of keys that no type decodes.
  ///   - keys: The names of keys.
  ///   - dates: The representation of a Foundation `Date`.
  ///   - limits: The limits for parsing a document.
  public init(
    nils: Nils = .omitted, unknownKeys: UnknownKeys = .ignored, keys: Keys = .asWritten, dates: Dates = .iso8601,
    limits: JSONLimits = .standard
  ) {
    self.nils = nils
    self.unknownKeys = unknownKeys
    self.keys = keys
    self.dates = dates
    self.limits = limits
  }

  /// Omitted `nil`, unknown keys ignored.
  public static let standard = JSONCoding()
  /// Omitted `nil`, unknown keys refused. Suitable for files that people write.
  public static let strict = JSONCoding(unknownKeys: .refused)
  /// `nil` encoded as `null`, unknown keys ignored. Suitable for output that people read.
  public static let complete = JSONCoding(nils: .null)
}
