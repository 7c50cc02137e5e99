/// Header fields in the order in which they are sent (RFC 9110 §5). Names are case-insensitive.
///
/// Descriptions, reflection, and test failures show the values of fields that carry secrets as `***`.
public struct HTTPHeaders: Sendable, Equatable, Codable {
  /// A header field: a name and a value.
  public struct Field: Sendable, Equatable, Codable {
    /// The name, with its original case.
    public var name: String
    /// The value, without surrounding whitespace.
    public var value: String
    /// Whether the value is a secret although the name doesn't say so.
    package var isMarkedSecret = false

    private enum CodingKeys: CodingKey { case name, value }

    /// Whether name and value are equal.
    public static func == (left: Field, right: Field) -> Bool { left.name == right.name && left.value == right.value }

    /// Creates a field from its name and value, which are kept as they are.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The fields, in order.
  public private(set) var fields: [Field]

  /// Creates an empty list of fields.
  public init() { fields = [] }
  /// Creates a list of these fields, in order.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// The value of the first field with this name. Setting it replaces all fields with this name; `nil` removes them.
  ///
  /// - Complexity: O(fields).
  public subscript(_ name: String) -> String? {
    get { fields.firstIndex { Self.isEqual($0.name, name) }.map { fields[$0].value } }
    set {
      guard let place = fields.firstIndex(where: { Self.isEqual($0.name, name) }) else {
        if let newValue { add(name, newValue) }
        return
      }
      fields.removeAll { Self.isEqual($0.name, name) }
      if let newValue { fields.insert(Field(name, newValue), at: place) }
    }
  }

  /// Sets the value of the fields with this name, as the subscript does, and marks it as a secret, whatever the name
  /// is. A secret appears as `***` in descriptions, recordings and logs. If the value contains a space, as in `Bearer
  /// x`, what follows the first one is masked where it occurs alone, too. The mark isn't encoded.
  public mutating func setSecret(_ value: String, for name: String) {
    self[name] = value
    for place in fields.indices where Self.isEqual(fields[place].name, name) { fields[place].isMarkedSecret = true }
  }

  /// Returns the values of all fields with this name, in order.
  ///
  /// - Complexity: O(fields).
  public func values(of name: String) -> [String] {
    fields.filter { Self.isEqual($0.name, name) }.map(\.value)
  }

  /// The fields, with those of the same name joined into one, in order (RFC 9110 §5.3). `Set-Cookie` is the exception:
  /// each cookie has a field of its own.
  ///
  /// - Complexity: O(fields²), for the few fields of a message.
  package var joined: HTTPHeaders {
    var result = HTTPHeaders()
    for field in fields {
      if Self.isEqual(field.name, "Set-Cookie") {
        for cookie in Self.cookies(field.value) { result.add(field.name, cookie) }
      } else if let place = result.fields.firstIndex(where: { $0.isNamed(field.name) }) {
        result.fields[place].value += ", " + field.value
      } else {
        result.add(field)
      }
    }
    return result
  }

  /// Splits the value of `Set-Cookie` fields that were joined. A cookie begins after a comma with a name and `=`, which
  /// the rest of a date doesn't.
  private static func cookies(_ value: String) -> [String] {
    var cookies: [Substring] = []
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      let isCookie = name.endIndex < part.endIndex && HeaderText.isToken(String(name.drop { $0 == " " }))
      if let last = cookies.last, !isCookie {
        cookies[cookies.count - 1] = value[last.startIndex..<part.endIndex]
      } else {
        cookies.append(part)
      }
    }
    return cookies.map { String($0.drop { $0 == " " }) }
  }

  /// Appends a field, even if there is already one with this name.
  public mutating func add(_ name: String, _ value: String) { add(Field(name, value)) }

  /// Appends a field.
  public mutating func add(_ field: Field) { fields.append(field) }
  mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
  mutating func insert(_ field: Field, at place: Int) { fields.insert(field, at: place) }

  fileprivate static func isEqual(_ left: String, _ right: String) -> Bool {
    // A cheap check that rules out most names.
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

extension HTTPHeaders {
  /// The fields without those that concern only the connection, also by its options (RFC 9110 §7.6.1).
  package var withoutConnectionFields: HTTPHeaders {
    let options = values(of: "Connection").flatMap(Self.connectionOptions)
    return HTTPHeaders(
      fields.filter { field in
        let name = field.name.lowercased()
        return !Self.connectionFields.contains(name) && !options.contains { $0 == name }
      })
  }

  private static let connectionFields: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns the options of a `Connection` field, in lowercase.
  static func connectionOptions(_ value: String) -> [Substring] {
    value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
  }
}

extension HTTPHeaders.Field {
  /// Whether the field has this name, ignoring case.
  func isNamed(_ other: String) -> Bool { HTTPHeaders.isEqual(name, other) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
  /// Whether the value is a secret, such as a token or a cookie, because the name says so (see ``SecretName``) or
  /// because it was set by ``HTTPHeaders/setSecret(_:for:)``.
  public var isSecret: Bool { isMarkedSecret || SecretName.kind(ofField: name) != nil }
  /// `name: value`, or `name: ***` if the value is a secret.
  public var description: String { "\(name): \(isSecret ? "***" : value)" }
  /// A mirror that shows only what ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: [name: isSecret ? "***" : value]) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// Creates a list of the fields of a literal, in order.
  public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map { Field($0, $1) } }
  /// The fields, one per line, with secrets as `***`.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}
