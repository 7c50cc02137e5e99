import ColmeiaHTTP
import ColmeiaJSON

/// An encoder that turns parameters into a request body. The library provides
/// ``ParameterEncoder/json`` and ``ParameterEncoder/form``.
public protocol ParameterEncoder: Sendable {
  /// The media type of the encoded body (RFC 9110 §8.3).
  var contentType: String { get }
  /// Returns the bytes of the body.
  ///
  /// - Throws: `JSONError` if the format cannot represent a value.
  func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8]
}

/// An encoder that writes parameters as one JSON object.
public struct JSONParameterEncoder: ParameterEncoder {
  /// Creates an encoder.
  public init() {}
  /// The media type `application/json`.
  public var contentType: String { "application/json" }
  /// Returns the JSON object as bytes.
  public func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8] {
    JSON.object(parameters.values).bytes()
  }
}

/// An encoder that writes parameters as a form. Names and values are percent-encoded, and a space becomes `%20`.
public struct FormParameterEncoder: ParameterEncoder {
  /// Creates an encoder.
  public init() {}
  /// The media type `application/x-www-form-urlencoded`.
  public var contentType: String { "application/x-www-form-urlencoded" }
  /// Returns the name-value pairs, joined by `&`.
  public func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8] {
    Array((HTTPQueryItem.query(parameters.items) ?? "").utf8)
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// An encoder that writes parameters as one JSON object.
  public static var json: JSONParameterEncoder { JSONParameterEncoder() }
}

extension ParameterEncoder where Self == FormParameterEncoder {
  /// An encoder that writes parameters as a form.
  public static var form: FormParameterEncoder { FormParameterEncoder() }
}
