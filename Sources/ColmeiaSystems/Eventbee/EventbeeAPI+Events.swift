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
    /// Who may take part.
    public let permission: Permission
    /// When it begins, in seconds since 1970.
    public let start: Int
    /// When it ends, in seconds since 1970.
    public let end: Int
    /// Who organises it, if the server tells.
    public let organizer: Int?
  }

  /// Who may take part. One that this app does not know is kept as it is.
  public struct Permission: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's word.
    public let rawValue: String
    /// The permission of that word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Anybody may enrol.
    public static let open = Permission(rawValue: "public")
    /// Whom the organiser adds.
    public static let closed = Permission(rawValue: "private")
  }

  /// An event to be created.
  public struct NewEvent: Sendable, Hashable, Encodable {
    /// The name.
    public var name: String
    /// What it is about.
    public var description: String
    /// Who may take part.
    public var permission: Permission
    /// When it begins, in seconds since 1970.
    public var start: Int
    /// When it ends, in seconds since 1970.
    public var end: Int

    /// An event to be created.
    public init(name: String, description: String, permission: Permission, start: Int, end: Int) {
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

  /// What is to change in an event; what is `nil` stays.
  public struct EventChange: Sendable, Hashable, Encodable {
    /// The name.
    public var name: String?
    /// What it is about.
    public var description: String?
    /// Who may take part.
    public var permission: Permission?
    /// When it begins, in seconds since 1970.
    public var start: Int?
    /// When it ends, in seconds since 1970.
    public var end: Int?

    /// A change.
    public init(
      name: String? = nil, description: String? = nil, permission: Permission? = nil, start: Int? = nil, end: Int? = nil
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
  static let sample: JSON = [
    "id": 7, "name": "Festa", "description": "Na praia", "permission": "public", "datetime_start": 1_482_883_200,
    "datetime_end": 1_482_890_400, "organizer_id": 1,
  ]

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
    permission = EventbeeAPI.Permission(rawValue: json.text("permission"))
    start = json.integer("datetime_start")
    end = json.integer("datetime_end")
    organizer = json["organizer_id"]?.int
  }
}
