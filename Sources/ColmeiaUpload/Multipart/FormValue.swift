/// A value of a form: what a person has filled in, or a file.
public indirect enum FormValue: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes, which go as a file of this name; `nil` for one that is made up.
  case bytes([UInt8], fileName: String? = nil)
  /// A file, of which no more than a piece at a time is in memory.
  case file(FormFile)
  /// Values in order. The fields are `name[0]`, `name[1]` and so on; none for an empty list.
  case list([FormValue])
  /// Named values in order. The fields are `name[first]`, `name[second]` and so on; none for an empty object.
  case object([FormField])

  /// Whether there are bytes or a file in it, at any depth: then the form must go as `multipart/form-data`.
  ///
  /// - Complexity: O(values).
  public var hasFile: Bool {
    switch self {
    case .text: false
    case .bytes, .file: true
    case .list(let values): values.contains { $0.hasFile }
    case .object(let fields): fields.contains { $0.value.hasFile }
    }
  }
}

/// A field of a form.
public struct FormField: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The value.
  public var value: FormValue

  /// A field.
  public init(_ name: String, _ value: FormValue) {
    self.name = name
    self.value = value
  }
}

/// A file that goes with a form.
public struct FormFile: Sendable, Hashable {
  /// The folder that it is in.
  public var folder: String
  /// Its name there. A link is not followed.
  public var name: String
  /// Under which name it goes; `nil` for one that is made up.
  public var fileName: String?

  /// A file, which goes under its own name where no other is given.
  public init(folder: String, name: String) { self.init(folder: folder, name: name, fileName: name) }

  /// A file that goes under another name.
  public init(folder: String, name: String, fileName: String?) {
    self.folder = folder
    self.name = name
    self.fileName = fileName
  }

  /// Where it is.
  public var path: String { "\(folder)/\(name)" }
}

extension FormValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// The digits of a number.
  public init(integerLiteral value: Int) { self = .text(String(value)) }
  /// The digits of a number.
  public init(floatLiteral value: Double) { self = .text(String(value)) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .text(String(value)) }
  /// A list.
  public init(arrayLiteral elements: FormValue...) { self = .list(elements) }
  /// An object, in the order of the literal.
  public init(dictionaryLiteral elements: (String, FormValue)...) {
    self = .object(elements.map { FormField($0, $1) })
  }
}

extension FormValue: CustomStringConvertible, CustomReflectable {
  /// What kind of value it is; never which, for it may be a password.
  public var description: String {
    switch self {
    case .text: "a text"
    case .bytes(let bytes, _): "\(bytes.count) bytes"
    case .file: "a file"
    case .list(let values): "\(values.count) values"
    case .object(let fields): "\(fields.count) fields"
    }
  }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
