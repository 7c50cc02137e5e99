import ColmeiaJSON
import ColmeiaTransport

/// The body of a call.
public enum EndpointBody: Sendable, Hashable {
  /// No body.
  case none
  /// These bytes, with this media type (RFC 9110 §8.3).
  case bytes([UInt8], contentType: String)
  /// A form. If it contains bytes, a file or a text with a media type at any depth, it is sent as `multipart/form-data`
  /// (RFC 7578) and its files are streamed. Otherwise it is sent as `application/x-www-form-urlencoded`. Nested fields
  /// have the same names in both formats: `dog[name]`, `dogs[0]`.
  case form([FormField])
  /// A file, with this media type. It is read while it is sent. A symbolic link is not followed.
  case file(name: String, folder: String, contentType: String)
  /// A value that is encoded as JSON, with the coding options of the client.
  case value(JSONBody)

  /// Creates a body from text, in UTF-8.
  public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> EndpointBody {
    .bytes(Array(text.utf8), contentType: contentType)
  }

  /// Creates a body from a value that is encoded as JSON when the call is sent.
  public static func json(_ value: some Encodable & Sendable) -> EndpointBody { .value(JSONBody(value)) }

  /// Unavailable, because the values of a dictionary have one type.
  @available(*, unavailable, message: "these members have different types; pass an `Encodable` struct")
  public static func json(_ members: KeyValuePairs<String, any Encodable>) -> EndpointBody { .none }
}

extension EndpointBody: CustomStringConvertible, CustomReflectable {
  /// The size and the media type of the body, but never its content.
  public var description: String {
    switch self {
    case .none: "no body"
    case .bytes(let bytes, let contentType): "\(bytes.count) bytes of \(contentType)"
    case .form(let fields): fields.count == 1 ? "a form with 1 field" : "a form with \(fields.count) fields"
    case .file(_, _, let contentType): "a file of \(contentType)"
    case .value: "a JSON body"
    }
  }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
