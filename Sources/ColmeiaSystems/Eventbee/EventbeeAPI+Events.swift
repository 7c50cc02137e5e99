import ColmeiaJSON

extension EventbeeAPI {
  /// An event. What the server leaves out is empty or 0.
  public struct Event: Sendable, Hashable {
    /// The number.
    public let id: Int
    /// The name.
    public let name: String
    /// What it is about.
    public let description: String
    /// Who may take part: "public", "private", or another word of the server's.
    public let permission: String
    /// When it begins, in seconds since 1970.
    public let start: Int
    /// When it ends, in seconds since 1970.
    public let end: Int
    /// Who organises it, if the server tells.
    public let organizer: Int?
  }

  /// What an event is to have; in a change, what is `nil` stays.
  public struct EventFields: Sendable, Hashable, Encodable {
    /// The name.
    public var name: String?
    /// What it is about.
    public var description: String?
    /// Who may take part: "public", "private", or another word of the server's.
    public var permission: String?
    /// When it begins, in seconds since 1970.
    public var start: Int?
    /// When it ends, in seconds since 1970.
    public var end: Int?

    /// The fields of a new event, or those that change.
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
  /// Reads an event, which must be an object.
  public init(from decoder: any Decoder) throws {
    let json = try JSON(from: decoder)
    guard json.object != nil else { throw JSONError(.mismatch(expected: "an object", found: json.kind)) }
    self.init(json)
  }

  /// What a value tells of an event; all of it may be missing.
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
