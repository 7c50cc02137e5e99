import ColmeiaJSON
import ColmeiaUpload

/// What a call sends beside its address and header fields.
public enum EndpointBody: Sendable, Hashable {
  /// Nothing.
  case none
  /// These bytes, of this media type (RFC 9110 §8.3).
  case bytes([UInt8], contentType: String)
  /// A form. With bytes or a file in it, at any depth, it goes as `multipart/form-data` (RFC 7578), files in pieces; else as
  /// `application/x-www-form-urlencoded`. Nested fields have the same names in both: `dog[name]`, `dogs[0]`.
  case form([FormField])
  /// What has no form in JSON; the client throws the error instead of sending.
  case unencodable(JSONError)

  /// A value as JSON.
  ///
  /// - Complexity: O(length).
  public static func json(_ value: some Encodable) -> EndpointBody {
    do throws(JSONError) {
      return .bytes(try JSON.encode(value), contentType: "application/json")
    } catch {
      return .unencodable(error)
    }
  }
}

extension EndpointBody: CustomStringConvertible, CustomReflectable {
  /// How many bytes of what; never which.
  public var description: String {
    switch self {
    case .none: "no body"
    case .bytes(let bytes, let contentType): "\(bytes.count) bytes of \(contentType)"
    case .form(let fields): "a form of \(fields.count) fields"
    case .unencodable: "a body that cannot be encoded"
    }
  }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["body": description]) }
}
