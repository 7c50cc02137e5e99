import ColmeiaJSON

extension EventbeeAPI {
  /// An event. Members that the server omits are empty or 0.
  public struct Event: Sendable, Hashable {
    /// The number of the event.
    public let id: Int
    /// The name of the event.
    public let name: String
    /// The description of the event.
    public let description: String
    /// Who may take part: "public", "private", or another value defined by the server.
    public let permission: String
    /// The start time, in seconds since 1970.
    public let start: Int
    /// The end time, in seconds since 1970.
    public let end: Int
    /// The number of the organizer, if the server provides it.
    public let organizer: Int?
  }

  /// The fields of an event to create or change. When changing an event, `nil` fields are left unchanged.
  public struct EventFields: Sendable, Hashable, Encodable {
    /// The name of the event.
    public var name: String?
    /// The description of the event.
    public var description: String?
    /// Who may take part: "public", "private", or another value defined by the server.
    public var permission: String?
    /// The start time, in seconds since 1970.
    public var start: Int?
    /// The end time, in seconds since 1970.
    public var end: Int?

    /// Creates the fields of a new event, or the fields to change.
    public init(
      name: String? = nil, description: String? = nil, permission: String? = nil, start: Int? = nil, end: Int? = nil
    ) {
      self.name = name
      self.description = description
      self.permission = permission
      self.start = start
      self.end = end
    }

    private enum CodingKeys: String, CodingKey {
      case name, description, permission
      case start = "datetime_start"
      case end = "datetime_end"
    }
  }
}

extension EventbeeAPI.Event: Decodable {
  /// Decodes an event, which must be an object.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard json.object != nil else { throw JSONError(.mismatch(expected: "an object", found: json.kind)) }
    self.init(json)
  }

  /// Creates an event from a JSON value. All of its members are optional.
  init(_ json: JSON) {
    id = json.integer("id")
    name = json.text("name")
    description = json.text("description")
    permission = json.text("permission")
    start = json.integer("datetime_start")
    end = json.integer("datetime_end")
    organizer = json["organizer_id"]?.int
  }
}
