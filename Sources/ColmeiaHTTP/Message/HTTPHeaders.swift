/// Header fields in the order in which they are sent (RFC 9110 §5). Names are found whatever their case.
///
/// What describes them, prints them or lists them for a test failure shows the values of fields that carry secrets as
/// `***`.
public struct HTTPHeaders: Sendable, Equatable, Codable {
  /// A header field: a name and a value.
  public struct Field: Sendable, Equatable, Codable {
    /// The name, as it was spelt.
    public var name: String
    /// The value, without the white space around it.
    public var value: String

    /// A field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, in order.
  public private(set) var fields: [Field]

  /// Creates an empty list of fields.
  public init() { fields = [] }
  /// These fields, in order.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// The value of the first field of this name; setting it replaces all of the name, `nil` removes them.
  ///
  /// - Complexity: O(fields).
  public subscript(_ name: String) -> String? {
    get { fields.first { Self.isEqual($0.name, name) }?.value }
    set {
      guard let place = fields.firstIndex(where: { Self.isEqual($0.name, name) }) else {
        if let newValue { add(name, newValue) }
        return
      }
      fields.removeAll { Self.isEqual($0.name, name) }
      if let newValue { fields.insert(Field(name, newValue), at: place) }
    }
  }

  /// The values of all fields of this name, in order.
  ///
  /// - Complexity: O(fields).
  public func values(of name: String) -> [String] {
    fields.filter { Self.isEqual($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others, also where there is one of its name.
  public mutating func add(_ name: String, _ value: String) { add(Field(name, value)) }

  /// Adds a field behind the others.
  mutating func add(_ field: Field) { fields.append(field) }
  mutating func insert(_ field: Field, at place: Int) { fields.insert(field, at: place) }

  fileprivate static func isEqual(_ left: String, _ right: String) -> Bool {
    // Most are of other lengths.
    guard left.utf8.count == right.utf8.count else { return false }
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.indices.allSatisfy { lowercased(left[$0]) == lowercased(right[$0]) } }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension HTTPHeaders.Field {
  /// Whether it has this name, whatever the case.
  func isNamed(_ other: String) -> Bool { HTTPHeaders.isEqual(name, other) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
  /// Whether the value is a secret, such as a token or a cookie; see ``SecretName``.
  public var isSecret: Bool { SecretName.kind(ofField: name) != nil }
  /// `name: value`, or `name: ***` where the value is a secret.
  public var description: String { "\(name): \(isSecret ? "***" : value)" }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: [name: isSecret ? "***" : value]) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// The fields of a literal, in its order.
  public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map { Field($0, $1) } }
  /// The fields, one a line; secrets as `***`.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}
