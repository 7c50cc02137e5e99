/// A value of a form: text, a file, or nested values.
public indirect enum FormValue: Sendable, Hashable {
  /// A text. Its media type is normally omitted; servers then assume `text/plain` (RFC 7578 §4.4).
  case text(String, type: String? = nil)
  /// Bytes that are sent as a file with this name, or with a generated name if it is `nil`. If the media type is `nil`,
  /// it is guessed from the first byte.
  case bytes([UInt8], fileName: String? = nil, type: String? = nil)
  /// A file, which is read in pieces and never held in memory as a whole.
  case file(FormFile)
  /// Values in order. The fields are named `name[0]`, `name[1]`, and so on. An empty list has no fields.
  case list([FormValue])
  /// Named values in order. The fields are named `name[first]`, `name[second]`, and so on. An empty object has no
  /// fields.
  case object([FormField])
}

/// A field of a form.
public struct FormField: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value.
  public var value: FormValue

  /// Creates a field.
  public init(_ name: String, _ value: FormValue) {
    self.name = name
    self.value = value
  }
}

/// A file that is sent with a form.
public struct FormFile: Sendable, Hashable {
  /// The path of the folder that contains the file.
  public var folder: String
  /// The name of the file in its folder. A symbolic link is not followed.
  public var name: String
  /// The name under which the file is sent, or `nil` to generate one.
  public var fileName: String?
  /// The media type of the file, or `nil` to guess it from its first byte.
  public var type: String?

  /// Creates a file that is sent under its own name.
  public init(folder: String, name: String, type: String? = nil) {
    self.init(folder: folder, name: name, fileName: name, type: type)
  }

  /// Creates a file that is sent under another name, or under a generated name if `fileName` is `nil`.
  public init(folder: String, name: String, fileName: String?, type: String? = nil) {
    self.folder = folder
    self.name = name
    self.fileName = fileName
    self.type = type
  }

  /// The path of the file.
  public var path: String { "\(folder)/\(name)" }
}

extension FormValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a text from an integer.
  public init(integerLiteral value: Int) { self = .text(String(value)) }
  /// Creates a text from a floating-point number.
  public init(floatLiteral value: Double) { self = .text(String(value)) }
  /// Creates the text `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .text(String(value)) }
  /// Creates a list.
  public init(arrayLiteral elements: FormValue...) { self = .list(elements) }
  /// Creates an object, with its fields in the order of the literal.
  public init(dictionaryLiteral elements: (String, FormValue)...) {
    self = .object(elements.map { FormField($0, $1) })
  }
}

extension FormValue: CustomStringConvertible, CustomReflectable {
  /// The kind of value. The value itself is never shown, because it may be a password.
  public var description: String {
    switch self {
    case .text: "a text"
    case .bytes(let bytes, _, _): "\(bytes.count) bytes"
    case .file: "a file"
    case .list(let values): "\(values.count) values"
    case .object(let fields): "\(fields.count) fields"
    }
  }
  /// A mirror that shows only what ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
