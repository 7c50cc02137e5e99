import ColmeiaHTTP
import ColmeiaJSON

/// An encoder that turns parameters into a request body.
public struct ParameterEncoder: Sendable {
  /// The media type of the encoded body (RFC 9110 §8.3).
  public let contentType: String
  let encode: @Sendable (RequestParameters) throws(JSONError) -> [UInt8]

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - contentType: The media type of the encoded body.
  ///   - encode: Returns the bytes of the body. It throws `JSONError` if the format cannot represent a value.
  public init(
    contentType: String, encode: @escaping @Sendable (RequestParameters) throws(JSONError) -> [UInt8]
  ) {
    self.contentType = contentType
    self.encode = encode
  }

  /// An encoder that writes parameters as one JSON object.
  public static let json = Self(contentType: "application/json") { JSON.object($0.values).bytes() }

  /// An encoder that writes parameters as a form. Names and values are percent-encoded, and a space becomes `%20`.
  public static let form = Self(contentType: "application/x-www-form-urlencoded") {
    Array((HTTPQueryItem.query($0.items) ?? "").utf8)
  }
}
