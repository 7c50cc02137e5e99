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

  /// The representation of an optional that is `nil`.
  public var nils: Nils
  /// The handling of keys that no type decodes.
  public var unknownKeys: UnknownKeys
  /// The limits for parsing a document.
  public var limits: JSONLimits

  /// Creates coding options.
  ///
  /// - Parameters:
  ///   - nils: The representation of an optional that is `nil`.
  ///   - unknownKeys: The handling of keys that no type decodes.
  ///   - limits: The limits for parsing a document.
  public init(nils: Nils = .omitted, unknownKeys: UnknownKeys = .ignored, limits: JSONLimits = .standard) {
    self.nils = nils
    self.unknownKeys = unknownKeys
    self.limits = limits
  }

  /// Omitted `nil`, unknown keys ignored.
  public static let standard = JSONCoding()
  /// Omitted `nil`, unknown keys refused. Suitable for files that people write.
  public static let strict = JSONCoding(unknownKeys: .refused)
  /// `nil` encoded as `null`, unknown keys ignored. Suitable for output that people read.
  public static let complete = JSONCoding(nils: .null)
}
