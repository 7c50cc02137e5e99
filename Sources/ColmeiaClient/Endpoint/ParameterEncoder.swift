import ColmeiaHTTP
import ColmeiaJSON

/// How parameters become a body. Besides ``ParameterEncoder/json`` and ``ParameterEncoder/form``, an app may have its own.
public protocol ParameterEncoder: Sendable {
  /// The media type of what comes out (RFC 9110 §8.3).
  var contentType: String { get }
  /// The bytes of the body.
  ///
  /// - Throws: `JSONError` for values that the format cannot express.
  func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8]
}

/// Parameters as one JSON object.
public struct JSONParameterEncoder: ParameterEncoder {
  /// Creates an encoder.
  public init() {}
  /// `application/json`
  public var contentType: String { "application/json" }
  /// The object.
  public func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8] {
    JSON.object(parameters.values).bytes()
  }
}

/// Parameters as a form: names and values percent-encoded, a space as `%20`.
public struct FormParameterEncoder: ParameterEncoder {
  /// Creates an encoder.
  public init() {}
  /// `application/x-www-form-urlencoded`
  public var contentType: String { "application/x-www-form-urlencoded" }
  /// The pairs, joined by `&`.
  public func encode(_ parameters: RequestParameters) throws(JSONError) -> [UInt8] {
    Array((HTTPQueryItem.query(parameters.items) ?? "").utf8)
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// Parameters as one JSON object.
  public static var json: JSONParameterEncoder { JSONParameterEncoder() }
}

extension ParameterEncoder where Self == FormParameterEncoder {
  /// Parameters as a form.
  public static var form: FormParameterEncoder { FormParameterEncoder() }
}
