import ColmeiaJSON

extension Event {
  /// The parts of an event that its organizer sets, in the order in which they are sent.
  package static let fields = [
    Field("name", \.name, isRequired: true, upTo: 200) { $0.isWords(upTo: .max) },
    Field("description", \.about, upTo: 4_000) { _ in true },
    Field("permission", \.permission, isRequired: true, upTo: 50) { $0.rawValue.isWords(upTo: .max) },
    Field("datetime_start", \.start, isRequired: true, storedAs: "start", isValid: CalendarDay.seconds.contains),
    Field("datetime_end", \.end, isRequired: true, storedAs: "end", isValid: CalendarDay.seconds.contains),
  ]

  /// A part of an event that its organizer sets.
  package struct Field: Sendable {
    /// The property of an event.
    package let path: PartialKeyPath<Event> & Sendable
    /// The name in requests and responses.
    package let name: String
    /// Whether a new event needs it.
    package let isRequired: Bool
    /// The maximum length of a text, in bytes of UTF-8, or `nil` for a number.
    package let limit: Int?
    /// The name in the back end's data.
    package let storedName: String
    /// Returns the value in an event.
    package let value: @Sendable (Event) -> JSON
    /// Sets the value of an event. Returns whether it is valid; otherwise, nothing changes.
    package let set: @Sendable (JSON, inout Event) -> Bool
    /// Sets the value of an event to the member of an object with this name, converted if necessary. A missing value is
    /// empty or 0.
    let convert: @Sendable (JSON, inout Event) -> Void
    /// Decodes the value of an event from the back end's data.
    package let decode: @Sendable (KeyedDecodingContainer<Key>, inout Event) throws -> Void

    fileprivate init<Value: EventValue>(
      _ name: String, _ path: WritableKeyPath<Event, Value> & Sendable, isRequired: Bool = false,
      upTo limit: Int? = nil, storedAs storedName: String? = nil, isValid: @escaping @Sendable (Value) -> Bool
    ) {
      let key = Key(storedName ?? name)
      (self.path, self.name, self.isRequired) = (path, name, isRequired)
      (self.limit, self.storedName) = (limit, key.stringValue)
      value = { $0[keyPath: path].json }
      set = { json, event in
        if let limit, let text = json.string, text.utf8.count > limit { return false }
        guard let value = Value(exact: json), isValid(value) else { return false }
        event[keyPath: path] = value
        return true
      }
      convert = { object, event in event[keyPath: path] = Value(in: object, at: name) }
      decode = { container, event in event[keyPath: path] = try container.decode(Value.self, forKey: key) }
    }
  }

  /// A key in the back end's data.
  package struct Key: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { nil }
  }

  /// Whether a request could have set all fields.
  package var isValid: Bool {
    var copy = self
    return Self.fields.allSatisfy { $0.set($0.value(self), &copy) }
  }
}

extension Event: ServerEntity {
  /// Decodes an event from a response, which must be an object.
  public init(response decoder: any Decoder) throws { self.init(response: try JSON.object(from: decoder)) }

  /// Creates an event from a response, as leniently as the app always has: all of its members are optional.
  package init(response json: JSON) {
    self.init(id: json.integer("id"), organizer: json["organizer_id"]?.int)
    for field in Self.fields { field.convert(json, &self) }
  }

  /// The event in a response.
  package var response: JSON {
    var object = JSONObject()
    object["id"] = .number(JSONNumber(id))
    for field in Self.fields { object[field.name] = field.value(self) }
    if let organizer { object["organizer_id"] = .number(JSONNumber(organizer)) }
    return .object(object)
  }

  /// Returns the body of a request: all fields of a new event, or only the changed ones of an existing event.
  package func request(unlike old: Event?) -> JSON {
    var object = JSONObject()
    for field in Self.fields where old.map(field.value) != field.value(self) { object[field.name] = field.value(self) }
    return .object(object)
  }
}

/// A value of a field.
private protocol EventValue: Codable, Sendable {
  /// Creates the value from JSON of exactly the right type.
  init?(exact json: JSON)
  /// Creates the value from a member of an object, converted if necessary.
  init(in object: JSON, at key: String)
  /// The value as it is sent.
  var json: JSON { get }
}

extension String: EventValue {
  fileprivate init?(exact json: JSON) {
    guard let text = json.string else { return nil }
    self = text
  }
  fileprivate init(in object: JSON, at key: String) { self = object.text(key) }
  fileprivate var json: JSON { .string(self) }
}

extension Int: EventValue {
  fileprivate init?(exact json: JSON) {
    guard let number = json.int else { return nil }
    self = number
  }
  fileprivate init(in object: JSON, at key: String) { self = object.integer(key) }
  fileprivate var json: JSON { .number(JSONNumber(self)) }
}

extension EventPermission: EventValue {
  fileprivate init?(exact json: JSON) {
    guard let text = json.string else { return nil }
    self.init(rawValue: text)
  }
  fileprivate init(in object: JSON, at key: String) { self.init(rawValue: object.text(key)) }
  fileprivate var json: JSON { .string(rawValue) }
}

extension String {
  /// Returns whether the text contains more than white space and doesn't exceed a limit in bytes.
  package func isWords(upTo limit: Int) -> Bool { utf8.count <= limit && !allSatisfy(\.isWhitespace) }
}
